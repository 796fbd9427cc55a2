import { integerOption, knownOptions } from '../errors';
import { averages, MAX_WINDOW, windowLengths } from '../kernel';
import type { PlotlyFigure } from './figure';
import { fitted } from './fitted';
import { COLOURS, layout } from './style';

export interface SparseFilterOptions {
  /** HMA length, 4 to 2,000. Default 100. */
  length?: number;
}

/** Drawing needs neither more nor fewer: below there are hardly four differences, above no screen shows the taps. */
const SHORTEST = 4;
const LONGEST = Math.min(2_000, MAX_WINDOW);

/**
 * HMA3 - HMA as a filter over the closes: above, what each close weighs, by its age; below, the same after four
 * differences, where all but a few weights are nothing. Worked out by the reference itself, from a single close of 1
 * among zeros.
 */
export function sparseFilter(options: SparseFilterOptions = {}): PlotlyFigure {
  knownOptions(options, ['length']);
  const length = integerOption('length', options.length ?? 100, SHORTEST, LONGEST);
  const weights = weightsOf(length);
  const scale = Math.max(...weights.map(Math.abs));
  let differences = weights;
  for (let i = 0; i < 4; i++) differences = differenceOf(differences);
  const most = Math.max(...differences.map(Math.abs));
  // roundings are some 1e-16 of the weights
  const taps = differences.flatMap((weight, age) =>
    Math.abs(weight) > 1e-12 * scale ? [{ age, weight }] : [],
  );
  const stems = taps.flatMap(({ age, weight }) => [
    { age, weight: 0 },
    { age, weight },
    { age: null, weight: null },
  ]);
  return fitted({
    data: [
      {
        type: 'scatter',
        mode: 'lines',
        name: `weight of a close (${weights.length} of them)`,
        x: weights.map((_, age) => age),
        y: weights,
        line: { color: COLOURS.ours, width: 2 },
        hovertemplate: '%{x} bars ago: %{y:.4f}<extra></extra>',
      },
      {
        type: 'scatter',
        mode: 'lines',
        showlegend: false,
        x: stems.map(({ age }) => age),
        y: stems.map(({ weight }) => weight),
        xaxis: 'x2',
        yaxis: 'y2',
        line: { color: COLOURS.published, width: 1.5 },
        hoverinfo: 'skip',
      },
      {
        type: 'scatter',
        mode: 'markers',
        name: `after four differences (${taps.length} are left)`,
        x: taps.map(({ age }) => age),
        y: taps.map(({ weight }) => weight),
        xaxis: 'x2',
        yaxis: 'y2',
        marker: { color: COLOURS.published, size: 8 },
        hovertemplate: '%{x} bars ago: %{y:.2e}<extra></extra>',
      },
    ],
    layout: layout(`HMA3 - HMA of length ${length}, as weights of the closes`, {
      height: 500,
      xaxis: { anchor: 'y', matches: 'x2' },
      yaxis: { domain: [0.56, 1], title: { text: 'weight' }, exponentformat: 'power' },
      xaxis2: { anchor: 'y2', title: { text: 'bars ago' } },
      yaxis2: {
        domain: [0, 0.44],
        title: { text: 'fourth difference' },
        range: [-1.15 * most, 1.15 * most],
        exponentformat: 'power',
      },
    }),
  });
}

/** What HMA3 - HMA makes of a single close of 1, from its own bar on. */
function weightsOf(length: number): number[] {
  const windows = windowLengths(length);
  const { half, full, sqrt, pThird, pHalf, p } = windows;
  const reach = Math.max(Math.max(half, full) + sqrt, Math.max(pThird, pHalf, p) + p) - 1;
  const close = new Float64Array(2 * reach);
  close[reach] = 1;
  const { hma, hma3 } = averages(close, windows);
  return Array.from({ length: reach }, (_, age) => hma3[reach + age] - hma[reach + age]);
}

/** Each weight less the one before, one longer. */
function differenceOf(weights: readonly number[]): number[] {
  return Array.from({ length: weights.length + 1 }, (_, i) => (weights[i] ?? 0) - (weights[i - 1] ?? 0));
}
