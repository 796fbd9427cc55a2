import { weightSum } from './wma';

/** Room for this many values at first; a window grows with what it has seen, not with what it may hold. */
const FIRST_CAPACITY = 16;

/**
 * The WMA one value at a time, over a ring of the last `n`: the same products in the same order as the
 * batch form, O(n) a value.
 */
export class LiveWma {
  #ring: Float64Array;
  /** Values seen, up to n. */
  #filled = 0;
  /** Where the next value goes; once the ring is full, that is where the oldest is. */
  #next = 0;
  readonly #divisor: number;

  constructor(private readonly n: number) {
    this.#ring = new Float64Array(Math.min(n, FIRST_CAPACITY));
    this.#divisor = weightSum(n);
  }

  /** @returns the average with `value` as the newest; NaN until n values have come. */
  push(value: number): number {
    if (this.#filled === this.#ring.length && this.#filled < this.n) this.#grow();
    this.#ring[this.#next] = value;
    this.#next = this.#next + 1 === this.n ? 0 : this.#next + 1;
    if (this.#filled < this.n) this.#filled++;
    return this.#filled < this.n ? NaN : this.#average();
  }

  #average(): number {
    const ring = this.#ring;
    let sum = 0;
    let weight = 0;
    for (let i = this.#next; i < this.n; i++) sum += ring[i] * ++weight;
    for (let i = 0; i < this.#next; i++) sum += ring[i] * ++weight;
    return sum / this.#divisor;
  }

  #grow(): void {
    const larger = new Float64Array(Math.min(this.n, this.#ring.length * 2));
    larger.set(this.#ring);
    this.#ring = larger;
  }
}
