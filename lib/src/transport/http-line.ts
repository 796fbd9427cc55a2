import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { ProtocolError } from '../errors';
import type { FrameParts } from '../wire';
import { joined } from '../wire';
import { closedSocket } from './closed-socket';
import { connectedSocket } from './connected-socket';
import type { ConnectOptions } from './connection';
import { type Line, Pipeline } from './pipeline';

/** A request of HTTP. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** The pieces of its body, or null where it has none. */
  body: FrameParts | null;
}

/** The head of an answer. */
export interface HttpHead {
  status: number;
  contentType: string;
  /** Bytes that the body will have, or null where the head does not tell. */
  length: number | null;
}

/** What frames are in HTTP. One for each connection. */
export interface HttpForm {
  readonly contentType: string;
  /** The request of what was given to the pipeline. */
  request(parts: FrameParts): HttpRequest;
  /**
   * The head of its answer came.
   * @throws ProtocolError when it can't be one.
   */
  head(head: HttpHead): void;
  /** A piece of the answer's body, to keep. Gives bytes of the reply frame, or null. */
  piece(bytes: Uint8Array): Uint8Array | null;
  /** The body is whole: what is left of the reply frame. */
  end(): Uint8Array | null;
}

/** A signed 32-bit number of milliseconds is the longest that Node's timers take: an idle connection stays. */
const NEVER = 2 ** 31 - 1;

/** A body of pieces up to this many bytes is sent as one: copying them costs less than writing twice. */
const COPIED_BYTES = 256 * 1024;

/**
 * Opens a kept connection of HTTP/1.1 over which frames go in some form: one request after another, as clients of HTTP do.
 * @throws ConnectionError when nothing listens there, or the address is no HOST:PORT.
 */
export async function connectHttp(
  address: string,
  options: ConnectOptions,
  form: HttpForm,
): Promise<Pipeline> {
  const socket = await connectedSocket(address, options);
  const line = new HttpLine(socket, address, form);
  const pipeline = new Pipeline(line, options.longestReply);
  line.serve(pipeline);
  return pipeline;
}

/** Undici's client, which is given its one connection and never gets another: what the engine holds goes with it. */
class HttpLine implements Line {
  readonly #socket: Socket;
  readonly #client: Client;
  readonly #form: HttpForm;
  #pipeline!: Pipeline;
  /** A request is under way. */
  #busy = false;
  /** Its answer says that none will come after it. */
  #last = false;

  constructor(socket: Socket, address: string, form: HttpForm) {
    this.#socket = socket;
    this.#form = form;
    let given = false;
    this.#client = new Client(`http://${address}`, {
      connect: (_, callback) => {
        const again = given;
        given = true;
        // Called back at once, the client would not see that it has a connection now.
        queueMicrotask(() =>
          again ? callback(new Error('its connection is gone'), null) : callback(null, socket),
        );
      },
      pipelining: 1,
      // A sweep may take as long as it takes; who has no patience says so.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: NEVER,
      keepAliveMaxTimeout: NEVER,
    });
  }

  /** Gives what comes to the pipeline, which has this line, so it can only come last. */
  serve(pipeline: Pipeline): void {
    this.#pipeline = pipeline;
    this.#socket.once('close', () => pipeline.lost());
    this.#client.once('disconnect', (_url, _targets, error) => pipeline.lost(error));
  }

  get idle(): boolean {
    return !this.#busy;
  }

  send(parts: FrameParts, sent: () => void): void {
    this.#busy = true;
    const { method, path, body } = this.#form.request(parts);
    const headers: Record<string, string> = {};
    if (body !== null) {
      headers['content-type'] = this.#form.contentType;
      headers['content-length'] = String(body.reduce((sum, part) => sum + part.byteLength, 0));
    }
    this.#client.dispatch({ method, path, headers, body: sentBody(body) }, this.#handler(sent));
  }

  hold(): void {
    this.#socket.ref();
  }

  release(): void {
    this.#socket.unref();
  }

  abandon(): void {
    this.#socket.resetAndDestroy();
    void this.#client.destroy();
  }

  end(): Promise<void> {
    // Not the client's own promise: it waits for a close that may have been told before.
    const closed = closedSocket(this.#socket);
    void this.#client.destroy();
    return closed;
  }

  #handler(answered: () => void): Dispatcher.DispatchHandler {
    return {
      onRequestStart: () => {},
      onResponseStart: (_, status, headers) => {
        if (status < 200) return;
        this.#last = headers.connection === 'close';
        const length = headers['content-length'];
        this.#guarded(() => {
          this.#form.head({
            status,
            contentType: String(headers['content-type'] ?? ''),
            length: length === undefined ? null : Number(length),
          });
          return null;
        });
      },
      onResponseData: (_, chunk) => this.#guarded(() => this.#form.piece(chunk)),
      onResponseEnd: () => {
        this.#guarded(() => this.#form.end());
        this.#busy = false;
        // A request written now would be answered by nobody.
        if (this.#last) this.#pipeline.lost();
        answered();
      },
      onResponseError: (_, error) => this.#pipeline.lost(error),
    };
  }

  /** Hands bytes of a reply on; an answer that can't be one ends the connection. */
  #guarded(take: () => Uint8Array | null): void {
    if (this.#pipeline.failure !== null) return;
    try {
      const bytes = take();
      if (bytes !== null) this.#pipeline.pushed(bytes);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#pipeline.ended(() => error);
    }
  }
}

/** A body as undici takes it: in one piece, or as a list of pieces where copying them would cost more. */
function sentBody(body: FrameParts | null): Dispatcher.DispatchOptions['body'] {
  if (body === null) return null;
  if (body.length === 1) return body[0]!;
  const bytes = body.reduce((sum, part) => sum + part.byteLength, 0);
  if (bytes <= COPIED_BYTES) return joined(body);
  // It takes any iterable, which its declarations do not say.
  return body as unknown as Dispatcher.DispatchOptions['body'];
}
