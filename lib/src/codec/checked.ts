import { types } from 'node:util';
import { CodecError } from '../errors';
import { hasLostItsMemory } from '../kernel/floats';
import type { Codec } from './codec';
import { COMBO_LENGTHS, type CodecRequest } from './request';

/**
 * A codec as the registry gives it. What is written is checked first, for all of them alike: a codec that reads memory
 * would read another kind of array as numbers that nobody gave it. And whatever ends a codec's work, a library's own
 * error or memory that is not to be had, comes as a CodecError with that as its cause.
 */
export function checked<Name extends string>(codec: Codec<Name>): Codec<Name> {
  const { name, pieces } = codec;
  return {
    ...codec,
    encode: (request, options) => {
      checkRequest(name, request);
      return named(name, "the request can't be written", () => codec.encode(request, options));
    },
    decode: (bytes, options) => {
      if (!types.isUint8Array(bytes)) throw new CodecError(name, 'bytes', bytes, 'expected a Uint8Array');
      return named(name, "the bytes can't be read", () => codec.decode(bytes, options));
    },
    pieces:
      pieces &&
      ((request) => {
        checkRequest(name, request);
        return pieces(request);
      }),
  };
}

/** By what an array is and not by its constructor: a notebook's cells have globals of their own. */
function checkRequest(codec: string, request: CodecRequest): void {
  const { close, params } = (request ?? {}) as Partial<CodecRequest>;
  if (!types.isFloat64Array(close)) {
    throw new CodecError(codec, 'close', close, 'expected a Float64Array, one price a bar');
  }
  if (!types.isBigInt64Array(params)) {
    const expected = `expected a BigInt64Array, ${COMBO_LENGTHS} window lengths a combo`;
    throw new CodecError(codec, 'params', params, `${expected}, as codecRequest(close, windows) makes it`);
  }
  for (const [place, array] of Object.entries({ close, params })) {
    if (array.length === 0 && hasLostItsMemory(array)) {
      throw new CodecError(codec, place, array, 'its memory is gone: it was transferred away, or shrunk');
    }
  }
  if (params.length % COMBO_LENGTHS !== 0) {
    const problem = `got ${params.length} window lengths, expected ${COMBO_LENGTHS} a combo`;
    throw new CodecError(codec, 'params', params, problem);
  }
}

function named<T>(codec: string, what: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof CodecError) throw cause;
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new CodecError(codec, null, null, `${what}: ${problem}`, { cause });
  }
}
