import type { Codec } from './codec';
import {
  isWrittenNonzero,
  isWrittenWhole,
  jsonObject,
  mayHaveFractions,
  mayUnderflow,
  writtenValues,
} from './json-text';
import { checkFloats, checkIntegers, LossCounter, type LossKind } from './losses';
import { floatList, integerRows, readLists, type WrittenNumbers } from './number-lists';
import { COMBO_LENGTHS, type CodecRequest } from './request';
import { fields } from './shape';
import { checkNumbersLength, textOf, writtenText } from './text-length';

function lost(value: number): LossKind | null {
  if (value - value !== 0) return Number.isNaN(value) ? 'nan' : 'infinity';
  return Object.is(value, -0) ? 'negative_zero' : null;
}

/** What is written in `text`, which is only looked at where a number can have lost something. */
function writtenNumbers(text: string): WrittenNumbers {
  const lists = new Map<string, string[]>();
  const written = (name: 'close' | 'params', index: number): string => {
    const list = lists.get(name) ?? writtenValues(text, name);
    lists.set(name, list);
    return list[index]!;
  };
  let zeros: boolean | undefined;
  let fractions: boolean | undefined;
  return {
    written,
    lostFloat(index, value) {
      if (value !== 0) return 'overflow';
      zeros ??= mayUnderflow(text);
      return zeros && isWrittenNonzero(written('close', index)) ? 'underflow' : null;
    },
    lostFraction(index) {
      fractions ??= mayHaveFractions(text, 'params');
      return fractions && !isWrittenWhole(written('params', index));
    },
  };
}

const checkLength = ({ close, params }: CodecRequest): void =>
  checkNumbersLength('json', close, params.length / COMBO_LENGTHS);

/** Decimal text: `{"close": [101.5, ...], "params": [[3, 6, 2, 1, 2, 3], ...]}`. Finite floats come back exactly. */
export const json: Codec<'json'> = {
  name: 'json',
  title: 'JSON, numbers as decimal text',
  mediaType: 'application/json',
  lossless: false,
  loses: 'NaN and infinity (null, then 0), the sign of -0, integers beyond 2^53',
  reuses: false,
  checkLength,
  encode(request, options = {}) {
    checkLength(request);
    const counter = new LossCounter('json', options);
    checkFloats(request, counter, lost);
    checkIntegers(request, counter);
    counter.done();
    const { close, params } = request;
    const text = writtenText('json', () =>
      JSON.stringify({ close: floatList(close), params: integerRows(params, Number) }),
    );
    // All of it is ASCII, which Latin-1 writes without looking.
    return Buffer.from(text, 'latin1');
  },
  decode(bytes, options = {}) {
    const text = textOf('json', bytes, 'utf8');
    const lists = fields('json', jsonObject(text));
    return readLists('json', lists, new LossCounter('json', options), writtenNumbers(text));
  },
};
