import { createServer } from 'node:http';
import { framesAsMessages, type ScriptedPeer, type Wire } from './peer';

/** HTTP/1.1 on the loopback interface, a frame as a body: `--http 127.0.0.1:0`. */
export const peer: ScriptedPeer = {
  ...framesAsMessages,
  unasked: false,
  breaksOff: true,
  async serve(_, accept) {
    const takers = new WeakMap<object, { take: (bytes: Uint8Array) => void; wire: HttpWire }>();
    const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 });
    server.on('connection', (socket) => {
      socket.on('error', () => {});
      const wire = new HttpWire(() => socket.end());
      takers.set(socket, { wire, take: accept(wire) });
    });
    server.on('request', (request, response) => {
      const { take, wire } = takers.get(request.socket)!;
      wire.answers(request, response);
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => {
        pieces.push(piece);
        if (wire.deaf) request.pause();
      });
      request.on('end', () => take(Buffer.concat(pieces)));
      // One that reads nothing decides so at the first bytes.
      if (Number(request.headers['content-length']) > 1_000_000) take(new Uint8Array());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    return `listening http 127.0.0.1:${typeof address === 'object' ? address?.port : null}`;
  },
};

class HttpWire implements Wire {
  deaf = false;
  readonly close: () => void;
  #request!: import('node:http').IncomingMessage;
  #response!: import('node:http').ServerResponse;

  constructor(close: () => void) {
    this.close = close;
  }

  answers(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse): void {
    this.#request = request;
    this.#response = response;
  }

  send(bytes: Uint8Array, sent?: () => void): void {
    this.#response.setHeader('content-type', 'application/octet-stream');
    this.#response.setHeader('content-length', bytes.length);
    this.#response.end(bytes, sent);
  }

  pause(): void {
    this.deaf = true;
    this.#request.pause();
  }

  breakOff(bytes: Uint8Array): void {
    this.#response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-length': bytes.length + 6,
    });
    this.#response.write(bytes, () => this.close());
  }
}
