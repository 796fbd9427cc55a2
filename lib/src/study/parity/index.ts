import path from 'node:path';
import { Gate, type GateReference, STARTS_FOR_INTERVAL, worstNoise } from '../../bench';
import { GOLDEN } from '../../kernel';
import { otherBooks } from '../break-even/books';
import type { Measuring } from '../measuring';
import { section } from '../run';
import type { Gap, Study } from '../section';
import { inStarts } from '../starts';
import { workloadRecord } from '../workload';
import { parityFacts } from './facts';
import { type CheckedOptions, checked, type ParityOptions } from './options';
import { type ParityRow, parityRows } from './rows';
import type { StartOptions, StartResult } from './start';

export type { Drift } from './drift';
export type { ParityOptions } from './options';
export type { ParityRow } from './rows';

/**
 * One kernel for research and for the live loop: every bar ticked through a live session of the engine,
 * its books compared after each bar, bit for bit, with the sweep's; and six usual mistakes caught at the
 * first bar where they show.
 */
export const parity: Study<ParityOptions, ParityRow> = {
  name: 'parity',
  title: 'Parity',
  run(options = {}, context = {}) {
    const given = checked(options);
    const { workload, ...rest } = given;
    const record = { ...rest, ...workloadRecord(workload) };
    return section(parity, given.quick, record, context, async (measuring) => {
      const starts = await measureStarts(given, measuring);
      const intervals = !given.quick && starts.length >= STARTS_FOR_INTERVAL;
      const rows = parityRows(starts, intervals);
      const golden = goldenRow(given);
      return {
        noise: worstNoise(
          starts.map(({ noise }) => noise),
          null,
        ),
        gate: gate(starts, rows, golden),
        rows,
        facts: parityFacts(given, starts, rows, golden !== null),
        gaps: gaps(given),
      };
    });
  },
};

/** Runs the starts one after the other, each in a worker of its own. */
async function measureStarts(given: CheckedOptions, measuring: Measuring): Promise<StartResult[]> {
  const { pace, pacedTicks, seed, starts, ticks, workload } = given;
  const total = starts * (ticks + pacedTicks);
  const options = Array.from(
    { length: starts },
    (_, i): StartOptions => ({
      close: workload.series.close.slice(0, ticks),
      windows: workload.windows[0],
      fee: workload.fee,
      pace,
      pacedTicks,
      seed: seed + i,
      faults: i === 0,
    }),
  );
  return inStarts(path.join(__dirname, 'start.js'), 'liveOnce', options, total, measuring);
}

/** The golden row of the combo, where the whole of the article's series was ticked. */
function goldenRow({ length, ticks, workload }: CheckedOptions) {
  const same = workload.articles && ticks === GOLDEN.series.bars;
  return (same && GOLDEN.rows.find((row) => row.length === length)) || null;
}

/** The ends of all starts, live and swept, against the in-process sweep and the golden row. */
function gate(
  starts: readonly StartResult[],
  rows: readonly ParityRow[],
  golden: ReturnType<typeof goldenRow>,
) {
  const references: GateReference[] = [{ name: 'in-process V8', result: starts[0].reference }];
  if (golden) {
    const result = { pnl: Float64Array.of(golden.pnl), trades: Int32Array.of(golden.trades) };
    references.push({ name: 'golden', result });
  }
  const ends = new Gate(references, ['rust_batch_unix', 'rust_live_unix']);
  for (const { batch, live } of starts) {
    ends.check('rust_batch_unix', batch);
    ends.check('rust_live_unix', live);
  }
  const mismatches = rows.filter((row) => row.pacing !== null).reduce((sum, row) => sum + row.mismatches, 0);
  if (mismatches > 0) ends.fail('rust_live_unix', otherBooks(mismatches));
  return ends.verdict();
}

/** What this run does not have. */
function gaps({ quick, ticks, workload }: CheckedOptions): Gap[] {
  const found: Gap[] = [];
  if (workload.fee === 0) {
    const why = 'a fee of 0 can not be booked wrongly: they are the right kernel';
    found.push({ what: 'the faults fee before percent and fee left out', why });
  }
  const left = workload.series.close.length - ticks;
  if (!quick || left === 0) return found;
  const what = `${left.toLocaleString('en-US')} of ${workload.series.close.length.toLocaleString('en-US')} bars`;
  return [...found, { what, why: 'a quick run ticks the first ones only' }];
}
