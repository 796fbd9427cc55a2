import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { codecNamed, codecRequest } from '../../src/codec';
import { sameResult, sweep, windowLengths } from '../../src/kernel';
import { gbm } from '../../src/market';
import { HttpEngine } from '../../src/study/serialization-tax/http-engine';
import { Peer } from '../../src/study/serialization-tax/peer';
import { setUpFile } from '../../src/study/serialization-tax/program';

const never = new AbortController().signal;
const { close } = gbm({ bars: 500 });
const windows = [6, 21].map(windowLengths);

async function withEngine(use: (engine: HttpEngine) => Promise<void>): Promise<void> {
  const engine = await HttpEngine.start(never);
  try {
    await use(engine);
  } finally {
    await engine.close();
  }
}

test('a sweep over HTTP is the kernel, and its times are within the call', { timeout: 30_000 }, async () => {
  await withEngine(async (engine) => {
    for (let i = 0; i < 3; i++) {
      const call = await engine.sweep(close, windows, never);
      assert.ok(sameResult(sweep(close, windows), call.result));
      const told = call.clientEncode + call.clientDecode + call.parse + call.compute + call.encode;
      assert.ok(told > 0 && told <= call.us);
    }
  });
});

test('what the engine refuses is told in its words, and it goes on', { timeout: 30_000 }, async () => {
  await withEngine(async (engine) => {
    const wrong = [{ ...windows[0], p: 0 }];
    await assert.rejects(engine.sweep(close, wrong, never), {
      code: 'ENGINE_REPLY',
      wireCode: 4,
      message: /combo 0 p: got 0, expected a window of 1 to 67108864 bars/,
    });
    await assert.rejects(engine.sweep(Float64Array.of(1, Infinity), windows, never), {
      code: 'CODEC',
      message: /close\[1\] is Infinity/,
    });
    await engine.sweep(close, windows, never);
  });
});

test('an aborted call is cancelled, and the engine answers the next', { timeout: 30_000 }, async () => {
  await withEngine(async (engine) => {
    const abort = new AbortController();
    const long = engine.sweep(
      gbm({ bars: 150_000 }).close,
      Array(500).fill(windowLengths(200)),
      abort.signal,
    );
    setTimeout(() => abort.abort(), 300);
    await assert.rejects(long, { code: 'CANCELLED' });
    await engine.sweep(close, windows, never);
  });
});

test('after close there is no answer, and closing again is no fault', { timeout: 30_000 }, async () => {
  const engine = await HttpEngine.start(never);
  await engine.close();
  await engine.close();
  await assert.rejects(engine.sweep(close, windows, never), { code: 'CONNECTION' });
  await assert.rejects(HttpEngine.start(AbortSignal.abort()), { code: 'CANCELLED' });
});

test('a program that times codecs says what is wrong, and how it ended', { timeout: 30_000 }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ipc-tax-peer-'));
  const command = setUpFile('build', 'bin', 'ipc-tax-codecs');
  try {
    const nothing = await Peer.start({ command, args: [folder] });
    await assert.rejects(nothing.ask('names'), { code: 'ENGINE_EXIT', message: /raw_fresh: No such file/ });
    await assert.rejects(nothing.ask('names'), { code: 'ENGINE_EXIT' });
    writeFileSync(
      path.join(folder, 'raw_fresh'),
      codecNamed('raw_fresh').encode(codecRequest(close, windows)),
    );
    const peer = await Peer.start({ command, args: [folder] });
    assert.match(await peer.ask('names'), /^raw_view raw_reused /);
    assert.ok(Number(await peer.ask('encode json 2')) > 0);
    await assert.rejects(peer.ask('encode cbor 1'), {
      code: 'PEER',
      message: /^encode cbor 1: error codec: got cbor/,
    });
    await peer.close();
    await peer.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('what set-up makes is asked for by name when it is not there', () => {
  assert.throws(() => setUpFile('build', 'bin', 'nothing'), {
    code: 'ENGINE_START',
    message: /build\/bin\/nothing is not there: run `make setup` first/,
  });
});
