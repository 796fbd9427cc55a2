import { OptionError } from '../errors';
import type { Windows } from '../kernel';
import { checkCombo, combosLength, writeCombos } from './combo';
import { bytesOf, LENGTH_BYTES, REQUEST_HEADER_BYTES, viewOf } from './layout';
import { LONGEST_BODY } from './limits';
import { Opcode } from './opcode';

/**
 * A request frame as the pieces to write one after another. A long series is a piece of its own that shares the
 * caller's memory: nothing is copied, so the series must not change before the request was answered.
 */
export type FrameParts = readonly Uint8Array[];

const HEAD_BYTES = LENGTH_BYTES + REQUEST_HEADER_BYTES;

/** A series up to this many bytes is copied behind the header: one small write costs less than two pieces. */
const COPIED_BYTES = 2048;

/** Sweep of a series sent along: answered with the PnL and trades of each combo. */
export function sweepRequest(close: Float64Array, combos: readonly Windows[]): FrameParts {
  return frame('sweep', close.length, combos.length, close, combos);
}

/** Echo: answered with the same floats, bit for bit. */
export function echoRequest(floats: Float64Array): FrameParts {
  return frame('echo', floats.length, 0, floats);
}

/** Load: the engine keeps the series for this connection; answered with its id. */
export function loadRequest(close: Float64Array): FrameParts {
  return frame('load', close.length, 0, close);
}

/** Sweep of a series loaded before on the same connection. */
export function sweepLoadedRequest(series: number, combos: readonly Windows[]): FrameParts {
  return frame('sweepLoaded', id('series', series), combos.length, null, combos);
}

/** Drop: the engine forgets a loaded series. */
export function dropRequest(series: number): FrameParts {
  return frame('drop', id('series', series), 0);
}

/** Open live: a session that takes closes as they come; answered with its id. */
export function openLiveRequest(windows: Windows): FrameParts {
  checkCombo(windows, 'windows');
  return frame('openLive', 0, 1, null, [windows]);
}

/** Tick: closes for a live session; answered with its state after each. */
export function tickRequest(session: number, close: Float64Array): FrameParts {
  return frame('tick', id('session', session), close.length, close);
}

/** Close live: the engine forgets a session. */
export function closeLiveRequest(session: number): FrameParts {
  return frame('closeLive', id('session', session), 0);
}

/** Info: answered with what the engine is and its limits. */
export function infoRequest(): FrameParts {
  return frame('info', 0, 0);
}

/** Timing: answered with the engine's own times of the request before on this connection. */
export function timingRequest(): FrameParts {
  return frame('timing', 0, 0);
}

function id(what: string, value: number): number {
  if (!Number.isInteger(value) || value < 0 || value > 0xffff_ffff) {
    throw new OptionError(what, value, `an id from 0 to 2^32 - 1`);
  }
  return value;
}

/**
 * Offsets in the frame: 0 u32 body length, 4 u8 opcode, 5 u32 a, 9 u32 b, 13 the floats, then the combos.
 * Header and whatever is short share one piece.
 */
function frame(
  name: keyof typeof Opcode,
  a: number,
  b: number,
  floats: Float64Array | null = null,
  combos: readonly Windows[] = [],
): FrameParts {
  const floatBytes = floats === null ? 0 : floats.byteLength;
  const comboBytes = combosLength(combos);
  const body = REQUEST_HEADER_BYTES + floatBytes + comboBytes;
  if (body > LONGEST_BODY) {
    throw new OptionError(`${name} request`, body, `a frame body of at most ${LONGEST_BODY} bytes`);
  }
  const apart = floatBytes > COPIED_BYTES;
  // Out of Node's pool where it is short: an ArrayBuffer of its own would cost more than the rest of a small call.
  const head = Buffer.allocUnsafe(HEAD_BYTES + (apart ? 0 : floatBytes + comboBytes));
  head.writeUInt32LE(body, 0);
  head[4] = Opcode[name];
  head.writeUInt32LE(a, 5);
  head.writeUInt32LE(b, 9);
  if (!apart) {
    if (floats !== null) head.set(bytesOf(floats), HEAD_BYTES);
    if (comboBytes > 0) writeCombos(viewOf(head), HEAD_BYTES + floatBytes, combos);
    return [head];
  }
  if (comboBytes === 0) return [head, bytesOf(floats!)];
  const tail = new Uint8Array(comboBytes);
  writeCombos(new DataView(tail.buffer), 0, combos);
  return [head, bytesOf(floats!), tail];
}

/** The whole frame in one piece, for tests and files. Copies. */
export function joined(parts: FrameParts): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
