import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import { CancelledError, KernelError, TimeoutError } from '../../src/errors';
import {
  GOLDEN_RESULT,
  grid,
  inSharedMemory,
  RUST_KERNELS,
  sweep,
  type Windows,
  wasmSweep,
  wasmSweepAsync,
  windowLengths,
} from '../../src/kernel';
import { wasmFile } from '../../src/kernel/wasm';
import { moduleOf, wasmModule } from '../../src/kernel/wasm/module';
import { portions } from '../../src/kernel/wasm/portions';
import { gbm } from '../../src/market';
import { assertSame, cases } from './cases';
import { buildWasm, readRecord, sha256, wasmCompiler } from './wasm-build';

const watchdog = { timeout: 240_000 };
const combos = grid().map(windowLengths);
const { close } = gbm();

describe('the module that is kept', () => {
  test('is the one its record tells of', () => {
    const { sha256: expected, rustc } = readRecord();
    const bytes = readFileSync(wasmFile());
    assert.equal(sha256(bytes), expected);
    assert.match(rustc, /^rustc \d+\.\d+\.\d+ \([0-9a-f]+ \d{4}-\d\d-\d\d\)$/);
    assert.doesNotMatch(bytes.toString('latin1'), /\/(home|root|Users|tmp|work)\//, 'a path of a machine');
  });

  test('damaged, missing or without its record: an error that says what to do', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ipc-tax-'));
    try {
      const file = join(folder, 'kernel.wasm');
      const bytes = readFileSync(wasmFile());
      const refused = (why: RegExp) => {
        const error = (thrown: Error) => thrown instanceof KernelError && why.test(thrown.message);
        assert.throws(() => moduleOf(file), error);
      };
      refused(/kernel\.wasm can't be used \(ENOENT.*`git checkout` brings it back/);
      writeFileSync(file, bytes);
      refused(/kernel\.wasm can't be used \(ENOENT.*kernel\.wasm\.json/);
      copyFileSync(`${wasmFile()}.json`, `${file}.json`);
      assert.ok(moduleOf(file) instanceof WebAssembly.Module);
      for (const at of [0, 9, bytes.length >> 1, bytes.length - 1]) {
        const damaged = Buffer.from(bytes);
        damaged[at] ^= 1;
        writeFileSync(file, damaged);
        refused(/can't be used \(its SHA-256 is not the one in kernel\.wasm\.json\)/);
      }
      writeFileSync(file, bytes.subarray(0, -1));
      refused(/SHA-256/);
      writeFileSync(`${file}.json`, 'null');
      refused(/can't be used/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('asks for two functions of its host, and uses vectors', () => {
    const module = new WebAssembly.Module(readFileSync(wasmFile()));
    const asks = WebAssembly.Module.imports(module).map(({ module, name }) => `${module}.${name}`);
    assert.deepEqual(asks.sort(), ['host.cancelled', 'host.panicked']);
    // v128.load, f64x2.mul: bytes that scalar code has by chance a few times, not hundreds of times.
    const bytes = readFileSync(wasmFile());
    const multiplications = bytes.toString('latin1').split('\xfd\xf2\x01').length - 1;
    assert.ok(multiplications > 20, `${multiplications} multiplications of vectors`);
  });

  test(
    'is what the source makes, byte for byte, where its compiler is; its rows are right anywhere',
    watchdog,
    () => {
      assertSame(wasmSweep(close, combos, { kernel: 'tuned' }), GOLDEN_RESULT, 'golden');
      const record = readRecord();
      if (wasmCompiler() !== record.rustc) return;
      const how = 'crates/kernel or crates/wasm has changed: node lib/dist/test/kernel/write-wasm.js';
      assert.equal(sha256(buildWasm()), record.sha256, how);
    },
  );
});

describe('rows', () => {
  for (const kernel of RUST_KERNELS) {
    test(`the 80 golden rows, bit for bit: ${kernel}`, watchdog, () => {
      assertSame(wasmSweep(close, combos, { kernel }), GOLDEN_RESULT, kernel);
    });
  }

  test('any series and windows equal the reference, bit for bit, with every kernel', watchdog, async () => {
    for (const { name, close, combos, expected } of cases()) {
      for (const kernel of RUST_KERNELS) {
        assertSame(wasmSweep(close, combos, { kernel }), expected, `${name}, ${kernel}`);
      }
    }
  });

  test('a long series, then a short one, then a long one: nothing is left of the one before', () => {
    const some = combos.slice(0, 9);
    for (const bars of [9_000, 20, 0, 9_000, 40_000]) {
      const series = close.subarray(0, bars);
      assertSame(wasmSweep(series, some, { kernel: 'direct' }), sweep(series, some), `${bars} bars`);
    }
  });

  test('closes of shared memory, and of a notebook cell', () => {
    const shared = inSharedMemory(close);
    assertSame(wasmSweep(shared, combos, { kernel: 'tuned' }), GOLDEN_RESULT, 'shared');
    const own = vm.runInNewContext('Float64Array.from({ length: 40 }, (_, i) => 100 + Math.sin(i))');
    assertSame(wasmSweep(own, combos), sweep(Float64Array.from(own), combos), 'of a cell');
  });
});

describe('the asynchronous form', () => {
  test('gives the same rows and lets the event loop turn', watchdog, async () => {
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    for (const kernel of ['direct', 'tuned']) {
      assertSame(await wasmSweepAsync(close, combos, { kernel }), GOLDEN_RESULT, kernel);
    }
    clearInterval(ticking);
    assert.ok(turns > 2, `the event loop turned ${turns} times`);
  });

  test('several at once on one thread do not see each other', async () => {
    const sweeps = [3_000, 5_000, 4_000].map(async (bars) => {
      const series = close.subarray(0, bars);
      const rows = await wasmSweepAsync(series, combos, { kernel: 'naive' });
      assertSame(rows, sweep(series, combos), `${bars} bars`);
    });
    await Promise.all(sweeps);
  });

  test('stops when the signal aborts', watchdog, async () => {
    const control = new AbortController();
    setTimeout(() => control.abort('enough'), 5);
    await assert.rejects(
      wasmSweepAsync(close, combos, { signal: control.signal }),
      (error) => error instanceof CancelledError && error.cause === 'enough',
    );
  });

  test('tells of a series that was transferred away meanwhile', async () => {
    const given = Float64Array.from(close);
    const rows = wasmSweepAsync(given, combos);
    structuredClone(given, { transfer: [given.buffer as ArrayBuffer] });
    await assert.rejects(rows, /option close: .*still has its memory/);
  });

  test('cuts the combos so that none is left out', () => {
    for (const kernel of RUST_KERNELS) {
      for (const bars of [0, 10, 150_000, 1e9]) {
        const cut = [...portions(kernel, bars, combos)];
        assert.equal(cut[0].from, 0);
        assert.equal(cut.at(-1)!.to, combos.length);
        const gaps = cut.filter(({ from }, i) => i > 0 && from !== cut[i - 1].to);
        assert.deepEqual(gaps, []);
        assert.ok(cut.every(({ from, to }) => to > from));
      }
    }
    assert.deepEqual([...portions('naive', 10, [])], []);
  });
});

describe('limits', () => {
  test('a timeout ends it within a combo', watchdog, () => {
    const long = new Float64Array(2_000_000);
    assert.throws(() => wasmSweep(long, [windowLengths(60_000)], { timeout: 30 }), TimeoutError);
    assert.throws(() => wasmSweep(close, combos, { timeout: 0 }), TimeoutError);
    assert.throws(() => wasmSweep(close, combos, { signal: AbortSignal.abort() }), CancelledError);
  });

  test('a series too long for its memory is named, and the next sweep is as good as any', () => {
    const some = combos.slice(0, 3);
    for (const bars of [2 ** 28, 2 ** 29]) {
      assert.throws(() => wasmSweep(new Float64Array(bars), some), {
        name: 'OptionError',
        message: `option close: got a Float64Array of ${bars * 8} bytes, expected a series that fits WebAssembly's memory, at most 2 GiB`,
      });
      const series = close.subarray(0, 500);
      assertSame(wasmSweep(series, some), sweep(series, some), 'afterwards');
    }
  });

  test('a panic in the module is told in its words before it stops', () => {
    let words = '';
    const host = {
      cancelled: () => 0,
      panicked: (address: number, length: number) => {
        words = Buffer.from(memory.buffer, address, length).toString();
      },
    };
    const { exports } = new WebAssembly.Instance(wasmModule(), { host });
    const memory = exports.memory as WebAssembly.Memory;
    const call = (name: string, ...values: number[]): unknown =>
      (exports[name] as (...values: number[]) => unknown)(...values);
    call('start');
    assert.throws(() => call('sweep', 1_000), WebAssembly.RuntimeError);
    assert.match(words, /panicked at .*\.rs:\d+:\d+:\nindex out of bounds/);
  });

  test('arguments are named', async () => {
    const three = Float64Array.of(1, 2, 3);
    assert.throws(() => wasmSweep([1] as unknown as Float64Array, combos), /option close: got \[1\]/);
    assert.throws(() => wasmSweep(three, [{ ...combos[0], pThird: 0 }]), /option combos\[0\].pThird: got 0/);
    assert.throws(() => wasmSweep(three, 1 as unknown as Windows[]), /option combos: got 1/);
    assert.throws(() => wasmSweep(three, combos, { kernel: 'fast' }), /option kernel: got "fast"/);
    const threads = { threads: 2 } as object;
    assert.throws(() => wasmSweep(three, combos, threads), /option threads: got 2, expected no such option/);
    await assert.rejects(wasmSweepAsync(three, combos, { timeout: -1 }), /option timeout: got -1/);
  });
});

test('worker threads have a module and memory of their own', watchdog, async () => {
  const program = `
    const { parentPort, workerData } = require('node:worker_threads');
    const { wasmSweep } = require(workerData.library);
    parentPort.postMessage(wasmSweep(workerData.close, workerData.combos, { kernel: 'tuned' }));`;
  const library = join(__dirname, '..', '..', 'src', 'kernel', 'index.js');
  const workers = [0, 1].map(
    () => new Worker(program, { eval: true, workerData: { library, close, combos } }),
  );
  const answers = await Promise.all(workers.map((worker) => once(worker, 'message')));
  for (const [rows] of answers) assertSame(rows, GOLDEN_RESULT, 'worker');
  await Promise.all(workers.map((worker) => worker.terminate()));
});
