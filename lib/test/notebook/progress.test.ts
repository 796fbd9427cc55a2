import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { ProgressBar, type ProgressClock, progress, streamSurface } from '../../src/notebook/progress';
import {
  durationText,
  type ProgressState,
  progressHtml,
  progressText,
} from '../../src/notebook/progress-line';
import { capturedOutputs } from './captured-outputs';

/** A clock that is set by hand; what is due by then is called. */
class HandClock implements ProgressClock {
  private time = 0;
  due: { at: number; run: () => void }[] = [];

  now(): number {
    return this.time;
  }

  later(ms: number, run: () => void): () => void {
    const timer = { at: this.time + ms, run };
    this.due.push(timer);
    return () => {
      this.due = this.due.filter((other) => other !== timer);
    };
  }

  pass(ms: number): void {
    this.time += ms;
    for (const { at, run } of this.due) if (at <= this.time) run();
  }
}

/** A clock that is set by hand and a surface that remembers. */
function bench(total: number | null, everyMs = 100) {
  const clock = new HandClock();
  const drawn: ProgressState[] = [];
  const bar = new ProgressBar(total, 'job', { everyMs, draw: (state) => drawn.push(state) }, clock);
  return { clock, drawn, bar };
}

test('at most ten drawings a second, and the last state is always drawn', () => {
  const { clock, drawn, bar } = bench(10_000);
  for (let i = 0; i < 10_000; i++) {
    clock.pass(0.1);
    bar.tick();
  }
  bar.done();
  // One second: the start, one each 100 ms, the end.
  assert.ok(drawn.length <= 12, `${drawn.length} drawings`);
  assert.ok(drawn.length >= 11);
  assert.equal(drawn.at(-1)!.done, 10_000);
  assert.equal(drawn.at(-1)!.end, 'done');
});

test('slow ticks are each drawn', () => {
  const { clock, drawn, bar } = bench(3);
  for (let i = 0; i < 3; i++) {
    clock.pass(500);
    bar.tick(1, `step ${i}`);
  }
  assert.deepEqual(
    drawn.map(({ done, note }) => [done, note]),
    [
      [0, ''],
      [1, 'step 0'],
      [2, 'step 1'],
      [3, 'step 2'],
    ],
  );
});

test('what comes too soon is drawn later, also when nothing follows', () => {
  const { clock, drawn, bar } = bench(10);
  const steps = () => drawn.map(({ done }) => done);
  clock.pass(20);
  bar.tick();
  bar.tick();
  assert.deepEqual(steps(), [0]);
  clock.pass(79);
  assert.deepEqual(steps(), [0]);
  clock.pass(1);
  assert.deepEqual(steps(), [0, 2]);
  clock.pass(10_000);
  assert.deepEqual(steps(), [0, 2], 'drawn once');
});

test('nothing is drawn behind the end of the job, and nothing waits', () => {
  for (const end of ['done', 'fail', 'stop'] as const) {
    const { clock, drawn, bar } = bench(10);
    bar.tick();
    bar[end]('so it was');
    assert.deepEqual(clock.due, []);
    clock.pass(1_000);
    assert.equal(drawn.length, 2, end);
  }
});

test('a bar that is given up holds no process', () => {
  const script =
    `require(${JSON.stringify(require.resolve('../../src'))}).progress(3, 'job').tick();` +
    "console.log(process.getActiveResourcesInfo().includes('Timeout'));";
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  assert.equal(stdout, 'false\n', stderr);
});

test('rate and time left come from the mean pace', () => {
  const state: ProgressState = {
    label: 'sweep',
    done: 40,
    total: 80,
    elapsed: 4_000,
    note: 'n = 103',
    end: 'running',
  };
  assert.equal(progressText(state), 'sweep: 40/80 (50 %), 10/s, 4.0 s left, n = 103');
  assert.equal(
    progressText({ ...state, done: 2, note: '' }),
    'sweep: 2/80 (2 %), 2.0 s each, 2 min 36 s left',
  );
  assert.equal(progressText({ ...state, total: null, note: '' }), 'sweep: 40, 10/s');
  assert.equal(
    progressText({ ...state, done: 80, end: 'done', note: '' }),
    'sweep: 80/80 (100 %), 20/s, took 4.0 s',
  );
  assert.equal(
    progressText({ ...state, end: 'failed', note: 'engine gone' }),
    'sweep: 40/80 (50 %), failed after 4.0 s, engine gone',
  );
  assert.equal(progressText({ ...state, done: 0, elapsed: 0, note: '', label: '' }), '0/80 (0 %)');
});

test('nothing to do, and more done than there was, are no trouble', () => {
  const nothing = bench(0);
  nothing.bar.done();
  assert.equal(progressText(nothing.drawn.at(-1)!), 'job: 0/0, took 0.0 s');
  const more = bench(2);
  more.clock.pass(1_000);
  more.bar.tick(5);
  assert.match(progressText(more.drawn.at(-1)!), /5\/2 \(100 %\)/);
  more.bar.done();
  assert.equal(more.drawn.at(-1)!.done, 5);
});

test('durations read well', () => {
  assert.deepEqual([0, 8_300, 9_960, 59_000, 60_000, 200_000, 7_500_000].map(durationText), [
    '0.0 s',
    '8.3 s',
    '10 s',
    '59 s',
    '1 min 00 s',
    '3 min 20 s',
    '2 h 05 min',
  ]);
});

test('after done or fail nothing is drawn', () => {
  const { drawn, bar } = bench(5);
  bar.fail(new Error('the engine ended'));
  bar.tick();
  bar.done();
  bar.fail();
  assert.equal(drawn.length, 2);
  assert.equal(drawn[1]!.end, 'failed');
  assert.equal(drawn[1]!.note, 'the engine ended');
});

test('the callback takes done, total and note, and ends with the total', () => {
  const { clock, drawn, bar } = bench(null);
  const report = bar.callback();
  clock.pass(200);
  report(1, 4, 'raw');
  clock.pass(200);
  report(4, 4, 'json');
  assert.deepEqual(
    drawn.map(({ done, total, note, end }) => [done, total, note, end]),
    [
      [0, null, '', 'running'],
      [1, 4, 'raw', 'running'],
      [4, 4, 'json', 'running'],
      [4, 4, 'json', 'done'],
    ],
  );
});

test('wrong numbers are refused', () => {
  for (const total of [-1, Number.NaN, Number.POSITIVE_INFINITY, '5' as unknown as number]) {
    assert.throws(() => progress(total), { code: 'OPTION', message: /total/ });
  }
  assert.throws(() => bench(5).bar.tick(-1), { code: 'OPTION', message: /option n/ });
  assert.throws(() => bench(5).bar.callback()(Number.NaN), { code: 'OPTION', message: /done/ });
});

test('in a terminal one line is written over, cut to its width; the last one stays', () => {
  const written: string[] = [];
  const stream = { isTTY: true, columns: 20, write: (text: string) => written.push(text) };
  const bar = new ProgressBar(10, 'a label longer than the line', streamSurface(stream), new HandClock());
  bar.done();
  assert.deepEqual(written, ['\r\x1b[2Ka label longer than', '\r\x1b[2Ka label longer than\n']);
});

test('in a log there is a line every five seconds', () => {
  const clock = new HandClock();
  const written: string[] = [];
  const surface = streamSurface({ write: (text: string) => written.push(text) });
  const bar = new ProgressBar(100, 'job', surface, clock);
  for (let i = 0; i < 100; i++) {
    clock.pass(120);
    bar.tick();
  }
  bar.done();
  assert.equal(written.length, 4);
  assert.ok(written.every((line) => /^job: [ -~]*\n$/.test(line)));
});

test('in a notebook one output changes in place', (t) => {
  const outputs = capturedOutputs(t);
  const bar = progress(2, '<b>job</b>');
  bar.done();
  assert.deepEqual(
    outputs.map(({ update }) => update),
    [false, true],
  );
  assert.equal(outputs[0]!.id, outputs[1]!.id);
  assert.ok(outputs[0]!.id);
  assert.match(outputs[0]!.data['text/html']!, /<progress value="0" max="2" aria-label="&lt;b&gt;job/);
  assert.match(outputs[1]!.data['text/html']!, /✓ &lt;b&gt;job&lt;\/b&gt;: 2\/2/);
  assert.match(outputs[1]!.data['text/plain'], /^<b>job<\/b>: 2\/2 \(100 %\)/);
});

test('two bars are two outputs', (t) => {
  const outputs = capturedOutputs(t);
  progress(1).done();
  progress(1).done();
  assert.equal(new Set(outputs.map(({ id }) => id)).size, 2);
});

test('a bar without a total moves without a share', () => {
  const state: ProgressState = { label: '', done: 3, total: null, elapsed: 1, note: '', end: 'running' };
  assert.match(progressHtml(state), /<progress aria-label="progress"><\/progress>/);
});
