import type { Windows } from '../windows';
import type { Book } from './book';
import { boundIn } from './certificate';
import { decide, decideDirectly, type Estimates } from './decide';
import { Direct } from './direct';
import type { Group } from './groups';
import { differencePass, hma3Pass, weightedSums } from './passes';
import { Sums } from './sums';

/** One group's way through the series, a block at a time. Its arrays are made once and have a block's length. */
export class Blocks {
  #next = 0;
  readonly #sums: Sums;
  readonly #direct: Direct;
  readonly #bySqrt: Float64Array;
  readonly #byP: Float64Array;
  readonly #hma3: Float64Array;
  readonly #estimates: Estimates;
  #sqrt = 0;
  #third: Windows | null = null;

  /**
   * @param scale Of the bound; other than 1 only to show what the bound is for.
   * @param onEstimates Called for each combo and block that is not done directly. The arrays are used again.
   */
  constructor(
    private readonly closes: Float64Array,
    private readonly group: Group,
    private readonly scale = 1,
    private readonly onEstimates: ((block: Estimates) => void) | null = null,
  ) {
    const { reach, block, books } = group;
    this.#sums = new Sums(reach, block);
    this.#direct = new Direct(
      closes,
      books.map(({ windows }) => windows),
      block,
    );
    this.#bySqrt = new Float64Array(reach + block);
    this.#byP = new Float64Array(reach + block);
    this.#hma3 = new Float64Array(block);
    this.#estimates = { first: 0, count: 0, difference: new Float64Array(block), bound: 0 };
  }

  /** Does one more block for every combo; false when there is none left. */
  next(): boolean {
    const first = this.#next;
    if (first >= this.closes.length) return false;
    const end = Math.min(first + this.group.block, this.closes.length);
    this.#next = end;
    this.#sums.fill(this.closes, first, end);
    this.#direct.begin(first, end);
    const estimates = this.#estimates;
    estimates.first = first;
    estimates.count = end - first;
    this.#sqrt = 0;
    this.#third = null;
    for (const book of this.group.books) {
      if (book.firstBar < end) this.#combo(book, Math.max(0, book.firstBar - first));
    }
    return true;
  }

  #combo(book: Book, from: number): void {
    if (!this.#sums.sound) {
      decideDirectly(this.closes, book, from, this.#estimates, this.#direct);
      return;
    }
    this.#estimate(book);
    this.onEstimates?.(this.#estimates);
    decide(this.closes, book, from, this.#estimates, this.#direct);
  }

  /** The difference of the averages for the whole block; what the combo before has worked out is taken from it. */
  #estimate({ windows, taps, certificate }: Book): void {
    const { reach } = this.group;
    const { count, difference } = this.#estimates;
    const hma3 = this.#hma3;
    const sums = this.#sums.values;
    const { half, full, sqrt, pThird, pHalf, p } = windows;
    const end = reach + count;
    if (this.#sqrt !== sqrt) {
      this.#sqrt = sqrt;
      weightedSums(sums, sqrt, sqrt + 1, end, this.#bySqrt);
    }
    if (!sameThird(this.#third, windows)) {
      this.#third = windows;
      weightedSums(sums, p, reach - Math.max(pThird, pHalf, p) - 1, end, this.#byP);
      hma3Pass(this.#byP, taps.hma3, pThird, pHalf, p, reach, end, hma3);
    }
    differencePass(this.#bySqrt, taps.hma, half, full, reach, end, hma3, difference);
    this.#estimates.bound = this.scale * boundIn(this.#sums, certificate);
  }
}

function sameThird(a: Windows | null, b: Windows): boolean {
  return a !== null && a.p === b.p && a.pHalf === b.pHalf && a.pThird === b.pThird;
}
