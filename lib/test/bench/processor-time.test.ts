import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { ownProcessorTime, processorTimeOf } from '../../src/bench';

function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('the processor time of this process grows with its work', () => {
  const begin = ownProcessorTime();
  spin(30);
  assert.ok(ownProcessorTime() > begin);
});

test('the processor time of a process by its id, where the system tells', () => {
  if (!existsSync('/proc/self/schedstat')) {
    assert.equal(processorTimeOf(process.pid), null);
    return;
  }
  const begin = processorTimeOf(process.pid)!;
  spin(30);
  assert.ok(processorTimeOf(process.pid)! > begin);
});

test('of a process that is not there it is null', () => {
  assert.equal(processorTimeOf(2 ** 30), null);
});
