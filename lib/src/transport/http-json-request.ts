import { floatList } from '../codec/number-lists';
import { checkNumbersLength } from '../codec/text-length';
import { CodecError } from '../errors';
import type { OpcodeName } from '../wire';
import type { FrameFields } from './frame-fields';

/** An operation as a path with JSON. */
export interface JsonRequest {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** Null where it has no body. */
  body: object | null;
}

/** Each operation's path, as ipc-tax-http-engine --help lists them. */
const requests: Record<OpcodeName, (fields: FrameFields) => JsonRequest> = {
  echo: ({ floats }) => post('/echo', { floats: checked('floats', floats) }),
  sweep: ({ floats, params }) => post('/sweep', { close: checked('close', floats), params: combos(params) }),
  load: ({ floats }) => post('/series', { close: checked('close', floats) }),
  sweepLoaded: ({ id, params }) => post(`/series/${id}/sweep`, { params: combos(params) }),
  drop: ({ id }) => ({ method: 'DELETE', path: `/series/${id}`, body: null }),
  openLive: ({ params }) => post('/live', { params: combos(params)[0] }),
  tick: ({ id, floats }) => post(`/live/${id}/tick`, { close: checked('close', floats) }),
  closeLive: ({ id }) => ({ method: 'DELETE', path: `/live/${id}`, body: null }),
  info: () => ({ method: 'GET', path: '/info', body: null }),
  timing: () => ({ method: 'GET', path: '/timing', body: null }),
};

/**
 * What a frame's request is with JSON.
 * @throws CodecError naming the first value that JSON can't carry, or when the text would be longer than can be held.
 */
export function jsonRequest(fields: FrameFields): JsonRequest {
  checkNumbersLength('json', fields.floats, fields.params.length / 6);
  return requests[fields.op](fields);
}

const REMEDY = 'use a transport that carries its bits, such as http-raw';

/** The value in JSON, and how it is told that it has none. */
export function lostInJson(place: string, value: number | bigint): CodecError {
  const why = Object.is(value, -0)
    ? 'the sign of zero would be lost'
    : typeof value === 'bigint'
      ? 'integers beyond 2^53 would be rounded'
      : 'it has no number for it';
  return new CodecError('json', place, value, `${why}; ${REMEDY}`);
}

function post(path: string, body: object): JsonRequest {
  return { method: 'POST', path, body };
}

function checked(name: string, floats: Float64Array): number[] {
  for (let i = 0; i < floats.length; i++) {
    const value = floats[i]!;
    if (value - value !== 0 || Object.is(value, -0)) throw lostInJson(`${name}[${i}]`, value);
  }
  return floatList(floats);
}

/** Rows of six. */
function combos(params: BigInt64Array): number[][] {
  const rows: number[][] = [];
  params.forEach((length, i) => {
    const number = Number(length);
    if (!Number.isSafeInteger(number)) throw lostInJson(`params[${i}]`, length);
    if (i % 6 === 0) rows.push([]);
    rows[rows.length - 1]!.push(number);
  });
  return rows;
}
