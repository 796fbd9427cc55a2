import path from 'node:path';
import { Gate, inWorker } from '../../bench';
import { booleanOption, knownOptions } from '../../errors';
import { FEE_PERCENT, GOLDEN_RESULT, grossPnl, type SweepResult, type Windows } from '../../kernel';
import { isQuick, section } from '../run';
import { fact, type Study } from '../section';
import { type WorkloadOptions, workload, workloadRecord } from '../workload';
import type { ExperimentTask } from './measure';

export interface ExperimentOptions extends WorkloadOptions {
  /** Marks the record as a quick run's; the sweep is the same. Default: whether `QUICK=1` asked for it. */
  quick?: boolean;
}

/** What one HMA length gives on the series. PnL in percent of each entry price, summed. */
export interface ExperimentRow {
  length: number;
  windows: Windows;
  trades: number;
  /** Net of the fee of 0.09 a trade. */
  pnl: number;
  /** Before fees: what the prices alone gave. */
  gross_pnl: number;
  fees: number;
  /** From the rows made apart from this project; null on any other series or grid. */
  golden_trades: number | null;
  golden_pnl: number | null;
}

/** The workload itself: the series, the grid, and what each length earns. */
export const experiment: Study<ExperimentOptions, ExperimentRow> = {
  name: 'experiment',
  title: 'The experiment',
  async run(options = {}, { signal, progress } = {}) {
    knownOptions(options, ['bars', 'lengths', 'quick']);
    const quick = booleanOption('quick', options.quick ?? isQuick());
    const work = workload(options);
    const { series, lengths, windows, published } = work;
    return section('experiment', quick, workloadRecord(work), async () => {
      const task: ExperimentTask = { close: series.close, windows };
      const result = await inWorker<ExperimentTask, SweepResult>(
        path.join(__dirname, 'measure.js'),
        'sweepOnce',
        task,
        {
          signal,
          onReport: (done) => progress?.(done as number, windows.length, 'combos swept in V8'),
        },
      );
      const golden = published ? GOLDEN_RESULT : null;
      const gate = golden && new Gate([{ name: 'golden', result: golden }], ['in_process_v8']);
      gate?.check('in_process_v8', result);
      const gross = grossPnl(result);
      return {
        noise: null,
        gate: gate?.verdict() ?? null,
        rows: lengths.map((length, i) => ({
          length,
          windows: windows[i],
          trades: result.trades[i],
          pnl: result.pnl[i],
          gross_pnl: gross[i],
          fees: result.trades[i] * FEE_PERCENT,
          golden_trades: golden?.trades[i] ?? null,
          golden_pnl: golden?.pnl[i] ?? null,
        })),
        facts: {
          bars: fact(series.close.length, 'bars', { published: published ? 150_000 : null }),
          combos: fact(lengths.length, 'combos', { published: published ? 80 : null }),
          // it may have no gate to say so
          combos_never_traded: fact(result.trades.filter((trades) => trades === 0).length, 'combos'),
          sha256: fact(work.sha256, 'SHA-256'),
        },
        gaps: golden ? [] : [{ what: 'golden rows', why: "they are of the article's series and grid only" }],
      };
    });
  },
};
