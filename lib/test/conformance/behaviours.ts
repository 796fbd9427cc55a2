import { errorReply, joined } from '../../src/wire';
import { NodeEngine } from './node-engine';
import { malformedMessages } from './peers/malformed-messages';
import type { Accept, ScriptedPeer, Wire } from './peers/peer';
import { RequestStream } from './request-stream';

/** One connection of a scripted engine. */
interface Scripted {
  wire: Wire;
  /** The whole frame that answers a request. */
  reply(body: Uint8Array): Uint8Array;
  /** Requests that came on this connection. */
  requests: number;
  /** Replies held back. */
  held: Uint8Array[];
  carries: ScriptedPeer['carries'];
  /** Messages of this transport that are no replies. */
  malformed: readonly { bytes: Uint8Array }[];
}

/** What a scripted engine does when a request came. */
type Behaviour = (peer: Scripted, body: Uint8Array) => void;

const frame = (...bytes: number[]) => Uint8Array.from(bytes);
/** The first float of an echo: what the test asks for. */
const asked = (body: Uint8Array) => new Float64Array(body.slice(9, 17).buffer)[0]!;

/** Bytes in two pieces, which arrive apart. */
function sendApart({ wire }: Scripted, bytes: Uint8Array, at: number): void {
  wire.send(bytes.subarray(0, at), () => setTimeout(() => wire.send(bytes.subarray(at)), 1));
}

/** Scripts that every transport can play. */
const common = {
  /** Answers as an engine should. */
  answer: (peer, body) => peer.wire.send(peer.reply(body)),
  /** Reads and never answers. */
  silent: () => {},
  /** Reads no more after the first bytes. */
  deaf: () => {},
  dieBefore: () => {
    process.stderr.write('the peer is dying on purpose\n', () => process.exit(3));
  },
  /** Refuses with the code that the request asks for. */
  refuse: (peer, body) => {
    const code = asked(body);
    peer.wire.send(joined(errorReply(code, `as asked: ${code}`)));
  },
  /** An empty reply, whatever was asked. */
  wrongLength: (peer) => peer.wire.send(frame(0, 0, 0, 0)),
  /** An error frame too short for a code. */
  shortError: (peer) => peer.wire.send(frame(1, 0, 0, 0x80, 1)),
  /** An error frame whose message is not UTF-8. */
  garbledError: (peer) => peer.wire.send(frame(4, 0, 0, 0x80, 1, 0, 0xff, 0xfe)),
} satisfies Record<string, Behaviour>;

/** Scripts for a transport on which the engine can end a connection. */
const closing = {
  closeBefore: ({ wire }) => wire.close(),
  /** Answers the first request; the next may come before the end has left, and is not answered. */
  closeAfter: (peer, body) => {
    if (peer.requests === 1) peer.wire.send(peer.reply(body), () => peer.wire.close());
  },
} satisfies Record<string, Behaviour>;

/** Scripts for a transport on which the engine can speak unasked. */
const unasked = {
  /** Answers, and then answers once more. */
  unasked: (peer, body) => {
    const bytes = peer.reply(body);
    if (peer.carries === 'bytes') return peer.wire.send(joined([bytes, bytes]));
    peer.wire.send(bytes);
    peer.wire.send(bytes);
  },
} satisfies Record<string, Behaviour>;

/** Scripts for streams of bytes. */
const streams = {
  /** Sends each byte of a reply by itself. */
  byteByByte: (peer, body) => {
    const bytes = peer.reply(body);
    const next = (at: number) => {
      if (at === bytes.length) return;
      peer.wire.send(bytes.subarray(at, at + 1), () => setImmediate(next, at + 1));
    };
    next(0);
  },
  /** Sends a reply in two pieces, cut one byte later each time. */
  cutLater: (peer, body) => {
    const bytes = peer.reply(body);
    sendApart(peer, bytes, 1 + ((peer.requests - 1) % (bytes.length - 1)));
  },
  /** Holds a reply back until there are two, and sends them as one piece. */
  twoAtOnce: (peer, body) => {
    peer.held.push(peer.reply(body));
    if (peer.held.length < 2) return;
    peer.wire.send(joined(peer.held));
    peer.held = [];
  },
  /** Sends one reply and half of the next in a piece, and then the rest. */
  oneAndAHalf: (peer, body) => {
    peer.held.push(peer.reply(body));
    if (peer.held.length < 2) return;
    sendApart(peer, joined(peer.held), peer.held[0]!.length + (peer.held[1]!.length >> 1));
    peer.held = [];
  },
  /** Sends as many bytes of the reply as the request asks for, and ends the connection. */
  closeInside: (peer, body) => {
    const bytes = peer.reply(body).subarray(0, asked(body));
    if (bytes.length === 0) peer.wire.close();
    else peer.wire.send(bytes, () => peer.wire.close());
  },
  /** Dies in the middle of a reply. */
  dieInside: (peer, body) => {
    process.stderr.write('the peer is dying on purpose\n');
    peer.wire.send(peer.reply(body).subarray(0, 6), () => process.exit(3));
  },
  /** Declares 2^31 - 1 bytes. */
  longestLength: (peer) => peer.wire.send(frame(0xff, 0xff, 0xff, 0x7f)),
  /** An error frame over 4 KiB. */
  longError: (peer) => peer.wire.send(frame(0x01, 0x10, 0, 0x80)),
} satisfies Record<string, Behaviour>;

/** Scripts for messages. */
const messages = {
  /** Sends the malformed message whose number the request asks for. */
  malformed: (peer, body) => peer.wire.send(peer.malformed[asked(body)]!.bytes),
  /** Breaks a message off in its middle. */
  breakOff: (peer, body) => peer.wire.breakOff?.(peer.reply(body).subarray(0, 6)),
  /** A whole error frame over 4 KiB. */
  longErrorMessage: (peer) => {
    const message = new Uint8Array(4 + 0x1001).fill(0x20);
    message.set([0x01, 0x10, 0, 0x80, 1, 0]);
    peer.wire.send(message);
  },
} satisfies Record<string, Behaviour>;

/** The scripts, by name. */
export const behaviours = { ...common, ...closing, ...unasked, ...streams, ...messages };

export type BehaviourName = keyof typeof behaviours;

/** What a scripted engine does with a new connection. */
export function accepting(behaviour: () => BehaviourName, speaking: ScriptedPeer): Accept {
  const { carries, malformed = malformedMessages } = speaking;
  return (wire) => {
    const name = behaviour();
    const stream = new RequestStream();
    const engine = new NodeEngine();
    const reply = (body: Uint8Array) => joined(engine.answer(body));
    const peer: Scripted = { wire, reply, requests: 0, held: [], carries, malformed };
    return (bytes) => {
      if (name === 'deaf') return wire.pause();
      for (const body of stream.push(bytes)) {
        peer.requests++;
        (behaviours[name] as Behaviour)(peer, body);
      }
    };
  };
}
