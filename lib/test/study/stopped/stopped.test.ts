import assert from 'node:assert/strict';
import childProcess, { type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, mock, test } from 'node:test';
import { IpcTaxError } from '../../../src/errors';
import {
  architectures,
  chattyVsChunky,
  experiment,
  notice,
  type Section,
  STUDIES,
  serializationTax,
  spawnCost,
  tunedKernel,
} from '../../../src/study';
import { Measuring } from '../../../src/study/measuring';
import { assertSound } from '../../figures/drawn-sections';
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
async function stoppedAt(
  { study, options, at, times = 1 }: Pick<StoppedCase, 'study' | 'options' | 'at'> & { times?: number },
  stop: (abort: () => void) => void,
): Promise<IpcTaxError> {
  workers = [];
  const control = new AbortController();
  let [stopped, seen] = [false, 0];
  const progress = (_done: number, _total: number, note: string): void => {
    if (stopped || !at.test(note) || ++seen < times) return;
    stopped = true;
    stop(() => control.abort(new Error('it was enough')));
  };
  const error = await study.run(options, { signal: control.signal, progress }).then(
    () => assert.fail(`${study.name} was not stopped`),
    (thrown: IpcTaxError) => thrown,
  );
  assert.ok(stopped, error.stack);
  for (const { exitCode, signalCode } of workers)
    assert.ok(exitCode !== null || signalCode !== null, 'a worker is left');
  return error;
}

function isPartial(error: IpcTaxError, { study, part, gaps = [], figures }: StoppedCase, why: RegExp): void {
  const section = error.partial as Section;
  assert.ok(section, error.stack);
  const { why: told, ...rest } = section.run.partial!;
  const done = part.done ?? rest.done;
  assert.deepEqual(rest, { ...part, done });
  if (part.done === null) assert.ok(done > 0 && done < part.asked && section.rows.length === done);
  assert.match(told, why);
  assert.equal(section.name, study.name);
  assert.ok(section.rows.length > 0);
  assert.deepEqual(JSON.parse(JSON.stringify(section)), section, 'it can be recorded');
  assert.equal(section.gate?.all_ok ?? true, true, 'the gate is over what was answered');
  assert.match(
    notice(section),
    new RegExp(`^PARTIAL: stopped after ${done} of ${part.asked} ${part.unit}: `),
  );
  for (const gap of gaps)
    assert.ok(
      section.gaps.some(({ what }) => gap.test(what)),
      `${gap}`,
    );
  for (const { low, high } of Object.values(section.facts)) {
    assert.deepEqual([low, high], [null, null], 'too few starts for an interval');
  }
  // What the part that was measured lacks, a figure says.
  for (const figure of figures) assertSound(figure(section), figure.name);
}

test('every study is stopped here', () => {
  assert.deepEqual(
    CASES.map(({ study }) => study.name),
    STUDIES.map(({ name }) => name),
  );
});

for (const each of CASES) {
  const { study, part } = each;
  const { asked, unit } = part;
  const done = part.done ?? '[0-9]+';

  test(`a section that is cancelled keeps what was complete: ${study.name}`, async () => {
    const error = await stoppedAt(each, (abort) => abort());
    assert.equal(error.code, 'CANCELLED');
    assert.match(
      error.message,
      new RegExp(`^${study.title} was cancelled after ${done} of ${asked} ${unit}$`),
    );
    isPartial(error, each, /^it was enough$/);
  });

  test(`a section whose worker dies keeps what was complete: ${study.name}`, async () => {
    const error = await stoppedAt(each, () => workers.at(-1)!.kill('SIGKILL'));
    assert.equal(error.code, 'WORKER');
    assert.match(
      error.message,
      new RegExp(`^${study.title} was stopped after ${done} of ${asked} ${unit}: .*SIGKILL`),
    );
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

/** With one start alone its rounds are all there is. `times`: the note that comes once a whole round is over. */
const ROUNDS = [
  {
    study: architectures,
    options: { runs: 3, starts: 1, architectures: ['in_process_v8', 'rust_batch_unix'] },
    at: /: (in_process_v8|rust_batch_unix)$/,
    times: 3,
  },
  {
    study: chattyVsChunky,
    options: { starts: 1, rounds: 3, ways: ['batch', 'stateful'] },
    at: /: (batch|stateful)$/,
    times: 3,
  },
  {
    study: spawnCost,
    options: { starts: 1, launches: 1, rounds: 3 },
    at: /: (running|per_sweep|per_combo)$/,
    times: 4,
  },
  {
    study: tunedKernel,
    options: { starts: 1, rounds: 3, traced: 2, which: ['Rust naive', 'Rust tuned'], transports: ['unix'] },
    at: /^start 1 of 1: Rust naive$/,
    times: 2,
  },
  {
    study: serializationTax,
    options: { starts: 1, rounds: 3, sweeps: 1 },
    at: /: warm calls done$/,
    times: 1,
  },
];

for (const { study, options, at, times } of ROUNDS) {
  const small = {
    study: study as StoppedCase['study'],
    options: { bars: 3_000, lengths: [6, 21, 64], quick: false, ...options },
    at,
    times,
  };
  for (const [how, stop, code] of [
    ['is cancelled', (abort: () => void) => abort(), 'CANCELLED'],
    ['dies', () => workers.at(-1)!.kill('SIGKILL'), 'WORKER'],
  ] as const) {
    test(`the complete rounds of a start that ${how} are kept: ${study.name}`, async () => {
      const error = await stoppedAt(small, stop);
      assert.equal(error.code, code);
      const section = error.partial as Section;
      assert.ok(section, error.stack);
      const { rounds, done, asked } = section.run.partial!;
      assert.ok(rounds! >= 1 && rounds! <= 3);
      assert.deepEqual([done, asked], [0, 1]);
      assert.match(notice(section), /^PARTIAL: stopped after 0 of 1 starts and [123] rounds? of the next: /);
      assert.equal(section.gate?.all_ok ?? true, true);
      assert.deepEqual(JSON.parse(JSON.stringify(section)), section);
    });
  }
}

test('an end that comes after the last part leaves the section whole', async () => {
  const control = new AbortController();
  const options = { bars: 3_000, lengths: [6, 21] };
  const progress = (done: number, total: number): void => {
    if (done === total) control.abort();
  };
  const section = await experiment.run(options, { signal: control.signal, progress });
  assert.equal(section.run.partial, undefined);
  assert.equal(section.rows.length, 2);
});

test('a fault in what was measured is no end: nothing of the section counts', async () => {
  const measuring = new Measuring('A section', {});
  const fault = new IpcTaxError('ECHO', 'sent 1, got 2');
  const task = async (keep: (start: number) => void): Promise<void> => {
    keep(1);
    throw fault;
  };
  await assert.rejects(measuring.each('starts', 2, task), fault);
  assert.equal(measuring.nothing(fault), fault);
  assert.equal(measuring.partial, null);
});
