import { ProtocolError } from '../../errors';
import type { FrameParts } from '../../wire';
import { LENGTH_BYTES, REQUEST_HEADER_BYTES, viewOf } from '../../wire/layout';
import { Opcode } from '../../wire/opcode';

/** Added to an opcode: the floats lie in a segment. */
const IN_PLACE = 128;
const SHARE = 138;

const HEAD_BYTES = LENGTH_BYTES + REQUEST_HEADER_BYTES;

/** Bytes of a reference: 0 u32 segment id, 4 u32 zero, 8 u64 offset of the first float. */
export const REFERENCE_BYTES = 16;

/**
 * The request without its floats, which lie in the segment of that id.
 * 0 u32 body length, 4 u8 opcode, 5 u32 a, 9 u32 b, 13 the reference, 29 the combos.
 */
export class InPlaceRequest {
  readonly #view = new DataView(new ArrayBuffer(HEAD_BYTES + REFERENCE_BYTES));
  readonly #whole = new Uint8Array(this.#view.buffer);
  readonly #alone: FrameParts = [this.#whole];
  /** What the reference that is written already is of. */
  #floats: Uint8Array | null = null;
  #segment = 0;

  /** The pieces; good until the next call. */
  parts(parts: FrameParts, segment: number): FrameParts {
    const head = parts[0]!;
    const combos = parts[2];
    const view = this.#view;
    for (let i = 4; i < HEAD_BYTES; i++) this.#whole[i] = head[i]!;
    const rest = combos === undefined ? 0 : combos.length;
    view.setUint32(0, REQUEST_HEADER_BYTES + REFERENCE_BYTES + rest, true);
    view.setUint8(4, head[4]! | IN_PLACE);
    this.#refer(parts[1]!, segment);
    return combos === undefined ? this.#alone : [this.#whole, combos];
  }

  /** Most often it is the same floats again. */
  #refer(floats: Uint8Array, segment: number): void {
    if (floats === this.#floats && segment === this.#segment) return;
    this.#floats = floats;
    this.#segment = segment;
    const { byteOffset } = floats;
    this.#view.setUint32(13, segment, true);
    this.#view.setUint32(21, byteOffset, true);
    this.#view.setUint32(25, Math.floor(byteOffset / 2 ** 32), true);
  }
}

/** Whether a request is an echo, whose reply in place is its reference. */
export function isEcho(parts: FrameParts): boolean {
  return parts[0]![4] === Opcode.echo;
}

/**
 * Checks that an echo's reply is the reference that was sent.
 * @throws ProtocolError when it is another.
 */
export function checkReference(body: Uint8Array, request: FrameParts): void {
  const sent = request[0]!;
  for (let i = 0; i < REFERENCE_BYTES; i++) {
    if (body[i] === sent[HEAD_BYTES + i]) continue;
    const got = Buffer.from(body).toString('hex');
    const expected = Buffer.from(sent.subarray(HEAD_BYTES, HEAD_BYTES + REFERENCE_BYTES)).toString('hex');
    throw new ProtocolError(`echo in place: got reference ${got}, expected ${expected}`);
  }
}

/** Asks the engine to map a part of the file: 13 u64 offset, 21 u64 bytes. Answered with the segment's id, a u32. */
export function shareRequest(offset: number, bytes: number): FrameParts {
  const frame = new Uint8Array(HEAD_BYTES + 16);
  const view = viewOf(frame);
  view.setUint32(0, REQUEST_HEADER_BYTES + 16, true);
  view.setUint8(4, SHARE);
  view.setBigUint64(13, BigInt(offset), true);
  view.setBigUint64(21, BigInt(bytes), true);
  return [frame];
}
