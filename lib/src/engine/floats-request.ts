import { OptionError } from '../errors';
import type { FrameParts } from '../wire';
// By file: what a room's index gives is looked up anew at every use, which shows where a call takes a microsecond.
import { LENGTH_BYTES, REQUEST_HEADER_BYTES } from '../wire/layout';
import { LONGEST_BODY } from '../wire/limits';
import { Opcode, type OpcodeName } from '../wire/opcode';
import { LastBytes } from './last-bytes';

/**
 * A request of floats and nothing else, for calls of which only one is under way: the header is written again each
 * time, and the floats are a piece of their own, whose memory is the caller's.
 * 0 u32 body length, 4 u8 opcode, 5 u32 a, 9 u32 b, 13 the floats.
 */
export class FloatsRequest {
  readonly #head = new DataView(new ArrayBuffer(LENGTH_BYTES + REQUEST_HEADER_BYTES));
  readonly #parts: [Uint8Array, Uint8Array] = [new Uint8Array(this.#head.buffer), new Uint8Array(0)];
  readonly #floats = new LastBytes();

  /**
   * The pieces; good until the next call.
   * @throws OptionError when there are more floats than a frame can have.
   */
  parts(opcode: OpcodeName, a: number, b: number, floats: Float64Array): FrameParts {
    const body = REQUEST_HEADER_BYTES + floats.length * 8;
    if (body > LONGEST_BODY) {
      throw new OptionError(`${opcode} request`, body, `a frame body of at most ${LONGEST_BODY} bytes`);
    }
    const head = this.#head;
    head.setUint32(0, body, true);
    head.setUint8(4, Opcode[opcode]);
    head.setUint32(5, a, true);
    head.setUint32(9, b, true);
    this.#parts[1] = this.#floats.of(floats);
    return this.#parts;
  }

  /** Keeps no floats alive. */
  forget(): void {
    this.#floats.forget();
    this.#parts[1] = new Uint8Array(0);
  }
}
