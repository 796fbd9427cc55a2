import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verdictStack } from '../../src/figures';
import type { Section, VerdictRow } from '../../src/study';

const row = (architecture: string, kernel: string): VerdictRow =>
  ({
    architecture,
    kernel,
    kernel_us: 1_000,
    engine_parse_us: 1,
    engine_encode_us: 2,
    client_us: 3,
    left_over_us: 4,
  }) as VerdictRow;

const section = {
  rows: [
    row('rust_batch_unix', 'naive'),
    row('rust_batch_unchecked', 'unchecked'),
    row('rust_batch_tuned', 'tuned'),
  ],
} as Section<VerdictRow>;

const drawn = (options?: Parameters<typeof verdictStack>[1]): unknown =>
  (verdictStack(section, options).data[0] as { y: string[] }).y;

test("the study's sweeps and the tuned ones are drawn apart: one is a hundred times the other", () => {
  assert.deepEqual(drawn(), ['rust_batch_unix', 'rust_batch_unchecked']);
  assert.deepEqual(drawn({ kernel: 'tuned' }), ['rust_batch_tuned']);
  assert.throws(() => drawn({ kernel: 'naive' as 'tuned' }), /option kernel: got "naive", expected/);
});
