import type { IncomingMessage } from 'node:http';
import { ERROR_BIT, echoRequest, joined, readErrorReply } from '../../../src/wire';
import { serveHttp } from './http-server';
import { framesAsMessages, type MalformedMessage, type ScriptedPeer } from './peer';

const text = (words: string): Uint8Array => Buffer.from(words);

/** What the scripts hand over as it is, in place of frames that JSON has no words for. */
const malformed: readonly MalformedMessage[] = [
  { name: 'no JSON', bytes: text('{"floats":'), says: /got "{\\"floats\\":", expected JSON/ },
  { name: 'no object', bytes: text('[1]'), says: /got \[1\], expected an object/ },
  { name: 'no list', bytes: text('{"floats":1}'), says: /floats: got 1, expected a list/ },
  { name: 'no field', bytes: text('{}'), says: /floats: got undefined, expected a list/ },
  { name: 'no number', bytes: text('{"floats":[null]}'), says: /floats\[0\]: got null, expected a number/ },
  {
    name: 'a number beyond float64',
    bytes: text('{"floats":[1e999]}'),
    says: /floats\[0\]: got 1e999, expected a number in the range of float64/,
  },
  {
    name: 'a number nearer to zero than float64',
    bytes: text('{"floats":[-1e-400]}'),
    says: /floats\[0\]: got -1e-400, expected a number in the range/,
  },
  {
    name: 'a name twice',
    bytes: text('{"floats":[1],"floats":[2]}'),
    says: /a name is there twice, expected each once/,
  },
  {
    name: 'a list too long',
    bytes: text('{"floats":[1,2]}'),
    says: /echo reply: got a body of 16 bytes, expected 8/,
  },
  { name: 'an empty body', bytes: text(''), says: /got "", expected JSON/ },
];

/** JSON over HTTP/1.1: `--http 127.0.0.1:0`. Echoes alone: the scripts ask for nothing else. */
export const peer: ScriptedPeer = {
  ...framesAsMessages,
  unasked: false,
  breaksOff: true,
  lossless: false,
  malformed,
  serve: (_, accept) =>
    serveHttp({ contentType: 'application/json', frame: requestFrame, answer: answered }, accept),
};

function requestFrame(_: IncomingMessage, body: Buffer): Uint8Array {
  const { floats } = JSON.parse(body.toString()) as { floats: number[] };
  return joined(echoRequest(Float64Array.from(floats)));
}

function answered(_: IncomingMessage, frame: Uint8Array): { status: number; body: Uint8Array } {
  if (malformed.some(({ bytes }) => Buffer.compare(bytes, frame) === 0)) return { status: 200, body: frame };
  const length = new DataView(frame.buffer, frame.byteOffset).getUint32(0, true);
  const body = frame.slice(4);
  if (length >= ERROR_BIT) {
    const { wireCode, message } = readErrorReply(body);
    return { status: 400, body: text(JSON.stringify({ error: message, code: wireCode })) };
  }
  const floats = Array.from(new Float64Array(body.buffer, 0, body.length / 8));
  return { status: 200, body: text(JSON.stringify({ floats })) };
}
