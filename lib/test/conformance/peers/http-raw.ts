import { serveHttp } from './http-server';
import { framesAsMessages, type ScriptedPeer } from './peer';

/** HTTP/1.1 on the loopback interface, a frame as a body: `--http 127.0.0.1:0`. */
export const peer: ScriptedPeer = {
  ...framesAsMessages,
  unasked: false,
  breaksOff: true,
  serve: (_, accept) =>
    serveHttp(
      {
        contentType: 'application/octet-stream',
        frame: (_, body) => body,
        answer: (_, frame) => ({ status: 200, body: frame }),
      },
      accept,
    ),
};
