import { EngineReplyError, ProtocolError, quoted } from '../errors';
import type { SweepResult } from '../kernel';
import type { EngineInfo } from './engine-info';
import { errorMeaning } from './error-code';
import { floatsAt, getInt64, TICK_BYTES, TIMING_BYTES, viewOf } from './layout';
import { LONGEST_ERROR_BODY } from './limits';
import type { Ticks } from './ticks';
import { type Timing, timingOf } from './timing';

const wrongLength = (what: string, came: number, expected: number) =>
  new ProtocolError(`${what} reply: got ${came} bytes, expected ${expected}`);
const inexact = (what: string, index: number, value: number, expected: string) =>
  new ProtocolError(`${what} ${index} of the reply: got ${value}, expected ${expected}`);

const strictText = new TextDecoder('utf-8', { fatal: true });

/** Bytes in the reply to a sweep of so many combos. */
export const sweepReplyLength = (combos: number): number => combos * 16;

/** Bytes in the reply to a tick of so many closes. */
export const tickReplyLength = (closes: number): number => closes * TICK_BYTES;

/**
 * A sweep's reply: 0 f64 pnl for each combo, then i64 trades for each. PnL shares the body's memory.
 * @throws ProtocolError for another length, or trades that are not a count.
 */
export function readSweepReply(body: Uint8Array, combos: number): SweepResult {
  expectLength('sweep', body, sweepReplyLength(combos));
  const view = viewOf(body);
  const trades = new Int32Array(combos);
  for (let i = 0; i < combos; i++) trades[i] = count(view, combos * 8 + i * 8, 'trades', i);
  return { pnl: floatsAt(body, 0, combos), trades };
}

/**
 * An echo's reply: the floats alone. Shares the body's memory.
 * @throws ProtocolError for another length.
 */
export function readEchoReply(body: Uint8Array, floats: number): Float64Array {
  expectLength('echo', body, floats * 8);
  return floatsAt(body, 0, floats);
}

/**
 * The reply to load and to open live: 0 u32 id.
 * @throws ProtocolError for another length, or id 0.
 */
export function readIdReply(body: Uint8Array, what: 'load' | 'open live'): number {
  expectLength(what, body, 4);
  const id = viewOf(body).getUint32(0, true);
  if (id === 0) throw new ProtocolError(`${what} reply: got id 0, expected 1 or more`);
  return id;
}

/**
 * The reply to drop and to close live: nothing.
 * @throws ProtocolError for anything.
 */
export function readEmptyReply(body: Uint8Array, what: 'drop' | 'close live'): void {
  expectLength(what, body, 0);
}

/**
 * A tick's reply: for each close 0 i64 side, 8 i64 trades, 16 f64 pnl.
 * @throws ProtocolError for another length, a side that is none, or trades that are not a count.
 */
export function readTickReply(body: Uint8Array, closes: number): Ticks {
  expectLength('tick', body, tickReplyLength(closes));
  const view = viewOf(body);
  const ticks: Ticks = {
    side: new Int8Array(closes),
    trades: new Int32Array(closes),
    pnl: new Float64Array(closes),
  };
  for (let i = 0; i < closes; i++) {
    const at = i * TICK_BYTES;
    const side = getInt64(view, at);
    if (side !== 1 && side !== -1 && side !== 0) throw inexact('side', i, side, '1, -1 or 0');
    ticks.side[i] = side;
    ticks.trades[i] = count(view, at + 8, 'trades', i);
    ticks.pnl[i] = view.getFloat64(at + 16, true);
  }
  return ticks;
}

/**
 * The reply to info: UTF-8 JSON. Fields unknown to this version are kept out, not refused.
 * @throws ProtocolError when it is not text, not JSON, or a field is missing or of another kind.
 */
export function readInfoReply(body: Uint8Array): EngineInfo {
  const parsed = parseJson(body);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new ProtocolError(`info reply: got ${quoted(parsed)}, expected an object`);
  }
  const fields = parsed as Record<string, unknown>;
  return {
    engine: infoField(fields, 'engine', 'string') as string,
    protocol: infoField(fields, 'protocol', 'number') as number,
    kernel: infoField(fields, 'kernel', 'string') as string,
    threads: infoField(fields, 'threads', 'number') as number,
    ...('fee' in fields && { fee: infoField(fields, 'fee', 'number') as number }),
    limits: numbers(infoField(fields, 'limits', 'object') as Record<string, unknown>),
  };
}

/**
 * A timing's reply: 0 u64 frame complete, 8 u64 parsed, 16 u64 computed, 24 u64 encoded, 32 u64 write begun.
 * @throws ProtocolError for another length.
 */
export function readTimingReply(body: Uint8Array): Timing {
  expectLength('timing', body, TIMING_BYTES);
  const view = viewOf(body);
  return timingOf({
    complete: view.getBigUint64(0, true),
    parsed: view.getBigUint64(8, true),
    computed: view.getBigUint64(16, true),
    encoded: view.getBigUint64(24, true),
    writeBegun: view.getBigUint64(32, true),
  });
}

/**
 * The body of an error frame: 0 u16 code, 2 UTF-8 message. Returned, not thrown.
 * @throws ProtocolError when it is no such body.
 */
export function readErrorReply(body: Uint8Array): EngineReplyError {
  if (body.byteLength < 2 || body.byteLength > LONGEST_ERROR_BODY) {
    throw new ProtocolError(
      `error frame: got ${body.byteLength} bytes, expected a code of 2 and a message, ${LONGEST_ERROR_BODY} at most`,
    );
  }
  const code = viewOf(body).getUint16(0, true);
  const message = text(body.subarray(2), 'error frame');
  const meaning = errorMeaning(code);
  if (meaning === null) {
    throw new ProtocolError(`error frame: got code ${code} (${quoted(message)}), expected 1 to 7`);
  }
  return new EngineReplyError(code, meaning, message);
}

function expectLength(what: string, body: Uint8Array, expected: number): void {
  if (body.byteLength !== expected) throw wrongLength(what, body.byteLength, expected);
}

function count(view: DataView, offset: number, what: string, index: number): number {
  const value = getInt64(view, offset);
  if (value < 0 || value > 0x7fff_ffff) throw inexact(what, index, value, 'a count from 0 to 2^31 - 1');
  return value;
}

function text(bytes: Uint8Array, what: string): string {
  try {
    return strictText.decode(bytes);
  } catch (cause) {
    throw new ProtocolError(`${what}: got bytes that are not UTF-8`, { cause });
  }
}

function parseJson(body: Uint8Array): unknown {
  const json = text(body, 'info reply');
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new ProtocolError(`info reply: got ${quoted(json)}, expected JSON`, { cause });
  }
}

function infoField(
  fields: Record<string, unknown>,
  name: string,
  kind: 'string' | 'number' | 'object',
): unknown {
  const value = fields[name];
  if (typeof value !== kind || value === null) {
    throw new ProtocolError(`info reply, ${name}: got ${quoted(value)}, expected a ${kind}`);
  }
  return value;
}

function numbers(fields: Record<string, unknown>): Record<string, number> {
  for (const name of Object.keys(fields)) infoField(fields, name, 'number');
  return fields as Record<string, number>;
}
