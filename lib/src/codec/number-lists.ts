import { CodecError } from '../errors';
import type { LossCounter, LossKind } from './losses';
import { COMBO_LENGTHS, type CodecRequest } from './request';

/** Floats as a plain array: several times faster than `Array.from`. */
export function floatList(close: Float64Array): number[] {
  const list = new Array<number>(close.length);
  for (let i = 0; i < close.length; i++) list[i] = close[i];
  return list;
}

/** Integers as rows of six. */
export function integerRows<T>(params: BigInt64Array, convert: (value: bigint) => T): T[][] {
  return Array.from({ length: params.length / COMBO_LENGTHS }, (_, i) =>
    Array.from(params.subarray(i * COMBO_LENGTHS, (i + 1) * COMBO_LENGTHS), convert),
  );
}

/** What the text of a value says that the number read from it does not. */
export interface WrittenNumbers {
  /** How a float was lost that came out as `value`, which is 0 or not finite; null where it is right. */
  lostFloat(index: number, value: number): LossKind | null;
  /** Whether an integer has a fraction in its text that the number has not. */
  lostFraction(index: number): boolean;
  /** The text of a value. */
  written(name: 'close' | 'params', index: number): string;
}

/**
 * Reads what `floatList` and `integerRows` wrote. Null, which a lost number became, counts as lost and is
 * read as 0; so does an integer that is too large for a number to be exact.
 * @throws CodecError naming the value that is no number, or no integer of 64 bits.
 */
export function readLists(
  codec: string,
  { close, params }: { close: unknown; params: unknown },
  counter: LossCounter,
  texts: WrittenNumbers | null = null,
): CodecRequest {
  if (!Array.isArray(close) || !Array.isArray(params)) {
    throw new CodecError(codec, null, null, 'close and params are no lists');
  }
  const request = {
    close: floatsIn(codec, close, counter, texts),
    params: integersIn(codec, params, counter, texts),
  };
  counter.done();
  return request;
}

function floatsIn(
  codec: string,
  list: readonly unknown[],
  counter: LossCounter,
  texts: WrittenNumbers | null,
): Float64Array {
  const floats = new Float64Array(list.length);
  for (let i = 0; i < list.length; i++) {
    const value: unknown = list[i];
    if (typeof value === 'number') {
      floats[i] = value;
      if (texts !== null && (value === 0 || value - value !== 0)) {
        const kind = texts.lostFloat(i, value);
        if (kind !== null) counter.lost(kind, `close[${i}]`, value, texts.written('close', i));
      }
    } else if (typeof value === 'bigint') {
      floats[i] = Number(value);
      if (!isExact(value)) counter.lost('int64', `close[${i}]`, value);
    } else if (value === null) counter.lost('null', `close[${i}]`, null);
    else throw new CodecError(codec, `close[${i}]`, value, 'expected a number');
  }
  return floats;
}

function integersIn(
  codec: string,
  rows: readonly unknown[],
  counter: LossCounter,
  texts: WrittenNumbers | null,
): BigInt64Array {
  const integers = new BigInt64Array(rows.length * COMBO_LENGTHS);
  // Not forEach, which leaves out what is not there.
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (!Array.isArray(row) || row.length !== COMBO_LENGTHS) {
      throw new CodecError(codec, `params[${i}]`, row, `expected a row of ${COMBO_LENGTHS} integers`);
    }
    for (let j = 0; j < COMBO_LENGTHS; j++) {
      const at = i * COMBO_LENGTHS + j;
      const value: unknown = row[j];
      integers[at] = int64(codec, `params[${at}]`, value);
      if (typeof value !== 'number') continue;
      if (!Number.isSafeInteger(value)) counter.lost('int64', `params[${at}]`, value);
      else if (texts?.lostFraction(at)) {
        counter.lost('fraction', `params[${at}]`, value, texts.written('params', at));
      }
    }
  }
  return integers;
}

/** An integer, which an array of int64 would cut to its lower bits where it has more. */
function int64(codec: string, place: string, value: unknown): bigint {
  // 2^63 - 1 as a number is 2^63, which would come out with the other sign.
  if (value === 2 ** 63) return 2n ** 63n - 1n;
  const integer = Number.isInteger(value) ? BigInt(value as number) : value;
  if (typeof integer === 'bigint' && BigInt.asIntN(64, integer) === integer) return integer;
  const why = typeof integer === 'bigint' ? ' from -2^63 to 2^63 - 1' : '';
  throw new CodecError(codec, place, value, `expected an integer${why}`);
}

function isExact(value: bigint): boolean {
  const number = Number(value);
  return Number.isFinite(number) && BigInt(number) === value;
}
