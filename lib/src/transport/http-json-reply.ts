import { isWrittenNonzero, mayUnderflow, objectProblem, writtenValues } from '../codec/json-text';
import { excerpt, ProtocolError, quoted } from '../errors';
import {
  echoReply,
  emptyReply,
  type FrameParts,
  idReply,
  type OpcodeName,
  sweepReply,
  tickReply,
  timingReply,
} from '../wire';

/** An answer's body: what is in it, and how it is written. */
interface Fields {
  text: string;
  values: Record<string, unknown>;
}

/** Each operation's reply frame from its JSON. Info is JSON in both: see `jsonReply`. */
const replies: Record<Exclude<OpcodeName, 'info'>, (fields: Fields) => FrameParts> = {
  echo: (fields) => echoReply(floats(fields, 'floats')),
  sweep,
  sweepLoaded: sweep,
  load: (fields) => idReply(id(fields, 'series')),
  openLive: (fields) => idReply(id(fields, 'session')),
  drop: () => emptyReply(),
  closeLive: () => emptyReply(),
  tick(fields) {
    const [pnl, side, trades] = [floats(fields, 'pnl'), sides(fields), counts(fields, 'trades')];
    sameLength('pnl', pnl.length, { side: side.length, trades: trades.length });
    return tickReply({ side, trades, pnl });
  },
  timing: (fields) =>
    timingReply({
      complete: nanoseconds(fields, 'complete'),
      parsed: nanoseconds(fields, 'parsed'),
      computed: nanoseconds(fields, 'computed'),
      encoded: nanoseconds(fields, 'encoded'),
      writeBegun: nanoseconds(fields, 'write_begun'),
    }),
};

/**
 * The reply frame of an answer's JSON.
 * @throws ProtocolError naming what is not as it should be.
 */
export function jsonReply(op: OpcodeName, body: Uint8Array): FrameParts {
  if (op === 'info') {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, body.byteLength, true);
    return [length, body];
  }
  return replies[op](fieldsOf(body));
}

/**
 * A JSON object.
 * @throws ProtocolError when it is none, or has a name twice.
 */
export function fieldsOf(body: Uint8Array): Fields {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ProtocolError(`HTTP body: got ${quoted(text)}, expected JSON`, { cause });
  }
  const problem = objectProblem(text, value);
  if (problem !== null) throw new ProtocolError(`HTTP body: got ${quoted(value)}, ${problem}`);
  return { text, values: value as Fields['values'] };
}

function sweep(fields: Fields): FrameParts {
  const [pnl, trades] = [floats(fields, 'pnl'), counts(fields, 'trades')];
  sameLength('pnl', pnl.length, { trades: trades.length });
  return sweepReply({ pnl, trades });
}

function sameLength(name: string, length: number, others: Record<string, number>): void {
  for (const [other, came] of Object.entries(others)) {
    if (came !== length) {
      throw new ProtocolError(`HTTP body, ${other}: got ${came} values, expected the ${length} of ${name}`);
    }
  }
}

function floats(fields: Fields, name: string): Float64Array {
  const values = list(fields, name);
  const floats = new Float64Array(values.length);
  const suspect = mayUnderflow(fields.text);
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (typeof value !== 'number') throw wrong(`${name}[${i}]`, value, 'a number');
    floats[i] = value;
    const isLost = value - value !== 0 || (value === 0 && suspect && isLostZero(fields.text, name, i));
    if (isLost) throw outOfRange(fields.text, name, i);
  }
  return floats;
}

function isLostZero(text: string, name: string, index: number): boolean {
  return isWrittenNonzero(writtenValues(text, name)[index]!);
}

function outOfRange(text: string, name: string, index: number): ProtocolError {
  const written = excerpt(writtenValues(text, name)[index]!);
  return new ProtocolError(
    `HTTP body, ${name}[${index}]: got ${written}, expected a number in the range of float64`,
  );
}

function sides(fields: Fields): Int8Array {
  const values = list(fields, 'side');
  return Int8Array.from(values, (value, i) => {
    if (value === 1 || value === -1 || value === 0) return value;
    throw wrong(`side[${i}]`, value, '1, -1 or 0');
  });
}

function counts(fields: Fields, name: string): Int32Array {
  const values = list(fields, name);
  return Int32Array.from(values, (value, i) => {
    if ((value as number) === ((value as number) | 0)) return value as number;
    throw wrong(`${name}[${i}]`, value, 'an integer of 32 bits');
  });
}

function list({ values }: Fields, name: string): unknown[] {
  const value = values[name];
  if (!Array.isArray(value)) throw wrong(name, value, 'a list');
  return value;
}

/** A frame would have the lower 32 bits of anything larger. */
function id({ values }: Fields, name: string): number {
  const value = values[name];
  if (Number.isInteger(value) && (value as number) >>> 0 === value) return value;
  throw wrong(name, value, 'an integer of 32 bits, 0 or above');
}

function nanoseconds({ values }: Fields, name: string): bigint {
  const value = values[name];
  if (typeof value === 'string' && /^\d{1,20}$/.test(value) && BigInt(value) < 2n ** 64n)
    return BigInt(value);
  throw wrong(name, value, 'a whole number as a string, below 2^64');
}

function wrong(place: string, value: unknown, expected: string): ProtocolError {
  return new ProtocolError(`HTTP body, ${place}: got ${quoted(value)}, expected ${expected}`);
}
