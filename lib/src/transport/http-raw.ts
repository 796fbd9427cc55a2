import { ProtocolError } from '../errors';
import { ERROR_BIT, type FrameParts, joined, LENGTH_BYTES } from '../wire';
import type { Connection, ConnectOptions } from './connection';
import { connectHttp, type HttpForm, type HttpHead, type HttpRequest } from './http-line';
import type { ListenerTransport } from './transport';

/** HTTP/1.1 on the loopback interface: a request frame as the body of a POST, its reply frame as the answer's. */
export const httpRaw: ListenerTransport & { name: 'http-raw' } = {
  kind: 'listener',
  name: 'http-raw',
  program: 'ipc-tax-http-engine',
  keepsState: true,
  listen: () => ({ args: ['--http', '127.0.0.1:0'], file: null }),
  addressIn: (line) => /^listening http (\S+)$/.exec(line)?.[1] ?? null,
  connect: connectHttpRaw,
};

/**
 * Connects to an engine's `HOST:PORT`.
 * @throws ConnectionError when nothing listens there, or the address is no such pair.
 */
export function connectHttpRaw(address: string, options: ConnectOptions): Promise<Connection> {
  return connectHttp(address, options, new RawForm());
}

/** Error frames have a status of their own, for whoever watches the traffic; the frame tells all of it. */
class RawForm implements HttpForm {
  readonly contentType = 'application/octet-stream';
  #head!: HttpHead;
  /** The first bytes of the body, until they tell its length; all of it where the head told none. */
  #kept: Uint8Array[] = [];
  #come = 0;
  #checked = false;

  request(parts: FrameParts): HttpRequest {
    return { method: 'POST', path: '/frame', body: parts };
  }

  head(head: HttpHead): void {
    const { status, contentType } = head;
    if (contentType !== this.contentType) {
      throw new ProtocolError(
        `HTTP answer: got status ${status} and content-type ${contentType || 'none'}, expected ${this.contentType}`,
      );
    }
    this.#head = head;
    this.#kept = [];
    this.#come = 0;
    this.#checked = false;
  }

  piece(bytes: Uint8Array): Uint8Array | null {
    this.#come += bytes.length;
    if (this.#checked) return bytes;
    const { length } = this.#head;
    if (length === null || this.#come < LENGTH_BYTES) {
      this.#kept.push(bytes);
      return null;
    }
    const all = this.#kept.length === 0 ? bytes : joined([...this.#kept, bytes]);
    check(all, length);
    this.#checked = true;
    return all;
  }

  end(): Uint8Array | null {
    if (this.#checked) return null;
    const all = joined(this.#kept);
    check(all, all.length);
    return all;
  }
}

/** A body is one frame. @throws ProtocolError */
function check(beginning: Uint8Array, bodyBytes: number): void {
  if (bodyBytes < LENGTH_BYTES) {
    throw new ProtocolError(
      `HTTP body: got ${bodyBytes} bytes, expected a frame of at least ${LENGTH_BYTES}`,
    );
  }
  const view = new DataView(beginning.buffer, beginning.byteOffset, LENGTH_BYTES);
  const frame = LENGTH_BYTES + (view.getUint32(0, true) & (ERROR_BIT - 1));
  if (frame !== bodyBytes) {
    throw new ProtocolError(`HTTP body: got ${bodyBytes} bytes, expected the ${frame} of its frame`);
  }
}
