import assert from 'node:assert/strict';
import childProcess, { type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, mock, test } from 'node:test';
import type { IpcTaxError } from '../../../src/errors';
import { notice, type Section, STUDIES } from '../../../src/study';
import { CASES, type StoppedCase } from './cases';

// Without records of its own, takeaways and the verdict measure what they need.
const records = mkdtempSync(path.join(tmpdir(), 'ipc-tax-records-'));
process.env.IPC_TAX_RESULTS = records;

/** The workers of the test that runs. */
let workers: ChildProcess[] = [];
const { fork } = childProcess;
mock.method(childProcess, 'fork', (...given: Parameters<typeof fork>) => {
  const worker = fork(...given);
  workers.push(worker);
  return worker;
});
after(() => {
  mock.restoreAll();
  rmSync(records, { recursive: true, force: true });
});

/** Runs a case until the note at which it is stopped, `stop`s it there, and gives its error. */
async function stoppedAt({ study, options, at }: StoppedCase, stop: (abort: () => void) => void): Promise<IpcTaxError> {
  workers = [];
  const control = new AbortController();
  let stopped = false;
  const progress = (_done: number, _total: number, note: string): void => {
    if (stopped || !at.test(note)) return;
    stopped = true;
    stop(() => control.abort(new Error('it was enough')));
  };
  const error = await study.run(options, { signal: control.signal, progress }).then(
    () => assert.fail(`${study.name} was not stopped`),
    (thrown: IpcTaxError) => thrown,
  );
  assert.ok(stopped, error.stack);
  for (const { exitCode, signalCode } of workers) assert.ok(exitCode !== null || signalCode !== null, 'a worker is left');
  return error;
}

function isPartial(error: IpcTaxError, { study, part, gaps = [], figures }: StoppedCase, why: RegExp): void {
  const section = error.partial as Section;
  assert.ok(section, error.stack);
  const { why: told, ...rest } = section.run.partial!;
  assert.deepEqual(rest, part);
  assert.match(told, why);
  assert.equal(section.name, study.name);
  assert.ok(section.rows.length > 0);
  assert.deepEqual(JSON.parse(JSON.stringify(section)), section, 'it can be recorded');
  assert.equal(section.gate?.all_ok ?? true, true, 'the gate is over what was answered');
  assert.match(notice(section), new RegExp(`^PARTIAL: stopped after ${part.done} of ${part.asked} ${part.unit}: `));
  for (const gap of gaps) assert.ok(section.gaps.some(({ what }) => gap.test(what)), `${gap}`);
  for (const { low, high } of Object.values(section.facts)) {
    assert.deepEqual([low, high], [null, null], 'too few starts for an interval');
  }
  for (const figure of figures) assert.ok(figure(section).data.length > 0, figure.name);
}

test('every study is stopped here', () => {
  assert.deepEqual(
    CASES.map(({ study }) => study.name),
    STUDIES.map(({ name }) => name),
  );
});

for (const each of CASES) {
  const { study, part } = each;
  const { done, asked, unit } = part;

  test(`a section that is cancelled keeps what was complete: ${study.name}`, async () => {
    const error = await stoppedAt(each, (abort) => abort());
    assert.equal(error.code, 'CANCELLED');
    assert.equal(error.message, `${study.title} was cancelled after ${done} of ${asked} ${unit}`);
    isPartial(error, each, /^it was enough$/);
  });

  test(`a section whose worker dies keeps what was complete: ${study.name}`, async () => {
    const error = await stoppedAt(each, () => workers.at(-1)!.kill('SIGKILL'));
    assert.equal(error.code, 'WORKER');
    assert.match(error.message, new RegExp(`^${study.title} was stopped after ${done} of ${asked} ${unit}: .*SIGKILL`));
    isPartial(error, each, /ended with signal SIGKILL/);
  });

  test(`a section that is cancelled before anything was complete is named: ${study.name}`, async () => {
    workers = [];
    const signal = AbortSignal.abort();
    const first = unit.slice(0, -1);
    await assert.rejects(study.run(each.options, { signal }), {
      code: 'CANCELLED',
      message: `${study.title} was cancelled before its first ${first} was complete`,
    });
    assert.deepEqual(workers, []);
  });
}
