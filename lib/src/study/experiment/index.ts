import path from 'node:path';
import { Gate, inWorker } from '../../bench';
import { booleanOption, knownOptions } from '../../errors';
import { GOLDEN_RESULT, grossPnl, type SweepResult, type Windows } from '../../kernel';
import type { Measuring } from '../measuring';
import { isQuick, section } from '../run';
import { fact, type Study } from '../section';
import { type WorkloadOptions, workload, workloadRecord } from '../workload';
import type { ComboSwept, ExperimentTask } from './measure';

export interface ExperimentOptions extends WorkloadOptions {
  /** Marks the record as a quick run's; the sweep is the same. Default: whether `QUICK=1` asked for it. */
  quick?: boolean;
}

/** What one HMA length gives on the series. PnL in percent of each entry price, summed. */
export interface ExperimentRow {
  length: number;
  windows: Windows;
  trades: number;
  /** Net of the fee of each trade. */
  pnl: number;
  /** Before fees: what the prices alone gave. */
  gross_pnl: number;
  /** What a trade costs, in percent of its entry price; and all of them. */
  fee: number;
  fees: number;
  /** From the rows made apart from this project; null on any other series or grid, or at another fee. */
  golden_trades: number | null;
  golden_pnl: number | null;
}

/** The workload itself: the series, the grid, and what each length earns. */
export const experiment: Study<ExperimentOptions, ExperimentRow> = {
  name: 'experiment',
  title: 'The experiment',
  async run(options = {}, context = {}) {
    knownOptions(options, ['bars', 'lengths', 'fee', 'quick']);
    const quick = booleanOption('quick', options.quick ?? isQuick());
    const work = workload(options);
    const { series, windows, fee, published } = work;
    return section(experiment, quick, workloadRecord(work), context, async (measuring) => {
      const swept = await sweepCombos({ close: series.close, windows, fee }, measuring);
      const lengths = work.lengths.slice(0, swept.length);
      const result = resultOf(swept);
      const golden = published ? firstRows(GOLDEN_RESULT, swept.length) : null;
      const gate = golden && new Gate([{ name: 'golden', result: golden }], ['in_process_v8']);
      gate?.check('in_process_v8', result);
      const gross = grossPnl(result, { fee });
      return {
        noise: null,
        gate: gate?.verdict() ?? null,
        rows: lengths.map((length, i) => ({
          length,
          windows: windows[i],
          trades: result.trades[i],
          pnl: result.pnl[i],
          gross_pnl: gross[i],
          fee,
          fees: result.trades[i] * fee,
          golden_trades: golden?.trades[i] ?? null,
          golden_pnl: golden?.pnl[i] ?? null,
        })),
        facts: {
          bars: fact(series.close.length, 'bars', { published: published ? 150_000 : null }),
          combos: fact(lengths.length, 'combos', { published: published ? 80 : null }),
          // it may have no gate to say so
          combos_never_traded: fact(result.trades.filter((trades) => trades === 0).length, 'combos'),
          sha256: fact(work.sha256, 'SHA-256'),
          fee: fact(fee, '% of the entry price a trade', { published: published ? 0.09 : null }),
        },
        gaps: golden
          ? []
          : [{ what: 'golden rows', why: "they are of the article's series, grid and fee only" }],
      };
    });
  },
};

/** Each combo as the worker tells of it: those that were swept when the section is stopped. */
function sweepCombos(task: ExperimentTask, measuring: Measuring): Promise<ComboSwept[]> {
  const { signal, progress } = measuring;
  const combos = task.windows.length;
  let done = 0;
  return measuring.each('combos', combos, (keep) =>
    inWorker<ExperimentTask, SweepResult>(path.join(__dirname, 'measure.js'), 'sweepOnce', task, {
      signal,
      onReport(combo) {
        keep(combo as ComboSwept);
        progress?.(++done, combos, 'combos swept in V8');
      },
    }),
  );
}

/** The rows of the first combos. */
const firstRows = ({ pnl, trades }: SweepResult, combos: number): SweepResult => ({
  pnl: pnl.subarray(0, combos),
  trades: trades.subarray(0, combos),
});

const resultOf = (combos: readonly ComboSwept[]): SweepResult => ({
  trades: Int32Array.from(combos, ({ trades }) => trades),
  pnl: Float64Array.from(combos, ({ pnl }) => pnl),
});
