import type { Readable, Writable } from 'node:stream';
import { errorReply, joined } from '../../src/wire';
import { NodeEngine } from './node-engine';
import { RequestStream } from './request-stream';

/** What a scripted engine does when a request came. */
export interface Peer {
  input: Readable;
  output: Writable;
  engine: NodeEngine;
  /** Ends the connection, in order. */
  close(): void;
}

type Behaviour = (peer: Peer, body: Uint8Array) => void;

const frame = (...bytes: number[]) => Uint8Array.from(bytes);
const reply = (peer: Peer, body: Uint8Array) => joined(peer.engine.answer(body));
let held: Uint8Array[] = [];

/** The scripts, by name. */
export const behaviours = {
  /** Answers as an engine should. */
  answer: (peer, body) => {
    for (const part of peer.engine.answer(body)) peer.output.write(part);
  },
  /** Sends each byte of a reply by itself. */
  byteByByte: (peer, body) => {
    const bytes = reply(peer, body);
    const next = (at: number) => {
      if (at === bytes.length) return;
      peer.output.write(bytes.subarray(at, at + 1), () => setImmediate(next, at + 1));
    };
    next(0);
  },
  /** Holds a reply back until there are two, and sends them as one piece. */
  twoAtOnce: (peer, body) => {
    held.push(reply(peer, body));
    if (held.length < 2) return;
    peer.output.write(joined(held));
    held = [];
  },
  /** Reads and never answers. */
  silent: () => {},
  /** Reads no more after the first bytes. */
  deaf: () => {},
  closeBefore: (peer) => peer.close(),
  /** Sends a reply without its last byte. */
  closeInside: (peer, body) => {
    peer.output.write(reply(peer, body).subarray(0, -1), () => peer.close());
  },
  closeInsideLength: (peer) => {
    peer.output.write(frame(8, 0), () => peer.close());
  },
  closeAfter: (peer, body) => {
    peer.output.write(reply(peer, body), () => peer.close());
  },
  /** Dies in the middle of a reply. */
  dieInside: (peer, body) => {
    process.stderr.write('the peer is dying on purpose\n');
    peer.output.write(reply(peer, body).subarray(0, 6), () => process.exit(3));
  },
  dieBefore: () => {
    process.stderr.write('the peer is dying on purpose\n', () => process.exit(3));
  },
  /** Declares 2^31 - 1 bytes. */
  longestLength: (peer) => {
    peer.output.write(frame(0xff, 0xff, 0xff, 0x7f));
  },
  /** An empty reply, whatever was asked. */
  wrongLength: (peer) => {
    peer.output.write(frame(0, 0, 0, 0));
  },
  /** Answers, and then answers once more. */
  unasked: (peer, body) => {
    const bytes = reply(peer, body);
    peer.output.write(joined([bytes, bytes]));
  },
  /** Refuses with each code in turn; then answers. */
  refuse: (peer, body) => {
    const code = new Float64Array(body.slice(9).buffer)[0]!;
    peer.output.write(joined(errorReply(code, `as asked: ${code}`)));
  },
  /** An error frame over 4 KiB. */
  longError: (peer) => {
    peer.output.write(frame(0x01, 0x10, 0, 0x80));
  },
  /** An error frame too short for a code. */
  shortError: (peer) => {
    peer.output.write(frame(1, 0, 0, 0x80, 1));
  },
  /** An error frame whose message is not UTF-8. */
  garbledError: (peer) => {
    peer.output.write(frame(4, 0, 0, 0x80, 1, 0, 0xff, 0xfe));
  },
} satisfies Record<string, Behaviour>;

export type BehaviourName = keyof typeof behaviours;

/** Lets a peer speak on a connection. */
export function speak(name: BehaviourName, input: Readable, output: Writable, close: () => void): void {
  const stream = new RequestStream();
  const peer: Peer = { input, output, engine: new NodeEngine(), close };
  const behaviour: Behaviour = behaviours[name];
  output.on('error', () => {});
  input.on('error', () => {});
  input.on('data', (chunk: Buffer) => {
    if (name === 'deaf') {
      input.pause();
      return;
    }
    for (const body of stream.push(chunk)) behaviour(peer, body);
  });
}
