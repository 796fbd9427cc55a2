import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import { CancelledError, IpcTaxError, TimeoutError } from '../../src/errors';
import {
  FEE_PERCENT,
  GOLDEN_RESULT,
  grid,
  inSharedMemory,
  nativeSweep,
  nativeSweepSync,
  RUST_KERNELS,
  type Windows,
  windowLengths,
} from '../../src/kernel';
import { packedWindows } from '../../src/kernel/arguments';
import { type KernelAddon, kernelAddonSync } from '../../src/kernel/native/addon';
import { gbm } from '../../src/market';
import { INTERRUPT_EVENT, projectRoot } from '../../src/project';
import { assertSame, cases } from './cases';

const watchdog = { timeout: 120_000 };
const combos = grid().map(windowLengths);
const { close } = gbm();
/** Seconds of work for every kernel but tuned, and looked into while it lasts. */
const endless = { close: new Float64Array(4_000_000), combos: Array<Windows>(200).fill(windowLengths(400)) };

// Of ES2024, which the compiler's library does not have yet.
interface Limit {
  maxByteLength: number;
}
const ResizableShared = SharedArrayBuffer as unknown as new (
  bytes: number,
  limit: Limit,
) => SharedArrayBuffer;
const Resizable = ArrayBuffer as unknown as new (
  bytes: number,
  limit: Limit,
) => ArrayBuffer & { resize(bytes: number): void };

describe('rows', () => {
  for (const kernel of RUST_KERNELS) {
    test(`the 80 golden rows, bit for bit: ${kernel}`, watchdog, async () => {
      assertSame(await nativeSweep(close, combos, { kernel, threads: 2 }), GOLDEN_RESULT, 'beside');
      if (kernel === 'direct' || kernel === 'tuned') {
        assertSame(nativeSweepSync(close, combos, { kernel }), GOLDEN_RESULT, 'at once');
      }
    });
  }

  test('any series and windows equal the reference, bit for bit, with every kernel', watchdog, async () => {
    for (const { name, close, combos, expected } of cases()) {
      for (const kernel of RUST_KERNELS) {
        assertSame(nativeSweepSync(close, combos, { kernel }), expected, `${name}, ${kernel}`);
        const beside = await nativeSweep(close, combos, { kernel, threads: 3 });
        assertSame(beside, expected, `${name}, ${kernel} beside the event loop on three threads`);
      }
    }
  });

  test('the default is the naive kernel on one thread', () => {
    assertSame(
      nativeSweepSync(close.subarray(0, 900), combos),
      nativeSweepSync(close.subarray(0, 900), combos, { kernel: 'naive', threads: 1 }),
      'default',
    );
  });
});

describe('the series', () => {
  const some = combos.slice(0, 5);
  const part = close.subarray(1_000, 9_000);
  const expected = nativeSweepSync(part, some);

  test('in shared memory, and part of a larger one', async () => {
    const shared = inSharedMemory(close).subarray(1_000, 9_000);
    assertSame(nativeSweepSync(shared, some), expected, 'shared, at once');
    assertSame(await nativeSweep(shared, some), expected, 'shared');
    assertSame(await nativeSweep(part, some), expected, 'part');
    const growable = new ResizableShared(part.byteLength, { maxByteLength: 2 * part.byteLength });
    const growing = new Float64Array(growable);
    growing.set(part);
    assertSame(await nativeSweep(growing, some), expected, 'growable');
  });

  test('of a notebook cell, which has a Float64Array of its own', async () => {
    const own = vm.runInNewContext('Float64Array.from({ length: 40 }, (_, i) => 100 + Math.sin(i))');
    assert.equal(own instanceof Float64Array, false);
    assertSame(await nativeSweep(own, some), nativeSweepSync(Float64Array.from(own), some), 'own');
  });

  test('transferred away, shrunk or overwritten after the call: the rows are of what it was', async () => {
    const given = Float64Array.from(part);
    const rows = nativeSweep(given, some);
    const moved = structuredClone(given, { transfer: [given.buffer as ArrayBuffer] });
    assert.equal(given.length, 0);
    moved.fill(1);
    assertSame(await rows, expected, 'transferred');

    const resizable = new Resizable(part.byteLength, { maxByteLength: part.byteLength });
    const shrinking = new Float64Array(resizable);
    shrinking.set(part);
    const shrunk = nativeSweep(shrinking, some);
    resizable.resize(0);
    assertSame(await shrunk, expected, 'shrunk');
  });

  test('transferred away before the call: an error that says so', async () => {
    const gone = new Float64Array(8);
    structuredClone(gone, { transfer: [gone.buffer as ArrayBuffer] });
    assert.throws(() => nativeSweepSync(gone, some), /option close: .*still has its memory/);
    await assert.rejects(nativeSweep(gone, some), /option close: .*still has its memory/);
  });
});

describe('arguments', () => {
  test('are named, whichever form', async () => {
    const three = Float64Array.of(1, 2, 3);
    const bad: [unknown, unknown, object, RegExp][] = [
      [[1, 2], combos, {}, /option close: got \[1,2\], expected a Float64Array/],
      [new Float32Array(2), combos, {}, /option close: /],
      [three, 6, {}, /option combos: got 6, expected a list of windows/],
      [
        three,
        [{ ...combos[0], p: 0 }],
        {},
        /option combos\[0\].p: got 0, expected an integer from 1 to 67108864/,
      ],
      [three, [{ ...combos[0], full: 2 ** 26 + 1 }], {}, /option combos\[0\].full: got 67108865/],
      [
        three,
        combos,
        { kernel: 'fastest' },
        /option kernel: got "fastest", expected one of naive, unchecked, direct/,
      ],
      [three, combos, { threads: 0 }, /option threads: got 0, expected an integer from 1 to 1024/],
      [three, combos, { threads: 1.5 }, /option threads: got 1.5/],
      [three, combos, { thread: 1 }, /option thread: got 1, expected no such option/],
      [three, combos, { timeout: -1 }, /option timeout: got -1/],
      [three, combos, { signal: 1 }, /option signal: got 1/],
    ];
    for (const [series, windows, options, message] of bad) {
      const error = { name: 'OptionError', message };
      const call = [series as Float64Array, windows as Windows[], options] as const;
      assert.throws(() => nativeSweepSync(...call), error);
      await assert.rejects(nativeSweep(...call), error);
    }
  });
});

describe('beside the event loop', () => {
  test('which goes on meanwhile', watchdog, async () => {
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    await nativeSweep(close, combos.slice(40, 50), { kernel: 'naive' });
    clearInterval(ticking);
    assert.ok(turns > 3, `the event loop turned ${turns} times`);
  });

  test('many at once, more than Node has threads for files', watchdog, async () => {
    const series = inSharedMemory(close.subarray(0, 4_000));
    const expected = nativeSweepSync(series, combos, { kernel: 'direct' });
    const sweeps = Array.from({ length: 24 }, (_, i) =>
      nativeSweep(series, combos, { kernel: RUST_KERNELS[i % 4], threads: 1 + (i % 3) }),
    );
    for (const rows of await Promise.all(sweeps)) assertSame(rows, expected, 'one of many');
  });

  for (const kernel of RUST_KERNELS) {
    for (const threads of [1, 2]) {
      test(`an aborted signal ends it: ${kernel}, threads ${threads}`, watchdog, async () => {
        const control = new AbortController();
        const series = inSharedMemory(endless.close);
        const sweeping = nativeSweep(series, endless.combos, { kernel, threads, signal: control.signal });
        setTimeout(() => control.abort('enough'), 20);
        await assert.rejects(
          sweeping,
          (error) =>
            error instanceof CancelledError && error.code === 'CANCELLED' && error.cause === 'enough',
        );
      });
    }
  }

  test('one signal ends many, and one that has aborted starts none', watchdog, async () => {
    const control = new AbortController();
    const { signal } = control;
    const sweeps = Array.from({ length: 20 }, () =>
      nativeSweep(endless.close.subarray(0, 1e6), endless.combos, { signal }),
    );
    setTimeout(() => control.abort(), 20);
    for (const each of await Promise.allSettled(sweeps)) {
      assert.ok(each.status === 'rejected' && each.reason instanceof CancelledError);
    }
    await assert.rejects(nativeSweep(close, combos, { signal }), CancelledError);
    assert.throws(() => nativeSweepSync(close, combos, { signal }), CancelledError);
  });

  test('an interrupt of the notebook ends it', watchdog, async () => {
    const before = (process as NodeJS.EventEmitter).listenerCount(INTERRUPT_EVENT);
    const sweeping = nativeSweep(endless.close, endless.combos);
    setTimeout(() => (process as NodeJS.EventEmitter).emit(INTERRUPT_EVENT), 20);
    await assert.rejects(
      sweeping,
      (error) =>
        error instanceof CancelledError &&
        error.cause instanceof IpcTaxError &&
        error.cause.code === 'INTERRUPT',
    );
    assert.equal((process as NodeJS.EventEmitter).listenerCount(INTERRUPT_EVENT), before);
  });

  test('a timeout is kept, in both forms', watchdog, async () => {
    await assert.rejects(nativeSweep(endless.close, endless.combos, { timeout: 20 }), {
      name: 'TimeoutError',
      message: 'the sweep took longer than its timeout of 20 ms',
    });
    assert.throws(() => nativeSweepSync(endless.close, endless.combos, { timeout: 20 }), TimeoutError);
    assert.throws(() => nativeSweepSync(close, [], { timeout: 0 }), TimeoutError);
    assertSame(
      await nativeSweep(close, combos, { kernel: 'tuned', timeout: 2 ** 31 - 1 }),
      GOLDEN_RESULT,
      'in time',
    );
  });
});

describe('worker threads', () => {
  const program = `
    const { parentPort, workerData } = require('node:worker_threads');
    const { nativeSweep, nativeSweepSync } = require(workerData.library);
    const { close, combos, kernel } = workerData;
    if (workerData.leave) {
      nativeSweep(close, combos, { kernel });
      parentPort.postMessage('started');
    } else {
      nativeSweep(close, combos, { kernel }).then((beside) =>
        parentPort.postMessage({ beside, atOnce: nativeSweepSync(close, combos, { kernel }) }));
    }`;
  const library = join(__dirname, '..', '..', 'src', 'kernel', 'index.js');
  const start = (data: object): Worker =>
    new Worker(program, { eval: true, workerData: { library, ...data } });

  test('sweep too, each by itself', watchdog, async () => {
    const series = inSharedMemory(close);
    const workers = [0, 1, 2].map(() => start({ close: series, combos, kernel: 'tuned' }));
    const answers = await Promise.all(workers.map((worker) => once(worker, 'message')));
    for (const [{ beside, atOnce }] of answers) {
      assertSame(beside, GOLDEN_RESULT, 'beside');
      assertSame(atOnce, GOLDEN_RESULT, 'at once');
    }
    await Promise.all(workers.map((worker) => worker.terminate()));
  });

  test('can be ended before they have heard of their rows', watchdog, async () => {
    const busy = `
      const { parentPort, workerData } = require('node:worker_threads');
      const { nativeSweep } = require(workerData.library);
      for (let i = 0; i < 50; i++) nativeSweep(workerData.close, workerData.combos, { kernel: 'direct' });
      parentPort.postMessage('started');
      for (;;);`;
    const series = inSharedMemory(close.subarray(0, 500));
    const worker = new Worker(busy, { eval: true, workerData: { library, close: series, combos } });
    await once(worker, 'message');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await worker.terminate();
    assertSame(await nativeSweep(close, combos, { kernel: 'tuned' }), GOLDEN_RESULT, 'afterwards');
  });

  test('can be ended amid a sweep, whose series goes with them', watchdog, async () => {
    for (const shared of [true, false]) {
      const series = shared ? inSharedMemory(endless.close) : endless.close;
      const worker = start({ close: series, combos: endless.combos, kernel: 'naive', leave: true });
      await once(worker, 'message');
      await worker.terminate();
    }
    assertSame(await nativeSweep(close, combos, { kernel: 'tuned' }), GOLDEN_RESULT, 'afterwards');
  });
});

test('loaded once more, and from another realm, it sweeps there too', async () => {
  const path = join(projectRoot(), 'build', 'bin', 'ipc-tax.node');
  delete require.cache[path];
  const again: KernelAddon = require(path);
  const load = 'const loaded = { exports: {} }; process.dlopen(loaded, path); loaded.exports';
  const elsewhere: KernelAddon = vm.runInNewContext(load, { process, path });
  assert.notEqual(again.startSweep, elsewhere.startSweep);
  const windows = packedWindows(combos.slice(0, 4));
  const part = close.subarray(0, 3_000);
  const expected = nativeSweepSync(part, combos.slice(0, 4));
  for (const addon of [again, elsewhere]) {
    const rows = await addon.startSweep('tuned', part, windows, FEE_PERCENT, 2).rows;
    assertSame(rows!, expected, 'beside');
    assertSame(addon.sweepSync('direct', part, windows, FEE_PERCENT, 1)!, expected, 'at once');
  }
});

test('the addon itself refuses what the library would not pass on', () => {
  const { sweepSync } = kernelAddonSync();
  const windows = packedWindows([windowLengths(6)]);
  const refused = (message: RegExp) => ({ code: 'InvalidArg', message });
  assert.throws(() => sweepSync('none', close, windows, 0.09, 1), refused(/kernel: there is no none/));
  assert.throws(
    () => sweepSync('naive', new Float32Array(2) as unknown as Float64Array, windows, 0.09, 1),
    refused(/close: /),
  );
  assert.throws(
    () => sweepSync('naive', {} as Float64Array, windows, 0.09, 1),
    refused(/close: expected a Float64Array/),
  );
  assert.throws(
    () => sweepSync('naive', close, windows.subarray(1), 0.09, 1),
    refused(/windows: 5 is not six a combo/),
  );
  assert.throws(
    () => sweepSync('naive', close, new Uint32Array(6), 0.09, 1),
    refused(/windows: each is 1 to 67108864/),
  );
  for (const fee of [-0.1, 100.1, NaN, Infinity]) {
    assert.throws(() => sweepSync('naive', close, windows, fee, 1), refused(/fee: .* is not 0 to 100/));
  }
  assert.throws(() => sweepSync('naive', close, windows, 0.09, 0), refused(/threads: 0 is not 1 to 1024/));
  assert.throws(() => sweepSync('naive', close, [1] as unknown as Uint32Array, 0.09, 1), {
    code: 'InvalidArg',
  });
});
