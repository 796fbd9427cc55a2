import type { RustKernel } from '../rust';
import { WINDOW_NAMES, type Windows } from '../windows';

/** Multiply-adds that take a few tens of milliseconds, more or less, on any machine. */
const WORK = 2 ** 25;

/** About how many multiply-adds a bar's combo costs: seven passes over its windows, the last window twice. */
const work = (windows: Windows): number => WINDOW_NAMES.reduce((sum, name) => sum + windows[name], windows.p);

const COST: Record<RustKernel, (windows: Windows) => number> = {
  naive: work,
  unchecked: work,
  direct: (windows) => work(windows) / 8,
  tuned: () => 20,
};

/** Cuts the combos into runs of about the same work; a combo of more is a run of its own. */
export function* portions(
  kernel: RustKernel,
  bars: number,
  combos: readonly Windows[],
): Generator<{ from: number; to: number }> {
  let from = 0;
  let sum = 0;
  for (let i = 0; i < combos.length; i++) {
    const cost = COST[kernel](combos[i]) * bars;
    if (i > from && sum + cost > WORK) {
      yield { from, to: i };
      from = i;
      sum = 0;
    }
    sum += cost;
  }
  if (from < combos.length) yield { from, to: combos.length };
}
