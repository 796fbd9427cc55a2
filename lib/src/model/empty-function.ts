import { type Measured, measured, quantile } from '../bench';

type Fn = () => unknown;

/**
 * Two functions that do nothing but give what a function gives, as far as giving it costs something by itself: a number
 * that is no small integer is put into memory, and a promise is waited for. V8 works out the root of a constant when it
 * compiles.
 */
function source(given: unknown, asynchronous: boolean): string {
  const kept = typeof given === 'number' && !Object.is(given, given | 0);
  const kind = asynchronous ? 'async ' : '';
  return [2, 3].map((n) => `${kind}() => ${kept ? `Math.sqrt(${n})` : '{}'}`).join(', ');
}

/**
 * Empty functions beside `fn`, of the same making: a notebook's cells have globals of their own, and waiting for another
 * world's promise takes longer.
 * @param given What a call of `fn` gave.
 */
export function emptyFunctions(fn: Fn, given: unknown, asynchronous: boolean): readonly [Fn, Fn] {
  const text = `return [${source(given, asynchronous)}]`;
  try {
    const { constructor: own } = Object.getPrototypeOf(fn);
    // an async function's maker is made after the maker of functions
    const maker = own.name === 'Function' ? own : Object.getPrototypeOf(own);
    return maker(text)();
  } catch {
    // made by nobody in particular, or where no text may become code
    return Function(text)();
  }
}

/** Microseconds of a call in one round: of the function, and of two empty ones, each called as often as it. */
export interface Round {
  own: number;
  empty: readonly [number, number];
}

/** By less than this share of an empty call two functions may differ for where their code came to lie. */
const SAME_CODE = 0.25;

/** What is said of a function that can't be told from one that does nothing. */
export const NO_MORE = 'no more than an empty function';

/** An empty function beside the one that is measured. */
export interface AgainstEmpty {
  /** Of both empty functions, in microseconds a call. */
  empty: Measured;
  moreThanEmpty: boolean;
  /** {@link NO_MORE}, or null where there is nothing to say. */
  note: string | null;
}

/**
 * Whether a function takes more than one that does nothing. In three of four rounds it must take longer than both empty
 * ones, by more than they differ among themselves in as many, and by more than the place of its code can make.
 */
export function againstEmpty(rounds: readonly Round[]): AgainstEmpty {
  const over = rounds.map(({ own, empty }) => own / Math.max(...empty));
  const control = rounds.map(({ empty }) => Math.max(...empty) / Math.min(...empty));
  const least = Math.max(1 + SAME_CODE, quantile(control, 0.75));
  const moreThanEmpty = quantile(over, 0.25) > least;
  return {
    empty: measured(
      'us',
      rounds.flatMap(({ empty }) => empty),
    ),
    moreThanEmpty,
    note: moreThanEmpty ? null : NO_MORE,
  };
}
