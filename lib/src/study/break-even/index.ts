import path from 'node:path';
import { STARTS_FOR_INTERVAL, worstNoise } from '../../bench';
import { windowLengths } from '../../kernel';
import type { Measuring } from '../measuring';
import { section } from '../run';
import type { Gap, Study } from '../section';
import { inStarts } from '../starts';
import { workloadRecord } from '../workload';
import { breakEvenFacts } from './facts';
import { breakEvenGate } from './gate';
import { type BreakEvenOptions, type CheckedOptions, checked } from './options';
import { pieceStart } from './piece';
import { type BreakEvenRow, breakEvenRows } from './rows';
import { STEPS, type StartOptions, type StartResult } from './start';

export type { BreakEvenOptions } from './options';
export type { BreakEvenRow } from './rows';

/**
 * How much work a call must carry to be worth its crossing: the floors of two transports, the work of a
 * bar, a combo and a sweep against them, and the loop of one call a bar, really run.
 */
export const breakEven: Study<BreakEvenOptions, BreakEvenRow> = {
  name: 'break-even',
  title: 'Break-even',
  run(options = {}, context = {}) {
    const given = checked(options);
    const { workload, ...rest } = given;
    const record = { ...rest, ...workloadRecord(workload) };
    return section(breakEven, given.quick, record, context, async (measuring) => {
      const starts = await measureStarts(given, measuring);
      const intervals = !given.quick && starts.length >= STARTS_FOR_INTERVAL;
      const rows = breakEvenRows(given, starts, intervals);
      return {
        noise: worstNoise(
          starts.map(({ noise }) => noise),
          null,
        ),
        gate: breakEvenGate(given, starts),
        rows,
        facts: breakEvenFacts(given, starts, rows, intervals),
        gaps: gaps(given, rows),
      };
    });
  },
};

/** A quick run sweeps one combo in so many by itself, and the last. */
const QUICK_STRIDE = 5;

/** The combos that a start sweeps by themselves: all of them over all starts. */
function combosOf({ quick, starts, workload }: CheckedOptions, start: number): number[] {
  const all = workload.windows.map((_, i) => i);
  if (quick) return all.filter((i) => i % QUICK_STRIDE === 0 || i === all.length - 1);
  return all.filter((i) => i % starts === start);
}

/** Runs the starts one after the other, each in a worker of its own; each goes on with the bars where the last stopped. */
async function measureStarts(given: CheckedOptions, measuring: Measuring): Promise<StartResult[]> {
  const { batch, echoes, pace, pacedTicks, seed, starts, ticks, workload } = given;
  const reference = !(given.quick && workload.published); // a quick run leaves it to the golden rows
  const total = (reference ? STEPS.sweep : 0) + starts * (STEPS.rounds + STEPS.sweep + STEPS.combos);
  const options = Array.from(
    { length: starts },
    (_, i): StartOptions => ({
      close: workload.series.close,
      windows: workload.windows,
      fee: workload.fee,
      combos: combosOf(given, i),
      live: windowLengths(given.length),
      from: pieceStart(ticks, i, starts),
      to: pieceStart(ticks, i + 1, starts),
      batch,
      pace,
      pacedTicks,
      echoes,
      seed: seed + i,

      reference: reference && i === 0,
    }),
  );
  return inStarts(path.join(__dirname, 'start.js'), 'measureStart', options, total, measuring);
}

/** What this run does not have. */
function gaps({ quick, workload }: CheckedOptions, rows: readonly BreakEvenRow[]): Gap[] {
  const bars = workload.series.close.length;
  const combos = rows.filter(({ granularity }) => granularity === 'combo').length;
  const found: Gap[] = [
    {
      what: 'the floor of shared memory',
      why: "the article's 39 ns a round trip is quoted there; the curve of it is drawn, not measured",
    },
  ];
  const ticked = rows.find((row) => row.granularity === 'bar' && row.pacing === 'closed')!.measured.n;
  if (ticked < bars) {
    found.push({
      what: `${(bars - ticked).toLocaleString('en-US')} of ${bars.toLocaleString('en-US')} one-bar calls`,
      why: 'the loop was cut short, by its options, a quick run or a stop; its seconds are scaled to all bars',
    });
  }
  if (combos < workload.windows.length) {
    found.push({
      what: `${workload.windows.length - combos} of ${workload.windows.length} combos called one by one`,
      why: quick ? 'a quick run takes one in five, and the longest' : 'each start calls a share of them',
    });
  }
  return found;
}
