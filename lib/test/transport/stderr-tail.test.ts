import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StderrTail } from '../../src/transport/stderr-tail';

const bytes = (text: string) => new TextEncoder().encode(text);

test('lines whatever the pieces, a character split between two among them', () => {
  const whole = bytes('first\nsecond: é\r\n\nlast without an end');
  for (let step = 1; step < whole.length; step++) {
    const tail = new StderrTail();
    const lines: string[] = [];
    tail.onLine((line) => lines.push(line));
    for (let at = 0; at < whole.length; at += step) tail.push(whole.subarray(at, at + step));
    assert.deepEqual(lines, ['first', 'second: é', '']);
    assert(tail.text.endsWith('last without an end'));
  }
});

test('only the end is kept', () => {
  const tail = new StderrTail();
  for (let i = 0; i < 1000; i++) tail.push(bytes(`line ${i}, of no great length\n`));
  assert.equal(tail.text.length, 4096);
  assert(tail.text.endsWith('line 999, of no great length\n'));
});
