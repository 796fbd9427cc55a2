import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { CodecError, EngineReplyError, LONGEST_TEXT, ProtocolError } from '../../src/errors';
import { windowLengths } from '../../src/kernel';
import { frameFields } from '../../src/transport/frame-fields';
import { connectHttpJson } from '../../src/transport/http-json';
import { jsonReply } from '../../src/transport/http-json-reply';
import { jsonRequest } from '../../src/transport/http-json-request';
import {
  closeLiveRequest,
  dropRequest,
  echoRequest,
  type FrameParts,
  infoRequest,
  joined,
  loadRequest,
  openLiveRequest,
  readSweepReply,
  readTickReply,
  readTimingReply,
  sweepLoadedRequest,
  sweepRequest,
  tickRequest,
  timingRequest,
} from '../../src/wire';

const request = (parts: FrameParts) => jsonRequest(frameFields(parts));
const row = [3, 6, 2, 1, 2, 3];
const combo = windowLengths(6);
const close = Float64Array.of(1.5, 0.1);

test('every operation has its path', () => {
  const cases: [FrameParts, string, object | null][] = [
    [echoRequest(close), 'POST /echo', { floats: [1.5, 0.1] }],
    [sweepRequest(close, [combo, combo]), 'POST /sweep', { close: [1.5, 0.1], params: [row, row] }],
    [loadRequest(close), 'POST /series', { close: [1.5, 0.1] }],
    [sweepLoadedRequest(7, [combo]), 'POST /series/7/sweep', { params: [row] }],
    [dropRequest(7), 'DELETE /series/7', null],
    [openLiveRequest(combo), 'POST /live', { params: row }],
    [tickRequest(3, close), 'POST /live/3/tick', { close: [1.5, 0.1] }],
    [closeLiveRequest(3), 'DELETE /live/3', null],
    [infoRequest(), 'GET /info', null],
    [timingRequest(), 'GET /timing', null],
  ];
  for (const [parts, line, body] of cases) {
    const { method, path, body: written } = request(parts);
    assert.equal(`${method} ${path}`, line);
    assert.deepEqual(written, body);
  }
});

test('parameters that the engine will refuse are sent as they are', () => {
  const { body } = request(sweepRequest(close, [{ ...combo, p: 0, half: -5 }]));
  assert.deepEqual((body as { params: number[][] }).params, [[-5, 6, 2, 1, 2, 0]]);
});

test('what JSON can not carry is refused by place and value', () => {
  const nan = Float64Array.of(1, Number.NaN);
  const cases: [FrameParts, string, unknown][] = [
    [echoRequest(nan), 'floats[1]', Number.NaN],
    [loadRequest(Float64Array.of(-0)), 'close[0]', -0],
    [tickRequest(1, Float64Array.of(1, 2, -Infinity)), 'close[2]', -Infinity],
  ];
  for (const [parts, place, value] of cases) {
    assert.throws(
      () => request(parts),
      (error) => {
        assert(error instanceof CodecError);
        assert.deepEqual([error.codec, error.place], ['json', place]);
        assert(Object.is(error.value, value));
        return true;
      },
    );
  }
  const params = sweepLoadedRequest(1, [combo]);
  new DataView(params[0]!.buffer, params[0]!.byteOffset).setBigInt64(13 + 16, 2n ** 60n, true);
  assert.throws(() => request(params), /params\[2\] is 1152921504606846976n: integers beyond 2\^53/);
});

test('a frame that does not add up is refused with the error of the engine', () => {
  const cases: [Uint8Array, number][] = [
    [Uint8Array.of(3, 0, 0, 0, 1, 2, 3), 1],
    [Uint8Array.of(9, 0, 0, 0, 99, 0, 0, 0, 0, 0, 0, 0, 0), 2],
    [joined(echoRequest(close)).subarray(0, 20), 1],
  ];
  for (const [frame, code] of cases) {
    assert.throws(
      () => frameFields([frame]),
      (error) => error instanceof EngineReplyError && error.wireCode === code,
    );
  }
});

const body = (text: string) => Buffer.from(text);

test('replies become frames', () => {
  const sweep = joined(jsonReply('sweep', body('{"pnl":[-0.0,0.1],"trades":[0,7]}'))).slice(4);
  const { pnl, trades } = readSweepReply(sweep, 2);
  assert(Object.is(pnl[0], -0));
  assert.deepEqual([pnl[1], ...trades], [0.1, 0, 7]);
  const tick = joined(jsonReply('tick', body('{"side":[-1],"trades":[3],"pnl":[2.5]}'))).slice(4);
  assert.deepEqual(readTickReply(tick, 1), {
    side: Int8Array.of(-1),
    trades: Int32Array.of(3),
    pnl: Float64Array.of(2.5),
  });
  const late = '{"complete":"9007199254740993","parsed":"1","computed":"2","encoded":"3","write_begun":"4"}';
  const timing = readTimingReply(joined(jsonReply('timing', body(late))).slice(4));
  assert.equal(timing.complete, 9007199254740993n);
  assert.deepEqual(joined(jsonReply('drop', body('{}'))), new Uint8Array(4));
});

test('replies that are none are refused by what is wrong with them, and nothing is made up', () => {
  const cases = [
    ['sweep', '{"pnl":[1,2],"trades":[1]}', /trades: got 1 values, expected the 2 of pnl/],
    ['sweep', '{"pnl":[1],"trades":[1.5]}', /trades\[0\]: got 1.5, expected an integer/],
    ['load', '{"series":null}', /series: got null, expected an integer/],
    ['timing', '{"complete":1}', /complete: got 1, expected a whole number as a string/],
    [
      'sweep',
      '{"pnl":[1,1e999],"trades":[1,2]}',
      /pnl\[1\]: got 1e999, expected a number in the range of float64/,
    ],
    ['sweep', '{"pnl":[-1e999],"trades":[1]}', /pnl\[0\]: got -1e999, expected/],
    ['sweep', '{"pnl":[0,1e-400],"trades":[1,2]}', /pnl\[1\]: got 1e-400, expected/],
    ['sweep', '{"pnl":[1],"trades":[1],"pnl":[2]}', /a name is there twice/],
    ['sweep', '{"pnl":[null],"trades":[1]}', /pnl\[0\]: got null, expected a number/],
    [
      'sweep',
      '{"pnl":[1],"trades":[2147483648]}',
      /trades\[0\]: got 2147483648, expected an integer of 32 bits/,
    ],
    ['load', '{"series":4294967297}', /series: got 4294967297, expected an integer of 32 bits/],
    ['load', '{"series":-1}', /series: got -1, expected an integer of 32 bits/],
    ['openLive', '{"session":1.5}', /session: got 1.5, expected an integer/],
    ['tick', '{"side":[255],"trades":[0],"pnl":[0]}', /side\[0\]: got 255, expected 1, -1 or 0/],
    ['tick', '{"side":[0.5],"trades":[0],"pnl":[0]}', /side\[0\]: got 0.5, expected 1, -1 or 0/],
    ['timing', '{"complete":"18446744073709551616"}', /complete: got "18446744073709551616", .*below 2\^64/],
  ] as const;
  for (const [op, text, says] of cases) {
    assert.throws(
      () => jsonReply(op, body(text)),
      (error) => {
        assert(error instanceof ProtocolError);
        assert.match(error.message, says);
        return true;
      },
    );
  }
});

test('an answer of more text than can be held is refused by its head', async () => {
  let ended: Promise<unknown> = Promise.resolve();
  const server = createServer((_, response) => {
    ended = once(response, 'close');
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': LONGEST_TEXT + 1 });
    response.flushHeaders();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const connection = await connectHttpJson(`127.0.0.1:${port}`, { longestReply: 2 ** 28 });
  try {
    await assert.rejects(connection.request(echoRequest(close), { what: 'echo' }), (error) => {
      assert(error instanceof CodecError, `${error}`);
      assert.match(
        error.message,
        new RegExp(`its text takes ${LONGEST_TEXT + 1} characters, expected at most`),
      );
      return true;
    });
  } finally {
    await connection.close();
    await ended;
    server.close();
  }
});
