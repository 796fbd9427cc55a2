import { types } from 'node:util';
import { CodecError } from '../errors';
import { COMBO_LENGTHS, type CodecRequest } from './request';

/** The two fields of what was read. @throws CodecError when it has no such fields. */
export function fields(codec: string, value: unknown): { close: unknown; params: unknown } {
  if (
    typeof value !== 'object' ||
    value === null ||
    !Object.hasOwn(value, 'close') ||
    !Object.hasOwn(value, 'params')
  ) {
    throw new CodecError(codec, null, null, 'the bytes hold no close and params');
  }
  const { close, params } = value as { close: unknown; params: unknown };
  return { close, params };
}

/** @throws CodecError unless the fields are a request's arrays, params six a combo. */
export function arrays(codec: string, { close, params }: { close: unknown; params: unknown }): CodecRequest {
  if (!types.isFloat64Array(close)) throw new CodecError(codec, null, null, 'close is no array of float64');
  if (!types.isBigInt64Array(params) || params.length % COMBO_LENGTHS !== 0) {
    throw new CodecError(codec, null, null, `params is no array of int64, ${COMBO_LENGTHS} a combo`);
  }
  return { close, params };
}

/** @throws CodecError unless both fields are bytes, 8 a float and 48 a combo. */
export function byteFields(
  codec: string,
  { close, params }: { close: unknown; params: unknown },
): { close: Uint8Array; params: Uint8Array } {
  const check = (name: string, value: unknown, unit: number): Uint8Array => {
    if (!types.isUint8Array(value) || value.length % unit !== 0) {
      throw new CodecError(codec, null, null, `${name} is no bytes in multiples of ${unit}`);
    }
    return value;
  };
  return { close: check('close', close, 8), params: check('params', params, 8 * COMBO_LENGTHS) };
}
