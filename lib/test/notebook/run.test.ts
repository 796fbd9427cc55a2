import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mock, test } from 'node:test';
import { inspect } from 'node:util';
import { CancelledError, IpcTaxError, TimeoutError } from '../../src/errors';
import { run } from '../../src/notebook';
import { INTERRUPT_EVENT, INTERRUPT_OFFER_EVENT } from '../../src/project';
import { notice, type Section, type StudyContext } from '../../src/study';
import { section } from '../../src/study/run';

test('what is no section is refused by name', async () => {
  for (const study of ['architectures', undefined, null, {}, { run: 5 }]) {
    await assert.rejects(run(study as never, {}), {
      code: 'OPTION',
      message: /^option study: got .*, expected a section such as architectures/,
    });
  }
});

const LISTENED = [INTERRUPT_EVENT, INTERRUPT_OFFER_EVENT] as string[];
const events: NodeJS.EventEmitter = process;
const listeners = (): number[] => LISTENED.map((event) => events.listenerCount(event));

/** An interrupt as the kernel offers it. */
function offer() {
  const interrupt = { taken: 0, over: false, take: () => void interrupt.taken++ };
  events.emit(INTERRUPT_OFFER_EVENT, interrupt);
  return interrupt;
}

/** A study of three starts; before the third, `stop` is called, and it waits until it is aborted, or throws. */
const study = (stop: () => void, { complete = 2, ends }: { complete?: number; ends?: Error } = {}) => ({
  name: 'a-study',
  title: 'A study',
  run: (_: object | undefined, context: StudyContext = {}) =>
    section<number>({ name: 'a-study', title: 'A study' }, false, {}, context, async (measuring) => {
      const rows = await measuring.each<number>('starts', 3, async (keep) => {
        for (let start = 0; start < complete; start++) keep(start);
        stop();
        if (ends) throw ends;
        if (!measuring.signal!.aborted) await once(measuring.signal!, 'abort');
        throw new CancelledError('measureStart');
      });
      return { noise: null, gate: null, rows, facts: {}, gaps: [] };
    }),
});

test('an interrupt of the cell gives what was complete, and is taken once', async () => {
  const before = listeners();
  let [first, second] = [offer(), offer()];
  assert.deepEqual([first.taken, second.taken], [0, 0], 'nothing is measured, so nothing is taken');
  const found = await run(
    study(() => {
      [first, second] = [offer(), offer()];
    }),
  );
  assert.deepEqual([first.taken, second.taken], [1, 0], 'the second one ends the cell');
  assert.deepEqual(found.rows, [0, 1]);
  assert.equal(notice(found), 'PARTIAL: stopped after 2 of 3 starts: the cell was interrupted.');
  assert.deepEqual(listeners(), before);

  const begun = mock.fn();
  await assert.rejects(run(study(begun)), {
    code: 'CANCELLED',
    message: 'A study was cancelled before it began, since its cell was interrupted',
  });
  assert.equal(begun.mock.callCount(), 0);
  first.over = true;
  assert.equal(
    (await run(study(() => void events.emit(INTERRUPT_EVENT)))).run.partial?.done,
    2,
    'in the next cell',
  );
});

test('an interrupt before anything is complete is an error that names the section', async () => {
  const interrupted = run(
    study(() => void events.emit(INTERRUPT_EVENT), { complete: 0 }),
    {},
  );
  await assert.rejects(interrupted, {
    code: 'CANCELLED',
    message: 'A study was cancelled before its first start was complete',
  });
});

test("a caller's own signal rejects, with what was complete", async () => {
  const control = new AbortController();
  const cancelled = run(
    study(() => control.abort('enough')),
    {},
    { signal: control.signal },
  );
  await assert.rejects(cancelled, (error: CancelledError) => {
    assert.ok(error instanceof CancelledError);
    assert.equal(error.message, 'A study was cancelled after 2 of 3 starts');
    assert.equal(error.cause, 'enough');
    assert.deepEqual((error.partial as Section).rows, [0, 1]);
    assert.doesNotMatch(inspect(error), /partial/, 'the console does not print all of its rows');
    return true;
  });
});

test('a timeout rejects, with what was complete', async () => {
  const late = run(
    study(() => {}),
    {},
    { timeout: 20 },
  );
  await assert.rejects(late, (error: TimeoutError) => {
    assert.ok(error instanceof TimeoutError);
    assert.equal(error.message, 'A study took longer than its timeout of 20 ms after 2 of 3 starts');
    assert.deepEqual((error.partial as Section).rows, [0, 1]);
    return true;
  });
});

test('a process that dies leaves what was complete, and a fault leaves nothing', async () => {
  const ends = new IpcTaxError('WORKER', 'the worker for measureStart ended with signal SIGKILL');
  const found = await run(study(() => {}, { ends }));
  assert.equal(found.run.partial?.why, ends.message);
  const fault = new IpcTaxError('ECHO', 'sent 1, got 2');
  await assert.rejects(run(study(() => {}, { ends: fault })), fault);
  const early = run(study(() => {}, { ends, complete: 0 }));
  await assert.rejects(early, {
    message: `A study was stopped before its first start was complete: ${ends.message}`,
  });
});

for (const [limits, message] of [
  [{ timeout: 0 }, 'option timeout: got 0, expected an integer from 1 to 2147483647'],
  [{ signal: 'now' }, 'option signal: got "now", expected an AbortController\'s signal'],
  [{ time: 5 }, /option time: got 5, expected no such option; known are signal, timeout/],
] as const) {
  test(`limits out of range are refused: ${JSON.stringify(limits)}`, async () => {
    await assert.rejects(run(study(assert.fail), {}, limits as never), { code: 'OPTION', message });
  });
}
