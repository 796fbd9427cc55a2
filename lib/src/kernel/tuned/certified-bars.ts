import { averages } from '../averages';
import { checkFloats } from '../floats';
import { checkWindows, type Windows } from '../windows';
import { Blocks } from './blocks';
import { grouped } from './groups';

/** One value a bar: what the tuned kernel goes by, and what it is to stand for. NaN before the windows are full. */
export interface CertifiedBars {
  /** HMA3 - HMA by the sparse filters. NaN in blocks that are done directly. */
  estimate: Float64Array;
  /** How far it can be from the reference's. */
  bound: Float64Array;
  /** The difference of the reference's two averages. */
  reference: Float64Array;
}

/**
 * One combo bar by bar, for figures and for holding the bound against the error it bounds.
 * @throws OptionError naming the window that is out of range.
 */
export function certifiedBars(close: Float64Array, windows: Windows): CertifiedBars {
  checkFloats('close', close);
  checkWindows(windows);
  const bars = close.length;
  const { hma, hma3 } = averages(close, windows);
  const reference = hma3.map((value, bar) => value - hma[bar]);
  const estimate = new Float64Array(bars).fill(NaN);
  const bound = new Float64Array(bars).fill(NaN);
  const [group] = grouped([windows], bars).groups;
  if (group !== undefined) {
    const [book] = group.books;
    const blocks = new Blocks(close, group, 1, (block) => {
      const from = Math.max(0, book.firstBar - block.first);
      for (let i = from; i < block.count; i++) {
        estimate[block.first + i] = block.difference[i];
        bound[block.first + i] = block.bound;
      }
    });
    while (blocks.next());
  }
  return { estimate, bound, reference };
}
