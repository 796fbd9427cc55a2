import type { SweepOptions, SweepResult } from '../sweep';
import { SweepCall } from '../sweep-call';
import type { Windows } from '../windows';
import { Blocks } from './blocks';
import { type Group, type Grouping, grouped } from './groups';

/** A tuned sweep under way, one block of one group at a time. */
export class TunedRun {
  readonly #call: SweepCall;
  readonly #grouping: Grouping;
  readonly #left: Group[];
  #blocks: Blocks | null = null;
  #done = 0;

  /** @param scale Of the bound; other than 1 only to show what the bound is for. */
  constructor(
    private readonly closes: Float64Array,
    combos: readonly Windows[],
    private readonly options: SweepOptions,
    private readonly scale = 1,
  ) {
    this.#call = new SweepCall(closes, combos, options);
    this.#grouping = grouped(this.#call.combos, closes.length, this.#call.fee);
    this.#left = [...this.#grouping.groups];
  }

  /** Does one more block; false when there is none left. */
  next(): boolean {
    if (this.#done === this.#call.combos.length) return false;
    this.#call.goOn();
    const [group] = this.#left;
    if (group === undefined) {
      // what is left are combos that the series is too short for
      this.#tell(this.#call.combos.length);
      return false;
    }
    this.#blocks ??= new Blocks(this.closes, group, this.scale);
    if (this.#blocks.next()) return true;
    this.#blocks = null;
    this.#left.shift();
    this.#tell(this.#done + this.#combosIn(group));
    return this.#done < this.#call.combos.length;
  }

  finish(): SweepResult {
    while (this.next());
    return this.result();
  }

  result(): SweepResult {
    const { bookOf } = this.#grouping;
    return {
      pnl: Float64Array.from(bookOf, (book) => book?.pnl ?? 0),
      trades: Int32Array.from(bookOf, (book) => book?.trades ?? 0),
    };
  }

  /** Of each combo, the bars its bound left open, and those worked out again. */
  settled(): { uncertain: Int32Array; recomputed: Int32Array } {
    const { bookOf } = this.#grouping;
    return {
      uncertain: Int32Array.from(bookOf, (book) => book?.uncertain ?? 0),
      recomputed: Int32Array.from(bookOf, (book) => book?.recomputed ?? 0),
    };
  }

  #combosIn({ books }: Group): number {
    const members = new Set(books);
    return this.#grouping.bookOf.filter((book) => book !== null && members.has(book)).length;
  }

  /** Tells of each combo up to `done`. */
  #tell(done: number): void {
    while (this.#done < done) {
      this.#done++;
      this.options.onCombo?.(this.#done, this.#call.combos.length);
    }
  }
}
