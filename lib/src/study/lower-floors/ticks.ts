import { microseconds } from '../../bench';
import type { BlockingClient, Engine } from '../../engine';
import { CancelledError } from '../../errors';
import type { Windows } from '../../kernel';
import { type Books, compareBooks, emptyBooks } from '../break-even/books';
import { LiveLoop } from '../break-even/live-loop';

/** A live loop, a call a bar, closed: the next is sent when the answer to the one before is there. */
export interface Ticked {
  /** What each call took, in microseconds, in the order of the bars. */
  us: Float64Array;
  /** Filled up to `bars`. */
  books: Books;
  /** Bars the session was given: more than were timed where `TickOptions.least` asks for it. */
  bars: number;
}

/** Calls between two looks at the clock and the signal. */
const STRIDE = 100;
/** Bars of a session of its own before the timed one, for at most so many milliseconds. */
const WARM = { bars: 2_000, milliseconds: 200 } as const;

/** What both loops are given. */
export interface TickOptions {
  windows: Windows;
  /** Of all bars to be ticked. */
  close: Float64Array;
  /** Milliseconds after which no further call is timed. */
  milliseconds: number;
  /**
   * Bars the session is given in any case, untimed once the time is up: before its first trade its books are every
   * kernel's, and comparing them shows nothing.
   */
  least: number;
}

/** Most closes of an untimed call. */
const BATCH = 1_000;

/** Over a client on its event loop. */
export async function tick(engine: Engine, options: TickOptions, signal: AbortSignal): Promise<Ticked> {
  await loop(engine, { ...options, ...warmed(options) }, signal);
  return loop(engine, options, signal);
}

async function loop(
  engine: Engine,
  { windows, close, milliseconds, least }: TickOptions,
  signal: AbortSignal,
): Promise<Ticked> {
  const live = await LiveLoop.open(engine, windows, close, signal);
  const us = new Float64Array(close.length);
  const end = microseconds() + milliseconds * 1_000;
  while (live.at < close.length && (live.at === 0 || microseconds() < end)) {
    const at = live.at;
    us.set(await live.closed(Math.min(STRIDE, close.length - at)), at);
  }
  const timed = live.at;
  if (timed < least) await live.batched(least - timed, BATCH);
  return { us: us.slice(0, timed), books: live.books, bars: live.at };
}

/** Over a client that waits in place. */
export function tickInPlace(client: BlockingClient, options: TickOptions, signal: AbortSignal): Ticked {
  loopInPlace(client, { ...options, ...warmed(options) }, signal);
  return loopInPlace(client, options, signal);
}

function loopInPlace(
  client: BlockingClient,
  { windows, close, milliseconds, least }: TickOptions,
  signal: AbortSignal,
): Ticked {
  const session = client.openLive(windows);
  const books = emptyBooks(close.length);
  const us = new Float64Array(close.length);
  const end = microseconds() + milliseconds * 1_000;
  let timed: number | null = null;
  let at = 0;
  for (; at < close.length; at++) {
    if (at > 0 && at % STRIDE === 0 && microseconds() >= end) {
      timed ??= at;
      if (at >= least) break;
    }
    const begin = microseconds();
    const { side, trades, pnl } = client.tickBar(session, close[at]);
    us[at] = microseconds() - begin;
    books.side[at] = side;
    books.trades[at] = trades;
    books.pnl[at] = pnl;
  }
  // The event loop stood still: a cancellation came to nobody until now.
  if (signal.aborted) throw new CancelledError('the live loop', { cause: signal.reason });
  return { us: us.slice(0, timed ?? at), books, bars: at };
}

const warmed = ({ close, milliseconds }: TickOptions) => ({
  close: close.subarray(0, WARM.bars),
  milliseconds: Math.min(WARM.milliseconds, milliseconds),
  least: 0,
});

/** Bars after which the books differ from the in-process kernel's, over those that the session was given. */
export const tickMismatches = ({ bars, books }: Ticked, expected: Books): number =>
  compareBooks(expected, books, 0, bars).mismatches;
