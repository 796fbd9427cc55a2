import { bootstrapMedian } from '../../bench';
import { type Fact, fact } from '../section';
import type { StartResult } from './start';
import type { Call, Way, WaySweep } from './ways';

export interface FactsOptions {
  combos: number;
  intervals: boolean;
  /** Whether the article's figures for one call apply: its series. */
  series: boolean;
  /** Whether those for a whole sweep apply too: its series and grid. */
  whole: boolean;
}

/** The article's, in microseconds: its echo, and 79 crossings more at half of it. */
const ECHO = 2_043.4;
const CROSSINGS = 79;

/** What the ways differ by: each figure a median over rounds, with an interval over starts. */
export function chattyFacts(
  starts: readonly StartResult[],
  { combos, intervals, series, whole }: FactsOptions,
): Record<string, Fact> {
  const facts: Record<string, Fact> = {};
  const put = (name: string, unit: string, samples: number[][], published: number | null = null): void => {
    const { value, low, high } = bootstrapMedian(samples);
    facts[name] = fact(value, unit, intervals ? { low, high, published } : { published });
  };
  const of = (way: Way, pick: (sweep: WaySweep, batch: WaySweep) => number): number[][] =>
    starts.map(({ sweeps }) =>
      sweeps.get(way)!.map((each, round) => pick(each, sweeps.get('batch')![round])),
    );
  const boundary = ({ us, compute }: Call): number => us - compute;
  const perCall = (figure: number): number | null => (series ? figure : null);
  const perSweep = (figure: number): number | null => (whole ? figure : null);
  const has = (way: Way): boolean => starts[0].sweeps.has(way);

  put('batch_boundary', 'us', of('batch', boundary), perCall(ECHO));
  put(
    'echo_of_the_series',
    'us',
    starts.map(({ echoes }) => echoes),
    perCall(ECHO),
  );
  put(
    'echo_of_one_float',
    'us',
    starts.map(({ floor }) => floor),
    perCall(14.05),
  );
  if (has('resending') && combos > 1) {
    const crossings = combos - 1;
    const extra = of('resending', (each, batch) => boundary(each) - boundary(batch));
    put(
      'resending_extra_wall',
      'us',
      of('resending', (each, batch) => each.us - batch.us),
      perSweep(107_000),
    );
    put('resending_extra_boundary', 'us', extra, perSweep(107_000));
    put(
      'extra_per_crossing',
      'us',
      extra.map((start) => start.map((us) => us / crossings)),
      perCall(107_000 / CROSSINGS),
    );
    const half = starts.map(({ echoes }) => echoes.map((us) => us / 2));
    put('naive_per_crossing', 'us', half, perCall(ECHO / 2));
    put(
      'naive_prediction',
      'us',
      half.map((start) => start.map((us) => us * crossings)),
      perSweep((CROSSINGS * ECHO) / 2),
    );
    facts.naive_over_measured = fact(
      Number(facts.naive_prediction.value) / Number(facts.resending_extra_boundary.value),
      'ratio',
      { published: perCall((CROSSINGS * ECHO) / 2 / 107_000) },
    );
  }
  for (const way of ['resending', 'stateful', 'pipelined'] as const) {
    if (!has(way)) continue;
    // the median of calls: one that the system interrupted does not move it, as it moves their sum
    const calls = starts.map(({ sweeps }) => sweeps.get(way)!.flatMap((each) => each.calls.map(boundary)));
    put(`${way}_per_call`, 'us', calls, way === 'stateful' ? perCall(16) : null);
    put(`${way}_boundary`, 'us', of(way, boundary), way === 'stateful' ? perSweep(1_300) : null);
  }
  put(
    'load_once',
    'us',
    starts.map(({ load }) => [load]),
  );
  return facts;
}
