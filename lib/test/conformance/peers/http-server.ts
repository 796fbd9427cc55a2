import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Accept, Wire } from './peer';

/** What a frame is in HTTP, on the server's side. */
export interface ServedForm {
  readonly contentType: string;
  /** The request frame of a request. */
  frame(request: IncomingMessage, body: Buffer): Uint8Array;
  /** The body of a reply frame, and its status. */
  answer(request: IncomingMessage, frame: Uint8Array): { status: number; body: Uint8Array };
}

/** Listens with HTTP/1.1, and accepts connections that carry frames in that form. Resolves with the line that says where. */
export async function serveHttp(form: ServedForm, accept: Accept): Promise<string> {
  const connections = new WeakMap<object, { take: (bytes: Uint8Array) => void; wire: HttpWire }>();
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 });
  server.on('connection', (socket) => {
    socket.on('error', () => {});
    const wire = new HttpWire(form, () => socket.end());
    connections.set(socket, { wire, take: accept(wire) });
  });
  server.on('request', (request, response) => {
    const { take, wire } = connections.get(request.socket)!;
    wire.answers(request, response);
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => take(form.frame(request, Buffer.concat(pieces))));
    // One that reads nothing is to say so before all of a long body came.
    if (Number(request.headers['content-length']) > 1_000_000) take(new Uint8Array());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `listening http 127.0.0.1:${typeof address === 'object' ? address?.port : null}`;
}

class HttpWire implements Wire {
  readonly close: () => void;
  readonly #form: ServedForm;
  #request!: IncomingMessage;
  #response!: ServerResponse;

  constructor(form: ServedForm, close: () => void) {
    this.#form = form;
    this.close = close;
  }

  /** What is sent next answers this request. */
  answers(request: IncomingMessage, response: ServerResponse): void {
    this.#request = request;
    this.#response = response;
  }

  send(bytes: Uint8Array, sent?: () => void): void {
    const { status, body } = this.#form.answer(this.#request, bytes);
    this.#head(status, body.length);
    this.#response.end(body, sent);
  }

  pause(): void {
    this.#request.pause();
  }

  breakOff(bytes: Uint8Array): void {
    this.#head(200, bytes.length + 6);
    this.#response.write(bytes, () => this.close());
  }

  #head(status: number, length: number): void {
    this.#response.writeHead(status, { 'content-type': this.#form.contentType, 'content-length': length });
  }
}
