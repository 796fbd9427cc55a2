import { EngineReplyError } from '../errors';
import {
  ErrorCode,
  errorMeaning,
  type FrameParts,
  floatsAt,
  type Held,
  joined,
  LENGTH_BYTES,
  LONGEST_BODY,
  type OpcodeName,
  opcodeName,
  parseRequest,
  REQUEST_HEADER_BYTES,
  Refusal,
} from '../wire';

/** What a request frame says, for a transport that says it in other words. */
export interface FrameFields {
  op: OpcodeName;
  /** Of a series or a session; 0 where the operation has none. */
  id: number;
  floats: Float64Array;
  /** Window lengths, six a combo, as the frame has them. */
  params: BigInt64Array;
}

/** Everything that a frame can say: limits are the engine's to check. */
const anything = { frameBytes: LONGEST_BODY, bars: 2 ** 32, combos: 2 ** 32, window: 2 ** 63 };
const limits = { ...anything, series: 2 ** 32, sessions: 2 ** 32 };
const held: Held = { hasSeries: () => true, hasSession: () => true };

/**
 * Reads a request frame.
 * @throws EngineReplyError for one that does not add up: the transport has no words for it, so it is refused here with
 * the engine's own error. What its values mean is left to the engine.
 */
export function frameFields(parts: FrameParts): FrameFields {
  const body = joined(parts).subarray(LENGTH_BYTES);
  check(body);
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const op = opcodeName(view.getUint8(0))!;
  const [a, b] = [view.getUint32(1, true), view.getUint32(5, true)];
  const hasId = op === 'sweepLoaded' || op === 'drop' || op === 'tick' || op === 'closeLive';
  const count = op === 'tick' ? b : op === 'sweep' || op === 'echo' || op === 'load' ? a : 0;
  const rest = body.slice(REQUEST_HEADER_BYTES + 8 * count);
  return {
    op,
    id: hasId ? a : 0,
    floats: floatsAt(body, REQUEST_HEADER_BYTES, count),
    params: new BigInt64Array(rest.buffer, 0, rest.byteLength / 8),
  };
}

function check(body: Uint8Array): void {
  try {
    parseRequest(body, limits, held);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.wireCode === ErrorCode.badParameters) return;
    throw new EngineReplyError(error.wireCode, errorMeaning(error.wireCode)!, error.message);
  }
}
