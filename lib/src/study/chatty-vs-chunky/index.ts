import path from 'node:path';
import { Gate, type GateReference, STARTS_FOR_INTERVAL, worstNoise } from '../../bench';
import type { Measuring } from '../measuring';
import { section } from '../run';
import type { Study } from '../section';
import { fewerCombos } from '../spread';
import { inStarts } from '../starts';
import { workloadRecord } from '../workload';
import { chattyFacts } from './facts';
import { type ChattyOptions, type CheckedOptions, checked } from './options';
import { goldenReference } from './reference';
import { type ChattyRow, wayRows } from './rows';
import type { StartOptions, StartResult } from './start';

export type { ChattyOptions } from './options';
export type { ChattyRow } from './rows';
export { WAYS, type Way } from './ways';

/**
 * Chatty against chunky: one sweep as one call, and as one call per combo with the series sent again,
 * with the series loaded before, and sent without waiting. What a way costs is taken per call, as what
 * the caller waited beyond the kernel's own time, so that the kernel's noise is not in it.
 */
export const chattyVsChunky: Study<ChattyOptions, ChattyRow> = {
  name: 'chatty-vs-chunky',
  title: 'Chatty against chunky',
  async run(options = {}, context = {}) {
    const given = checked(options);
    const { workload, whole: _, ...rest } = given;
    const record = { ...rest, ...workloadRecord(workload) };
    return section(chattyVsChunky, given.quick, record, context, async (measuring) => {
      const golden = goldenReference(workload);
      return parts(given, golden, await measure(given, golden !== null, measuring));
    });
  },
};

const echoCount = (quick: boolean): number => (quick ? 20 : 50);

async function measure(
  given: CheckedOptions,
  hasGolden: boolean,
  measuring: Measuring,
): Promise<StartResult[]> {
  const { ways, rounds, starts, transport, kernel, seed, workload } = given;
  const total = ways.length * rounds * starts;
  const options = Array.from(
    { length: starts },
    (_, i): StartOptions => ({
      ways,
      close: workload.series.close,
      windows: workload.windows,
      fee: workload.fee,
      transport,
      kernel,
      rounds,
      seed: seed + i,
      echoes: echoCount(given.quick),
      reference: i === 0 && !hasGolden,
    }),
  );
  return inStarts(path.join(__dirname, 'start.js'), 'measureStart', options, total, measuring);
}

function parts(given: CheckedOptions, golden: GateReference | null, starts: readonly StartResult[]) {
  const { ways, workload } = given;
  const intervals = !given.quick && starts.length >= STARTS_FOR_INTERVAL;
  const reference = golden ?? { name: 'in-process V8', result: starts[0].reference! };
  const gate = new Gate([reference], ways);
  for (const { sweeps } of starts) {
    for (const [way, made] of sweeps) for (const { result } of made) gate.check(way, result);
  }
  const bars = workload.series.close.length;
  const { lengths, published } = workload;
  const rows = ways.flatMap((way) =>
    wayRows(
      way,
      starts.map(({ sweeps }) => sweeps.get(way)!),
      { bars, lengths, intervals, published },
    ),
  );
  const facts = chattyFacts(starts, {
    combos: lengths.length,
    intervals,
    series: workload.articles,
    whole: published,
  });
  const noise = worstNoise(
    starts.map((start) => start.noise),
    null,
  );
  return { noise, gate: gate.verdict(), rows, facts, gaps: fewerCombos(given.whole, lengths.length) };
}
