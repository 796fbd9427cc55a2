import { ProtocolError, quoted } from '../errors';
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

type Fields = Record<string, unknown>;

/** Each operation's reply frame from its JSON. Info is JSON in both: see `jsonReply`. */
const replies: Record<Exclude<OpcodeName, 'info'>, (fields: Fields) => FrameParts> = {
  echo: (fields) => echoReply(floats(fields, 'floats')),
  sweep,
  sweepLoaded: sweep,
  load: (fields) => idReply(integer(fields, 'series')),
  openLive: (fields) => idReply(integer(fields, 'session')),
  drop: () => emptyReply(),
  closeLive: () => emptyReply(),
  tick(fields) {
    const [pnl, side, trades] = [floats(fields, 'pnl'), counts(fields, 'side'), counts(fields, 'trades')];
    sameLength('pnl', pnl.length, { side: side.length, trades: trades.length });
    return tickReply({ side: Int8Array.from(side), trades, pnl });
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
  return replies[op](jsonObject(body));
}

/**
 * A JSON object.
 * @throws ProtocolError when it is none.
 */
export function jsonObject(body: Uint8Array): Fields {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ProtocolError(`HTTP body: got ${quoted(text)}, expected JSON`, { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProtocolError(`HTTP body: got ${quoted(value)}, expected an object`);
  }
  return value as Fields;
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
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (typeof value !== 'number') throw wrong(`${name}[${i}]`, value, 'a number');
    floats[i] = value;
  }
  return floats;
}

function counts(fields: Fields, name: string): Int32Array {
  const values = list(fields, name);
  return Int32Array.from(values, (value, i) => {
    if ((value as number) === ((value as number) | 0)) return value as number;
    throw wrong(`${name}[${i}]`, value, 'an integer of 32 bits');
  });
}

function list(fields: Fields, name: string): unknown[] {
  const value = fields[name];
  if (!Array.isArray(value)) throw wrong(name, value, 'a list');
  return value;
}

function integer(fields: Fields, name: string): number {
  const value = fields[name];
  if (Number.isInteger(value)) return value as number;
  throw wrong(name, value, 'an integer');
}

function nanoseconds(fields: Fields, name: string): bigint {
  const value = fields[name];
  if (typeof value === 'string' && /^\d+$/.test(value)) return BigInt(value);
  throw wrong(name, value, 'a whole number as a string');
}

function wrong(place: string, value: unknown, expected: string): ProtocolError {
  return new ProtocolError(`HTTP body, ${place}: got ${quoted(value)}, expected ${expected}`);
}
