/** How far a kernel's PnL is from the right one, at bars picked for a picture. */
export interface Drift {
  /** Bars counted from 0, ascending. */
  bar: number[];
  /** PnL less the right one, in percent points, after each of these bars. */
  difference: number[];
}

/** So many columns of a log axis. */
const COLUMNS = 300;

/**
 * The difference of two PnL series as a picture can show it on a log axis of bars: in each of 300 columns
 * the bar with the largest difference, and always the last bar.
 */
export function drift(expected: Float64Array, actual: Float64Array): Drift {
  const bars = expected.length;
  const found: Drift = { bar: [], difference: [] };
  const column = (bar: number): number => Math.floor((Math.log(bar + 1) / Math.log(bars + 1)) * COLUMNS);
  for (let bar = 0; bar < bars; ) {
    let worst = bar;
    const here = column(bar);
    for (; bar < bars && column(bar) === here; bar++) {
      // >= keeps the later of equals, so that a flat stretch reaches its end
      if (distance(bar) >= distance(worst)) worst = bar;
    }
    found.bar.push(worst);
    found.difference.push(actual[worst] - expected[worst]);
  }
  return found;

  function distance(bar: number): number {
    return Math.abs(actual[bar] - expected[bar]);
  }
}
