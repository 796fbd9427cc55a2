import { malformedReplies, serveGrpc } from './grpc-server';
import { framesAsMessages, type MalformedMessage, type ScriptedPeer } from './peer';

/** Field 2 of a reply is an echo's. */
const asAnswer = (echoReply: Uint8Array) => Uint8Array.of(0x12, echoReply.length, ...echoReply);

const malformed: readonly MalformedMessage[] = [
  ...malformedReplies(asAnswer),
  { name: 'no answer', bytes: Buffer.of(), says: /got a message of 0 bytes without an answer, expected one/ },
];

/** gRPC, one stream for all requests: `--grpc 127.0.0.1:0`. */
export const peer: ScriptedPeer = {
  ...framesAsMessages,
  malformed,
  serve: (_, accept) => serveGrpc(accept, malformed),
};
