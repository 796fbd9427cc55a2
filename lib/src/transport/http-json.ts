import { performance } from 'node:perf_hooks';
import { tooLong, writtenText } from '../codec/text-length';
import { type CodecError, LONGEST_TEXT, ProtocolError } from '../errors';
import { errorReply, type FrameParts, joined, type OpcodeName } from '../wire';
import type { ConnectOptions, RequestOptions } from './connection';
import { frameFields } from './frame-fields';
import { fieldsOf, jsonReply } from './http-json-reply';
import { jsonRequest, lostInJson } from './http-json-request';
import { connectHttp, type HttpForm, type HttpHead, type HttpRequest } from './http-line';
import type { Pipeline } from './pipeline';
import { TranslatedConnection } from './translated';
import type { ListenerTransport } from './transport';

/**
 * JSON over HTTP/1.1 on the loopback interface, a path an operation, as most services speak. What JSON has no number for,
 * NaN, infinities and the sign of zero, is refused before it is sent.
 */
export const httpJson: ListenerTransport & { name: 'http-json' } = {
  kind: 'listener',
  name: 'http-json',
  program: 'ipc-tax-http-engine',
  keepsState: true,
  listen: () => ({ args: ['--http', '127.0.0.1:0'], file: null }),
  addressIn: (line) => /^listening http (\S+)$/.exec(line)?.[1] ?? null,
  connect: connectHttpJson,
};

/**
 * Connects to an engine's `HOST:PORT`.
 * @throws ConnectionError when nothing listens there, or the address is no such pair.
 */
export async function connectHttpJson(address: string, options: ConnectOptions): Promise<JsonConnection> {
  const form = new JsonForm(options.longestReply);
  return new JsonConnection(await connectHttp(address, options, form), form);
}

/** A connection whose frames are translated to JSON and back. */
export class JsonConnection extends TranslatedConnection {
  readonly #form: JsonForm;

  constructor(pipeline: Pipeline, form: JsonForm) {
    super(pipeline, (parts) => form.written(parts));
    this.#form = form;
  }

  /**
   * As of every connection.
   * @throws CodecError, besides, naming a value of the request or of the reply that JSON can't carry.
   */
  override async request(parts: FrameParts, options: RequestOptions): Promise<Uint8Array> {
    try {
      return await super.request(parts, options);
    } catch (error) {
      throw this.#form.takeLost() ?? error;
    }
  }

  /** Microseconds that writing the last request as JSON took, and reading the last reply. */
  get translation(): { encodeMicroseconds: number; decodeMicroseconds: number } {
    const { encodeMicroseconds, decodeMicroseconds } = this.#form;
    return { encodeMicroseconds, decodeMicroseconds };
  }
}

/** Characters that a float takes at most, its comma among them, for each of its bytes; and room for the rest. */
const TEXT_PER_BYTE = 4;
const TEXT_BESIDE = 64 * 1024;

class JsonForm implements HttpForm {
  readonly contentType = 'application/json';
  encodeMicroseconds = 0;
  decodeMicroseconds = 0;
  readonly #longest: number;
  #op: OpcodeName = 'info';
  #status = 0;
  #pieces: Uint8Array[] = [];
  #come = 0;
  #lost: CodecError | null = null;

  constructor(longestReply: number) {
    this.#longest = longestReply * TEXT_PER_BYTE + TEXT_BESIDE;
  }

  /** What goes through the pipeline in place of a frame: a line `OPERATION METHOD PATH`, then the JSON, if any. */
  written(parts: FrameParts): FrameParts {
    const begin = performance.now();
    const fields = frameFields(parts);
    const { method, path, body } = jsonRequest(fields);
    const line = Buffer.from(`${fields.op} ${method} ${path}`);
    const message = [line];
    if (body !== null) {
      const text = writtenText('json', () => JSON.stringify(body));
      // All of it is ASCII, which Latin-1 writes without looking.
      message.push(Buffer.from(text, 'latin1'));
    }
    this.encodeMicroseconds = (performance.now() - begin) * 1000;
    return message;
  }

  request([line, body]: FrameParts): HttpRequest {
    const [op, method, path] = Buffer.from(line!).toString().split(' ') as [
      OpcodeName,
      HttpRequest['method'],
      string,
    ];
    this.#op = op;
    return { method, path, body: body === undefined ? null : [body] };
  }

  head({ status, contentType, length }: HttpHead): void {
    if (contentType !== this.contentType) {
      throw new ProtocolError(
        `HTTP answer: got status ${status} and content-type ${contentType || 'none'}, expected ${this.contentType}`,
      );
    }
    this.#status = status;
    this.#pieces = [];
    this.#come = 0;
    this.#check(length ?? 0);
  }

  piece(bytes: Uint8Array): null {
    this.#come += bytes.length;
    this.#check(this.#come);
    this.#pieces.push(bytes);
    return null;
  }

  end(): Uint8Array {
    const begin = performance.now();
    const body = this.#pieces.length === 1 ? this.#pieces[0]! : joined(this.#pieces);
    this.#pieces = [];
    const frame = joined(this.#status === 200 ? jsonReply(this.#op, body) : this.#refusal(body));
    this.decodeMicroseconds = (performance.now() - begin) * 1000;
    return frame;
  }

  /** The CodecError that the last request failed with, once, if that is what it was. */
  takeLost(): CodecError | null {
    const lost = this.#lost;
    this.#lost = null;
    return lost;
  }

  /** The error frame of `{"error": "...", "code": 1}`; with `place` and `value` it is a value JSON can't carry. */
  #refusal(body: Uint8Array): FrameParts {
    const { error, code, place, value } = fieldsOf(body).values;
    if (typeof error !== 'string' || typeof code !== 'number' || code >>> 16 !== 0) {
      throw new ProtocolError(
        `HTTP answer: got status ${this.#status} without an error and its code, expected both, the code of 16 bits`,
      );
    }
    if (typeof place === 'string') {
      this.#lost = lostInJson(place, Number(String(value).replace('inf', 'Infinity')));
    }
    return errorReply(code, error);
  }

  #check(bytes: number): void {
    if (bytes > this.#longest) {
      throw new ProtocolError(`HTTP body: got ${bytes} bytes, expected at most ${this.#longest}`);
    }
    if (bytes > LONGEST_TEXT) {
      this.#lost = tooLong('json', bytes);
      throw new ProtocolError(`HTTP body: ${this.#lost.message}`);
    }
  }
}
