import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { EngineReplyError } from '../../src/errors';
import type { Windows } from '../../src/kernel';
import {
  closeLiveRequest,
  defaultLimits,
  dropRequest,
  echoReply,
  echoRequest,
  emptyReply,
  errorReply,
  type FrameParts,
  idReply,
  infoReply,
  infoRequest,
  joined,
  loadRequest,
  openLiveRequest,
  parseRequest,
  Refusal,
  readEchoReply,
  readEmptyReply,
  readErrorReply,
  readIdReply,
  readInfoReply,
  readSweepReply,
  readTickReply,
  readTimingReply,
  sweepLoadedRequest,
  sweepReply,
  sweepRequest,
  tickReply,
  tickRequest,
  timingReply,
  timingRequest,
} from '../../src/wire';
import {
  bitsOf,
  floatsOf,
  type GoldenFrame,
  type GoldenReply,
  goldenBytes,
  goldenFolder,
  goldenFrames,
} from './golden';
import { content } from './golden-content';

const golden = goldenFrames();
const all = { hasSeries: () => true, hasSession: () => true };

function windowsOf(lengths: string[]): Windows {
  const [half, full, sqrt, pThird, pHalf, p] = lengths.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return { half, full, sqrt, pThird, pHalf, p };
}

function build(frame: GoldenFrame): FrameParts {
  const floats = floatsOf(frame.floats);
  const combos = frame.combos.map(windowsOf);
  switch (frame.op) {
    case 'sweep':
      return sweepRequest(floats, combos);
    case 'echo':
      return echoRequest(floats);
    case 'load':
      return loadRequest(floats);
    case 'sweepLoaded':
      return sweepLoadedRequest(frame.a, combos);
    case 'drop':
      return dropRequest(frame.a);
    case 'openLive':
      return openLiveRequest(combos[0]!);
    case 'tick':
      return tickRequest(frame.a, floats);
    case 'closeLive':
      return closeLiveRequest(frame.a);
    case 'info':
      return infoRequest();
    default:
      return timingRequest();
  }
}

function buildReply(reply: GoldenReply): FrameParts {
  if (reply.pnl)
    return sweepReply({ pnl: floatsOf(reply.pnl), trades: Int32Array.from(reply.trades!, Number) });
  if (reply.floats) return echoReply(floatsOf(reply.floats));
  if (reply.id !== undefined) return idReply(reply.id);
  if (reply.ticks) {
    return tickReply({
      side: Int8Array.from(reply.ticks, (tick) => Number(tick.side)),
      trades: Int32Array.from(reply.ticks, (tick) => Number(tick.trades)),
      pnl: floatsOf(reply.ticks.map((tick) => tick.pnl)),
    });
  }
  if (reply.times) {
    const [complete, parsed, computed, encoded, writeBegun] = reply.times.map(BigInt) as [
      bigint,
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    return timingReply({ complete, parsed, computed, encoded, writeBegun });
  }
  return emptyReply();
}

/** Reads a reply's body with the reader of its operation and puts it in the form of frames.json. */
function read(frame: GoldenFrame, body: Uint8Array): GoldenReply {
  switch (frame.op) {
    case 'sweep':
    case 'sweepLoaded': {
      const { pnl, trades } = readSweepReply(body, frame.b);
      return { pnl: bitsOf(pnl), trades: Array.from(trades, String) };
    }
    case 'echo':
      return { floats: bitsOf(readEchoReply(body, frame.a)) };
    case 'load':
      return { id: readIdReply(body, 'load') };
    case 'openLive':
      return { id: readIdReply(body, 'open live') };
    case 'tick': {
      const { side, trades, pnl } = readTickReply(body, frame.b);
      const bits = bitsOf(pnl);
      return {
        ticks: bits.map((hex, i) => ({ side: String(side[i]), trades: String(trades[i]), pnl: hex })),
      };
    }
    case 'timing': {
      const t = readTimingReply(body);
      return { times: [t.complete, t.parsed, t.computed, t.encoded, t.writeBegun].map(String) };
    }
    default:
      readEmptyReply(body, frame.op === 'drop' ? 'drop' : 'close live');
      return {};
  }
}

test('the committed files are the ones golden-content describes', () => {
  assert.deepEqual(golden, JSON.parse(JSON.stringify(content)));
  const named = [
    'frames.json',
    ...golden.frames.map(({ name }) => `${name}.request.bin`),
    ...golden.frames.filter(({ reply }) => reply !== null).map(({ name }) => `${name}.reply.bin`),
    ...golden.errors.map(({ name }) => `${name}.reply.bin`),
    ...golden.refused.map(({ name }) => `${name}.request.bin`),
  ];
  assert.deepEqual(readdirSync(goldenFolder).sort(), named.sort());
});

describe('requests', () => {
  for (const frame of golden.frames) {
    test(`${frame.name}: built and parsed`, () => {
      const bytes = goldenBytes(`${frame.name}.request.bin`);
      assert.deepEqual(joined(build(frame)), bytes);
      if (frame.name === 'sweep-wide-integers') return;
      const request = parseRequest(bytes.subarray(4), defaultLimits, all);
      assert.equal(request.op, frame.op);
      const floats = 'close' in request ? request.close : 'floats' in request ? request.floats : null;
      if (floats !== null) assert.deepEqual(bitsOf(floats), frame.floats);
      const combos = 'combos' in request ? request.combos : 'windows' in request ? [request.windows] : [];
      assert.deepEqual(combos, frame.combos.map(windowsOf));
      const id = 'series' in request ? request.series : 'session' in request ? request.session : frame.a;
      assert.equal(id, frame.a);
    });
  }
});

describe('replies', () => {
  for (const frame of golden.frames) {
    const { reply } = frame;
    if (reply === null) continue;
    test(`${frame.name}: built and read, at any address`, () => {
      const bytes = goldenBytes(`${frame.name}.reply.bin`);
      if (reply.info !== undefined) {
        const info = readInfoReply(bytes.subarray(4));
        assert.deepEqual(info, JSON.parse(reply.info));
        assert.deepEqual(readInfoReply(joined(infoReply(info)).subarray(4)), info);
        return;
      }
      assert.deepEqual(joined(buildReply(reply)), bytes);
      assert.deepEqual(read(frame, bytes.subarray(4)), reply);
      assert.deepEqual(read(frame, bytes.slice(4)), reply);
    });
  }
});

describe('errors', () => {
  for (const { name, code, message } of golden.errors) {
    test(`${name}: built and read`, () => {
      const bytes = goldenBytes(`${name}.reply.bin`);
      assert.deepEqual(joined(errorReply(code, message)), bytes);
      const error = readErrorReply(bytes.subarray(4));
      assert(error instanceof EngineReplyError);
      assert.equal(error.wireCode, code);
      assert(error.message.endsWith(message));
    });
  }
});

describe('refused requests', () => {
  for (const { name, code, closes, body_len } of golden.refused) {
    test(`${name}: error ${code}`, () => {
      const bytes = goldenBytes(`${name}.request.bin`);
      const short = body_len === bytes.length - 4;
      const body = short ? bytes.subarray(4) : ({ byteLength: body_len } as Uint8Array);
      assert.throws(
        () => parseRequest(body, defaultLimits),
        (error) => error instanceof Refusal && error.wireCode === code && error.closes === closes,
      );
    });
  }
});
