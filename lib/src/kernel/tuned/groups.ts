import { FEE_PERCENT } from '../fee';
import { WINDOW_NAMES, type Windows } from '../windows';
import { Book } from './book';

/** A block has at least this many bars: fewer would spend more on history than on themselves. */
const LEAST_BLOCK = 512;

/** Combos of which the longest reaches this many times as far as the shortest go through the series together. */
const SPREAD = 4;

/** Up to this reach all combos go together: a block's sums are short enough for the shortest of them. */
const SHORT_REACH = 256;

/** Most float64 values in one group's rows of averages, 16 MiB: what bounds the memory of a sweep. */
const MOST_SHARED = 2 ** 21;

/** Each combo has up to five windows of the close. */
const ROWS = 5;

/** Combos that go through the series together, block by block, sharing what they can. */
export interface Group {
  /** In the order of their outer windows, so that equal ones are neighbours. */
  readonly books: readonly Book[];
  /** The furthest any looks back, in bars. */
  readonly reach: number;
  /** Bars in a block. */
  readonly block: number;
}

/** The block of a group that looks back `reach` bars: twice that, so that history is a third of the work at most. */
const blockFor = (reach: number): number => Math.max(LEAST_BLOCK, 2 * reach);

/** The combos of a sweep, sorted out. */
export interface Grouping {
  /** The book of each combo, the same for equal combos; null where the series is too short for it. */
  readonly bookOf: readonly (Book | null)[];
  readonly groups: readonly Group[];
}

/**
 * A book for each distinct combo that has a bar to decide, and the groups they go in. The error of the sums grows with
 * the fourth power of a block's length, so combos of very unlike windows are kept apart.
 * @param fee In percent of a trade's entry price.
 */
export function grouped(combos: readonly Windows[], bars: number, fee = FEE_PERCENT): Grouping {
  const books = new Map<string, Book>();
  const bookOf = combos.map((windows) => {
    const key = WINDOW_NAMES.map((name) => windows[name]).join();
    let book = books.get(key);
    if (book === undefined) {
      book = new Book(windows, fee);
      books.set(key, book);
    }
    return book.firstBar < bars ? book : null;
  });
  const used = [...books.values()].filter(({ firstBar }) => firstBar < bars);
  used.sort((a, b) => a.reach - b.reach);
  const groups: Book[][] = [];
  for (const book of used) {
    const group = groups.at(-1);
    if (group !== undefined && belongs(book, group)) group.push(book);
    else groups.push([book]);
  }
  return { bookOf, groups: groups.map(groupOf) };
}

/** Whether a book goes with a group's, none of which reaches further than it. */
function belongs({ reach }: Book, group: readonly Book[]): boolean {
  const values = ROWS * (group.length + 1) * (reach + blockFor(reach));
  return reach <= Math.max(SHORT_REACH, group[0].reach * SPREAD) && values <= MOST_SHARED;
}

function groupOf(members: readonly Book[]): Group {
  const books = [...members].sort(
    ({ windows: a }, { windows: b }) => a.sqrt - b.sqrt || a.p - b.p || a.full - b.full,
  );
  const reach = Math.max(...books.map((book) => book.reach));
  return { books, reach, block: blockFor(reach) };
}
