import path from 'node:path';
import { Gate, type GateReference, inWorker, Starts, type Timed, worstNoise } from '../../bench';
import { codecNames } from '../../codec';
import { GOLDEN, type SweepResult, type Windows } from '../../kernel';
import type { ExperimentTask } from '../experiment/measure';
import type { Measuring } from '../measuring';
import { section } from '../run';
import type { Gap, Study } from '../section';
import { inStarts } from '../starts';
import { workloadRecord } from '../workload';
import { serializationFacts } from './facts';
import { type JobCall, jobNamed } from './jobs';
import { type CheckedOptions, checked, type SerializationTaxOptions } from './options';
import { codecOrder, codecRow, jobRow, type SerializationTaxRow } from './rows';
import { bytesKey, type StartOptions, type StartResult } from './start';
import { type Direction, type Side, subjectKey } from './subjects';

export { jobNames } from './jobs';
export type { SerializationTaxOptions } from './options';
export type { CodecRow, JobRow, SerializationTaxRow } from './rows';

/** In a quick run the whole job has every fourth length. */
const QUICK_STRIDE = 4;

const SIDES: readonly Side[] = ['client-node', 'server-rust', 'reference-python'];

/**
 * What it costs to turn the sweep's request into bytes and back: each codec in Node and in Rust, the article's own
 * in Python, cold and warm; and then the whole job in JSON over HTTP beside raw bytes over a Unix socket.
 */
export const serializationTax: Study<SerializationTaxOptions, SerializationTaxRow> = {
  name: 'serialization-tax',
  title: 'The serialization tax',
  async run(options = {}, context = {}) {
    const given = checked(options);
    const { workload, ...rest } = given;
    const record = { ...rest, ...workloadRecord(workload) };
    return section(serializationTax, given.quick, record, context, async (measuring) => {
      // first: when the section is stopped, no worker can be asked for it any more
      const rows = given.jobs.length > 0 && given.sweeps > 0 ? await reference(given, measuring) : null;
      return parts(given, await measureStarts(given, measuring), rows);
    });
  },
};

/** The windows of the whole job: all, or in a quick run some of them. */
function jobWindows({ quick, workload: { windows } }: CheckedOptions): Windows[] {
  return quick ? windows.filter((_, i) => i % QUICK_STRIDE === 0) : windows;
}

async function measureStarts(given: CheckedOptions, measuring: Measuring): Promise<StartResult[]> {
  const { codecs, jobs, rounds, seed, starts, sweeps, workload } = given;
  const total = starts * 3 + sweeps * jobs.length;
  const options = Array.from(
    { length: starts },
    (_, i): StartOptions => ({
      close: workload.series.close,
      windows: workload.windows,
      fee: workload.fee,
      jobWindows: jobWindows(given),
      codecs: rotated(codecs, i),
      jobs,
      rounds,
      sweeps: i < sweeps ? 1 : 0,
      seed: seed + i,
    }),
  );
  return inStarts(path.join(__dirname, 'start.js'), 'measureStart', options, total, measuring);
}

/** Another codec is first in each start: what is first pays for what others then find warm. */
const rotated = <T>(list: readonly T[], by: number): T[] => list.map((_, i) => list[(i + by) % list.length]);

function parts(given: CheckedOptions, results: readonly StartResult[], expected: GateReference | null) {
  const { quick, workload } = given;
  const intervals = !quick;
  const warm = new Starts<Timed>(
    results.map((result) => result.warm),
    intervals,
  );
  const cold = new Starts<Timed>(
    results.map((result) => result.cold),
    intervals,
  );
  const swept = results.filter((result) => result.jobs.size > 0);
  const jobs = new Starts<JobCall>(
    swept.map((result) => result.jobs),
    intervals,
  );
  const published = workload.articles;
  const rows: SerializationTaxRow[] = [...codecRows(given, results, { cold, warm }, published)];
  const done = given.jobs.filter((name) => jobs.has(name));
  const windows = jobWindows(given);
  for (const name of done)
    rows.push(jobRow(jobNamed(name), jobs, windows.length, workload.published && !quick));
  return {
    noise: worstNoise(
      results.map(({ noise }) => noise),
      null,
    ),
    gate: expected && done.length > 0 ? gate(expected, swept, done) : null,
    rows,
    facts: serializationFacts(warm, jobs, rows, {
      combos: workload.windows.length,
      published,
      whole: workload.published && !quick,
    }),
    gaps: gaps(given),
  };
}

function codecRows(
  { workload }: CheckedOptions,
  results: readonly StartResult[],
  times: { cold: Starts<Timed>; warm: Starts<Timed> },
  published: boolean,
): SerializationTaxRow[] {
  const floats = workload.series.close.length;
  const series = floats * 8;
  const request = series + workload.windows.length * 48 + 8;
  const rows: SerializationTaxRow[] = [];
  for (const side of SIDES) {
    const written = [...results[0].bytes].filter(([key]) => key.startsWith(`${side} `));
    const names = written.map(([key]) => key.slice(side.length + 1));
    if (side !== 'reference-python') names.sort((a, b) => codecOrder(a) - codecOrder(b));
    for (const codec of names) {
      const bytes = results[0].bytes.get(bytesKey(side, codec))!;
      const sizes = { floats, bytes, raw: side === 'reference-python' ? series : request };
      for (const direction of ['encode', 'decode'] satisfies Direction[]) {
        for (const warmth of ['cold', 'warm'] as const) {
          const measured = times[warmth].summary(subjectKey(side, codec, direction));
          rows.push(codecRow({ side, codec, direction, warmth }, sizes, measured, published));
        }
      }
    }
  }
  return rows;
}

function gate(expected: GateReference, swept: readonly StartResult[], names: readonly string[]) {
  const checks = new Gate([expected], names);
  for (const { jobs } of swept) {
    for (const [name, calls] of jobs) for (const { result } of calls) checks.check(name, result);
  }
  return checks.verdict();
}

/** The golden rows of the lengths swept, where there are such; else the same sweep in V8, in a worker. */
async function reference(given: CheckedOptions, { signal }: Measuring): Promise<GateReference> {
  const { series, fee, articles } = given.workload;
  const windows = jobWindows(given);
  const golden = windows.map(({ full }) => GOLDEN.rows.find(({ length }) => length === full));
  if (articles && golden.every((row) => row !== undefined)) {
    const result: SweepResult = {
      pnl: Float64Array.from(golden, (row) => row!.pnl),
      trades: Int32Array.from(golden, (row) => row!.trades),
    };
    return { name: 'golden', result };
  }
  const task: ExperimentTask = { close: series.close, windows, fee };
  const module = path.join(__dirname, '..', 'experiment', 'measure.js');
  const result = await inWorker<ExperimentTask, SweepResult>(module, 'sweepOnce', task, { signal });
  return { name: 'in-process V8', result };
}

function gaps(given: CheckedOptions): Gap[] {
  const found: Gap[] = [];
  if (given.codecs.includes('v8')) {
    found.push({ what: 'v8 in Rust', why: "V8's own format: no kept library reads it there" });
  }
  if (given.quick && given.sweeps > 0) {
    const [some, all] = [jobWindows(given).length, given.workload.windows.length];
    if (some < all)
      found.push({ what: `${all - some} of ${all} lengths of the whole job`, why: 'a quick run' });
  }
  const left = codecNames.filter((name) => !given.codecs.includes(name));
  if (left.length > 0) found.push({ what: left.join(', '), why: 'not among the codecs asked for' });
  return found;
}
