/** How many echoes of one size a block has. */
export interface Calls {
  floats: number;
  /** Calls before the timed ones; the first of them is told apart. */
  warm: number;
  /** Timed calls, at least and at most. */
  least: number;
  most: number;
  /** Between the two, timed calls end after so many microseconds. */
  budget: number;
}

/** One block of echoes of one size, and when it ends. */
export interface Order extends Calls {
  transport: EchoTransport;
}

/** The sockets echoes go over, Unix and TCP on loopback: the default of `echoCurve`'s option `transports`. */
export const ECHO_TRANSPORTS = ['unix', 'tcp'] as const;
export type EchoTransport = (typeof ECHO_TRANSPORTS)[number];

/** What a block took: microseconds of its first call, and of each timed one. */
export interface Block {
  first: number;
  us: number[];
}

/** Most timed calls of a block: five starts of two blocks make a p99. */
const MOST_CALLS = 200;

/** Large echoes warm up what they need with their first. */
function warmCalls(floats: number): number {
  if (floats <= 10_000) return 20;
  return floats <= 1_000_000 ? 3 : 1;
}

/** A block of about `milliseconds`, at least three calls. */
export function blockOrder(transport: EchoTransport, floats: number, milliseconds: number): Order {
  return {
    transport,
    floats,
    warm: warmCalls(floats),
    least: 3,
    most: MOST_CALLS,
    budget: Math.round(milliseconds * 1_000),
  };
}
