import type { Windows } from '../kernel';
import { faultOfCombo, readCombos } from './combo';
import { ErrorCode } from './error-code';
import { COMBO_BYTES, ERROR_BIT, floatsAt, REQUEST_HEADER_BYTES, TICK_BYTES, viewOf } from './layout';
import type { Limits } from './limits';
import { Opcode, type OpcodeName, opcodeName } from './opcode';
import { Refusal } from './refusal';

/** A request as a server sees it. Floats share the frame's memory where they lie on a multiple of 8. */
export type Request =
  | { op: 'sweep'; close: Float64Array; combos: Windows[] }
  | { op: 'echo'; floats: Float64Array }
  | { op: 'load'; close: Float64Array }
  | { op: 'sweepLoaded'; series: number; combos: Windows[] }
  | { op: 'drop'; series: number }
  | { op: 'openLive'; windows: Windows }
  | { op: 'tick'; session: number; close: Float64Array }
  | { op: 'closeLive'; session: number }
  | { op: 'info' }
  | { op: 'timing' };

/** What the connection holds, asked in the protocol's order of checks. */
export interface Held {
  hasSeries(id: number): boolean;
  hasSession(id: number): boolean;
}

/** A connection that holds nothing. */
export const nothingHeld: Held = { hasSeries: () => false, hasSession: () => false };

/**
 * Checks the length field of a request before a byte of its body is read.
 * @throws Refusal (too large, closes) over the limit, and for every length with the top bit set.
 */
export function checkRequestLength(bodyLength: number, limits: Limits): void {
  if (bodyLength >= ERROR_BIT || bodyLength > limits.frameBytes) {
    throw new Refusal(
      ErrorCode.tooLarge,
      `body_len: got ${bodyLength}, expected at most ${limits.frameBytes}`,
      true,
    );
  }
}

/** How `a` and `b` are read, and the payload's floats and combos counted from them. */
interface Shape {
  a: 'bars' | 'floats' | 'series' | 'session' | 0;
  b: 'combos' | 'closes' | 0 | 1;
}

const shapes: Record<OpcodeName, Shape> = {
  sweep: { a: 'bars', b: 'combos' },
  echo: { a: 'floats', b: 0 },
  load: { a: 'bars', b: 0 },
  sweepLoaded: { a: 'series', b: 'combos' },
  drop: { a: 'series', b: 0 },
  openLive: { a: 0, b: 1 },
  tick: { a: 'session', b: 'closes' },
  closeLive: { a: 'session', b: 0 },
  info: { a: 0, b: 0 },
  timing: { a: 0, b: 0 },
};

/**
 * Parses a request body (the frame without its length), with the checks in the order of WIRE.md.
 * Offsets: 0 u8 opcode, 1 u32 a, 5 u32 b, 9 the floats, then the combos.
 * Does not check what depends on the server: how many series and sessions it holds.
 * @throws Refusal with the error to answer.
 */
export function parseRequest(body: Uint8Array, limits: Limits, held: Held = nothingHeld): Request {
  checkRequestLength(body.byteLength, limits);
  if (body.byteLength < REQUEST_HEADER_BYTES) {
    throw new Refusal(
      ErrorCode.malformed,
      `body: got ${body.byteLength} bytes, expected at least ${REQUEST_HEADER_BYTES}`,
    );
  }
  const view = viewOf(body);
  const opcode = view.getUint8(0);
  const a = view.getUint32(1, true);
  const b = view.getUint32(5, true);

  const op = opcodeName(opcode);
  if (op === null) {
    throw new Refusal(ErrorCode.unknownOpcode, `opcode: got ${opcode}, expected 0 to ${Opcode.timing}`);
  }
  const shape = shapes[op];
  checkUnused(op, 'a', a, shape.a);
  checkUnused(op, 'b', b, shape.b);
  if (shape.a === 'bars') checkCount(op, 'bars', a, limits.bars);
  if (shape.b === 'combos') checkCount(op, 'combos', b, limits.combos);

  const floats = shape.a === 'bars' || shape.a === 'floats' ? a : shape.b === 'closes' ? b : 0;
  const combos = shape.b === 'combos' || op === 'openLive' ? b : 0;
  const payload = floats * 8 + combos * COMBO_BYTES; // exact: both counts are below 2^32
  const came = body.byteLength - REQUEST_HEADER_BYTES;
  if (came !== payload) {
    throw new Refusal(
      ErrorCode.malformed,
      `${op} payload: got ${came} bytes, expected ${payload} (${floats} floats and ${combos} combos)`,
    );
  }
  if (shape.a === 'series' && !held.hasSeries(a)) {
    throw new Refusal(ErrorCode.unknownId, `${op} series: got ${a}, expected the id of a loaded series`);
  }
  if (shape.a === 'session' && !held.hasSession(a)) {
    throw new Refusal(ErrorCode.unknownId, `${op} session: got ${a}, expected the id of an open session`);
  }
  const windows = readCombos(view, body.byteLength - combos * COMBO_BYTES, combos);
  windows.forEach((combo, i) => {
    const fault = faultOfCombo(combo, i, limits.window);
    if (fault !== null) throw new Refusal(ErrorCode.badParameters, `${op} ${fault}`);
  });
  const reply = op === 'tick' ? floats * TICK_BYTES : op === 'openLive' ? 4 : combos * 16;
  if (reply > limits.frameBytes) {
    throw new Refusal(
      ErrorCode.tooLarge,
      `${op} reply: would be ${reply} bytes, expected at most ${limits.frameBytes}`,
    );
  }
  return request(op, a, floatsAt(body, REQUEST_HEADER_BYTES, floats), windows);
}

function checkUnused(op: OpcodeName, field: 'a' | 'b', value: number, use: Shape['a'] | Shape['b']): void {
  if (typeof use === 'number' && value !== use) {
    throw new Refusal(ErrorCode.malformed, `${op} ${field}: got ${value}, expected ${use}`);
  }
}

function checkCount(op: OpcodeName, what: string, count: number, limit: number): void {
  if (count > limit) {
    throw new Refusal(ErrorCode.tooLarge, `${op} ${what}: got ${count}, expected at most ${limit}`);
  }
}

function request(op: OpcodeName, a: number, floats: Float64Array, combos: Windows[]): Request {
  switch (op) {
    case 'sweep':
      return { op, close: floats, combos };
    case 'echo':
      return { op, floats };
    case 'load':
      return { op, close: floats };
    case 'sweepLoaded':
      return { op, series: a, combos };
    case 'drop':
      return { op, series: a };
    case 'openLive':
      return { op, windows: combos[0]! };
    case 'tick':
      return { op, session: a, close: floats };
    case 'closeLive':
      return { op, session: a };
    case 'info':
    case 'timing':
      return { op };
  }
}
