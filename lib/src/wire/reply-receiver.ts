import { type EngineReplyError, ProtocolError } from '../errors';
import { ERROR_BIT, LENGTH_BYTES } from './layout';
import { LONGEST_ERROR_BODY } from './limits';
import { readErrorReply } from './reply';

/** What is known beforehand of the reply that comes next. */
export interface Expected {
  /** The request, as it is named in messages. */
  what: string;
  /** Bytes in the body of its reply, where the request tells them. */
  bytes?: number | undefined;
  /** Where the body is to be put: at least as long as it. Else a fresh buffer is made. */
  into?: Uint8Array | undefined;
}

/** Who wants the replies. */
export interface ReplyTaker {
  /** The oldest request without a reply, or null when none waits. Asked as soon as a reply's length is known. */
  expected(): Expected | null;
  /** A whole reply. The body starts on a multiple of 8, unless `into` did not. */
  reply(body: Uint8Array): void;
  /** A whole error frame; it may come unasked. */
  refused(error: EngineReplyError): void;
}

/** Bytes read at once where the next reply's length is not known yet. */
const STAGING_BYTES = 64 * 1024;

/** A body whose length nobody expected starts with this much memory and doubles as bytes arrive. */
const FIRST_BYTES = 64 * 1024;

/**
 * Puts reply frames together from whatever pieces arrive: `[u32 body_len][body]`, the top bit of body_len marking an
 * error. Ask `space()` where the next bytes should be read to, then call `received` with how many came; or
 * `push` bytes that are elsewhere. A long body is read straight into its final place; only its first bytes are
 * copied. After a ProtocolError the receiver is of no more use: where frames start is lost.
 */
export class ReplyReceiver {
  readonly #taker: ReplyTaker;
  readonly #longest: number;
  readonly #staging = new Uint8Array(STAGING_BYTES);
  readonly #length = new Uint8Array(LENGTH_BYTES);
  readonly #lengthView = new DataView(this.#length.buffer);
  /** Bytes of the length field that have come. */
  #lengthHave = 0;
  /** The body being filled, or null while its length is incomplete. May be shorter than the body while it grows. */
  #body: Uint8Array | null = null;
  #have = 0;
  #need = 0;
  #isError = false;

  /** `longest` is the longest body that is believed, in bytes. */
  constructor(taker: ReplyTaker, longest: number) {
    this.#taker = taker;
    this.#longest = longest;
  }

  /** Where to read the next bytes to. Valid until the next call of `received`; never empty. */
  space(): Uint8Array {
    return this.#body === null ? this.#staging : this.#there(this.#body).subarray(this.#have);
  }

  /**
   * `bytes` bytes were read to the start of `space()`.
   * @throws ProtocolError when they can't be a reply.
   */
  received(bytes: number): void {
    if (this.#body === null) this.#push(this.#staging, bytes);
    else this.#filled(bytes);
  }

  /**
   * Takes bytes from elsewhere; they may be reused afterwards.
   * @throws ProtocolError when they can't be a reply.
   */
  push(bytes: Uint8Array): void {
    this.#push(bytes, bytes.length);
  }

  /** The first `count` of them. */
  #push(bytes: Uint8Array, count: number): void {
    let at = 0;
    while (at < count) {
      if (this.#body === null) {
        this.#length[this.#lengthHave++] = bytes[at++]!;
        if (this.#lengthHave === LENGTH_BYTES) this.#begin();
      } else {
        const body = this.#there(this.#body);
        const taken = Math.min(body.length - this.#have, count - at);
        // A plain loop is quicker than a view and a call for the few bytes of a small reply.
        if (taken <= 32) for (let i = 0; i < taken; i++) body[this.#have + i] = bytes[at + i]!;
        else body.set(bytes.subarray(at, at + taken), this.#have);
        at += taken;
        this.#filled(taken);
      }
    }
  }

  /**
   * Takes a message, which is one whole frame; its bytes may be reused afterwards.
   * @throws ProtocolError when it is not, or can't be a reply.
   */
  message(bytes: Uint8Array): void {
    if (bytes.length < LENGTH_BYTES) {
      throw new ProtocolError(
        `got a message of ${bytes.length} bytes, expected a frame of ${LENGTH_BYTES} or more`,
      );
    }
    const raw = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    const need = raw >= ERROR_BIT ? raw - ERROR_BIT : raw;
    if (bytes.length !== LENGTH_BYTES + need) {
      throw new ProtocolError(
        `got a message of ${bytes.length} bytes, expected a frame of ${LENGTH_BYTES + need}, as its length tells`,
      );
    }
    this.push(bytes);
  }

  /** How far the current frame has come, for a message, or null when it stands between two frames. */
  get inside(): string | null {
    if (this.#body !== null) return `${this.#have} of ${this.#need} bytes of its body had come`;
    return this.#lengthHave === 0
      ? null
      : `${this.#lengthHave} of ${LENGTH_BYTES} bytes of its length had come`;
  }

  #begin(): void {
    const raw = this.#lengthView.getUint32(0, true);
    this.#isError = raw >= ERROR_BIT;
    this.#need = this.#isError ? raw - ERROR_BIT : raw;
    const expected = this.#taker.expected();
    this.#check(expected);
    this.#have = 0;
    this.#body = this.#place(expected);
    if (this.#need === 0) this.#complete();
  }

  #check(expected: Expected | null): void {
    const need = this.#need;
    if (this.#isError) {
      if (need > LONGEST_ERROR_BODY) {
        throw new ProtocolError(
          `error frame: got a body of ${need} bytes, expected at most ${LONGEST_ERROR_BODY}`,
        );
      }
    } else if (expected === null) {
      throw new ProtocolError(`got a reply of ${need} bytes, expected none: no request waits for one`);
    } else if (need > this.#longest) {
      throw new ProtocolError(
        `${expected.what} reply: got a body of ${need} bytes, expected at most ${this.#longest}`,
      );
    } else if (expected.bytes !== undefined && need !== expected.bytes) {
      throw new ProtocolError(
        `${expected.what} reply: got a body of ${need} bytes, expected ${expected.bytes}`,
      );
    }
  }

  #place(expected: Expected | null): Uint8Array {
    const need = this.#need;
    const into = this.#isError ? undefined : expected?.into;
    if (into !== undefined && into.length >= need)
      return into.length === need ? into : into.subarray(0, need);
    // The caller's own count may be allocated ahead; a length the peer made up may not.
    const trusted = this.#isError || expected?.bytes !== undefined;
    return fresh(trusted ? need : Math.min(need, FIRST_BYTES));
  }

  /**
   * The body, or other memory where the caller's was transferred away meanwhile: the rest of the reply must go
   * somewhere, so that the next one is found. That this reply is not whole, whoever asked for it has to notice.
   */
  #there(body: Uint8Array): Uint8Array {
    if (body.byteLength === 0) this.#body = fresh(this.#need);
    return this.#body!;
  }

  #filled(bytes: number): void {
    this.#have += bytes;
    const body = this.#body!;
    if (this.#have === this.#need) {
      this.#complete();
    } else if (this.#have === body.length) {
      this.#body = fresh(Math.min(this.#need, body.length * 2));
      this.#body.set(body);
    }
  }

  #complete(): void {
    const body = this.#body!;
    this.#body = null;
    this.#lengthHave = 0;
    if (this.#isError) this.#taker.refused(readErrorReply(body));
    else this.#taker.reply(body);
  }
}

/** Memory of its own, on a multiple of 8, not zeroed: it is filled before anyone sees it. */
function fresh(bytes: number): Uint8Array {
  if (bytes <= 4096) return new Uint8Array(bytes);
  return new Uint8Array(Buffer.allocUnsafeSlow(bytes).buffer);
}
