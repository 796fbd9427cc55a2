import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  nativeSweep,
  nativeSweepSync,
  parallelSweep,
  type SweepResult,
  sweep,
  sweepAsync,
  tunedReport,
  tunedSweep,
  tunedSweepAsync,
  type Windows,
  wasmSweep,
  wasmSweepAsync,
  windowLengths,
} from '../../src/kernel';
import { gbm } from '../../src/market';
import { assertSame } from './cases';

// Of ES2024, which the compiler's library does not have yet.
const Resizable = ArrayBuffer as unknown as new (
  bytes: number,
  limit: { maxByteLength: number },
) => ArrayBuffer & { resize(bytes: number): void };

type AnySweep = (close: Float64Array, combos: readonly Windows[]) => SweepResult | Promise<SweepResult>;

/** Every way to sweep in this process. */
const SWEEPS: Record<string, AnySweep> = {
  sweep,
  sweepAsync,
  tunedSweep,
  tunedSweepAsync,
  tunedReport,
  nativeSweepSync,
  nativeSweep,
  wasmSweep,
  wasmSweepAsync,
  parallelSweep: (close, combos) => parallelSweep(close, combos, { workers: 2, kernel: 'wasm-tuned' }),
};

const { close } = gbm({ bars: 400 });
const combos = [6, 9, 14, 25].map(windowLengths);
const expected = sweep(close, combos);

for (const [name, sweepBy] of Object.entries(SWEEPS)) {
  const refused = (series: Float64Array, asked: readonly Windows[], message: RegExp) =>
    assert.rejects(async () => sweepBy(series, asked), { name: 'OptionError', message });

  test(`${name}: a place of the list without a combo is named`, async () => {
    const hole = /option combos\[1\]: got undefined, expected an object of window lengths/;
    // biome-ignore lint/suspicious/noSparseArray: this is what is tested
    await refused(close, [combos[0], , combos[1]] as Windows[], hole);
    await refused(close, Object.assign([combos[0]], { length: 3 }), hole);
  });

  test(`${name}: the combos are those of the call, whatever becomes of them`, async () => {
    const given = combos.map((windows) => ({ ...windows }));
    const rows = sweepBy(close, given);
    for (const windows of given) windows.p = windows.half = 0;
    given.length = 1;
    assertSame(await rows, expected, 'changed after the call');

    // Each reading gives another length: only one that was checked may count.
    let readings = 0;
    const turning = {
      ...combos[0],
      get half() {
        return readings++ === 0 ? combos[0].half : 0;
      },
    };
    assertSame(await sweepBy(close, [turning, ...combos.slice(1)]), expected, 'changed within the call');
  });

  test(`${name}: a series whose memory was shrunk away is not an empty one`, async () => {
    const buffer = new Resizable(80, { maxByteLength: 80 });
    const part = new Float64Array(buffer, 40, 5);
    const empty = new Float64Array(buffer, 8, 0);
    buffer.resize(16);
    assert.equal(part.length, 0);
    await refused(part, combos, /option close: .*still has its memory/);
    assert.equal((await sweepBy(empty, combos)).pnl.length, combos.length);
  });
}
