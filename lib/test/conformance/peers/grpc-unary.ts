import { malformedReplies, serveGrpc } from './grpc-server';
import { framesAsMessages, type ScriptedPeer } from './peer';

const malformed = malformedReplies((echoReply) => echoReply);

/** gRPC, a call a request: `--grpc 127.0.0.1:0`. */
export const peer: ScriptedPeer = {
  ...framesAsMessages,
  unasked: false,
  malformed,
  serve: (_, accept) => serveGrpc(accept, malformed),
};
