interface Node<T> {
  readonly item: T;
  next: Node<T> | null;
}

/** First in, first out: a linked list, so that each step takes constant time and no memory moves, however many wait. */
export class Queue<T> {
  #first: Node<T> | null = null;
  #last: Node<T> | null = null;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(item: T): void {
    const node: Node<T> = { item, next: null };
    if (this.#last === null) this.#first = node;
    else this.#last.next = node;
    this.#last = node;
    this.#length++;
  }

  /** The oldest, left where it is. */
  first(): T | undefined {
    return this.#first?.item;
  }

  /** Takes out the oldest. */
  shift(): T | undefined {
    const first = this.#first;
    if (first === null) return undefined;
    this.#first = first.next;
    if (first.next === null) this.#last = null;
    this.#length--;
    return first.item;
  }

  /** Takes out one of them, wherever it is; false when it is not there. */
  remove(item: T): boolean {
    let before: Node<T> | null = null;
    let node = this.#first;
    while (node !== null && node.item !== item) {
      before = node;
      node = node.next;
    }
    if (node === null) return false;
    if (before === null) this.#first = node.next;
    else before.next = node.next;
    if (node.next === null) this.#last = before;
    this.#length--;
    return true;
  }

  /** Takes out all, the oldest first. */
  takeAll(): T[] {
    const all: T[] = [];
    for (let node = this.#first; node !== null; node = node.next) all.push(node.item);
    this.#first = null;
    this.#last = null;
    this.#length = 0;
    return all;
  }
}
