/** Places given up at the front before they are worth moving the rest for. */
const GIVEN_UP = 1024;

/**
 * First in, first out, in constant time however many wait. An array's own `shift` moves all that are left, so a
 * hundred thousand calls at once would take minutes.
 */
export class Queue<T> {
  #items: T[] = [];
  #front = 0;

  get length(): number {
    return this.#items.length - this.#front;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** The oldest, left where it is. */
  first(): T | undefined {
    return this.#items[this.#front];
  }

  /** Takes out the oldest. */
  shift(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#front];
    this.#items[this.#front++] = undefined as T;
    if (this.length === 0) this.takeAll();
    else if (this.#front >= GIVEN_UP && this.#front * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#front);
      this.#front = 0;
    }
    return item;
  }

  /** Takes out one of them, wherever it is; false when it is not there. */
  remove(item: T): boolean {
    const at = this.#items.indexOf(item, this.#front);
    if (at < 0) return false;
    this.#items.splice(at, 1);
    return true;
  }

  /** Takes out all, the oldest first. */
  takeAll(): T[] {
    const all = this.#items.slice(this.#front);
    this.#items = [];
    this.#front = 0;
    return all;
  }
}
