import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { allowedProcessors } from '../../src/project';
import { allowedOf, processorQuota, processorText, threadsOf } from '../../src/project/processors';

const folder = mkdtempSync(path.join(tmpdir(), 'ipc-tax-processors-'));
after(() => rmSync(folder, { recursive: true }));

const run = promisify(execFile);
const LIBRARY = path.join(__dirname, '..', '..', 'src', 'index.js');
const BENCH = path.join(__dirname, '..', '..', 'src', 'bench', 'index.js');
const ENGINE = path.join(__dirname, '..', '..', 'src', 'engine', 'index.js');
const TASKSET = '/usr/bin/taskset';
const mine = allowedProcessors();

/** Runs a program's text in a process that may use some processors only, and returns what it prints as JSON. */
async function kept(to: readonly number[], text: string): Promise<unknown> {
  const program = `(async () => { ${text} })().then((found) => console.log(JSON.stringify(found)));`;
  const { stdout } = await run(TASKSET, ['-c', to.join(','), process.execPath, '-e', program]);
  return JSON.parse(stdout);
}

/** Where this machine can show it: each processor alone. */
const alone = existsSync(TASKSET) ? mine : [];

test('lists of processors are written as the system writes them', () => {
  for (const [numbers, text] of [
    [[0], '0'],
    [[0, 1], '0-1'],
    [[0, 1, 2, 3, 8], '0-3,8'],
    [[1, 3, 5], '1,3,5'],
    [[], ''],
  ] as const) {
    assert.equal(processorText(numbers), text);
  }
});

for (const [what, mask, online, expected] of [
  ['all of the machine', '0-3', '0-3', [0, 1, 2, 3]],
  ['places in the mask that hold no processor', '0-127', '0-1', [0, 1]],
  ['a processor that is switched off', '0-3', '0-1,3', [0, 1, 3]],
  ['taskset -c 1', '1', '0-1', [1]],
  ['a system that does not list what is switched on', '0-1', '', [0, 1]],
] as const) {
  test(`the processors allowed: ${what}`, () => {
    const status = `Name:\tnode\nCpus_allowed:\tff\nCpus_allowed_list:\t${mask}\nMems_allowed_list:\t0\n`;
    assert.deepEqual(allowedOf(status, `${online}\n`), expected);
  });
}

test('a system that does not tell allows none by number', () => {
  assert.deepEqual(allowedOf('', ''), []);
});

for (const [allowed, quota, threads] of [
  [2, null, 2],
  [1, null, 1],
  [8, 4, 4],
  [2, 1.5, 1],
  [2, 0.1, 1],
  [2, 16, 2],
] as const) {
  test(`${allowed} processors under a quota of ${quota} run ${threads} threads at once`, () => {
    assert.equal(threadsOf(allowed, quota), threads);
  });
}

/** Control groups as they lie in the file system. */
function groups(name: string, own: string, files: Record<string, string>) {
  const root = path.join(folder, name);
  for (const [file, text] of Object.entries({ ...files, own })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return { root, own: path.join(root, 'own') };
}

for (const [what, own, files, quota] of [
  ['none', '0::/\n', {}, null],
  ['none set', '0::/\n', { 'cpu.max': 'max 100000\n' }, null],
  ['one and a half', '0::/\n', { 'cpu.max': '150000 100000\n' }, 1.5],
  ['of a group within', '0::/user/job\n', { 'user/job/cpu.max': '50000 100000\n' }, 0.5],
  [
    'the least of those above',
    '0::/user/job\n',
    { 'user/cpu.max': '100000 100000', 'user/job/cpu.max': '300000 100000' },
    1,
  ],
  [
    'of the first version',
    '4:memory:/x\n3:cpu,cpuacct:/job\n',
    { 'cpu,cpuacct/job/cpu.cfs_quota_us': '120000\n', 'cpu,cpuacct/job/cpu.cfs_period_us': '100000\n' },
    1.2,
  ],
  [
    'of the first version, without a limit',
    '1:cpu:/\n',
    { 'cpu/cpu.cfs_quota_us': '-1\n', 'cpu/cpu.cfs_period_us': '100000\n' },
    null,
  ],
] as const) {
  test(`the quota of a control group: ${what}`, () => {
    assert.equal(processorQuota(groups(what.replaceAll(' ', '-'), own, files as never)), quota);
  });
}

test('under taskset the record says which processors are allowed, beside those of the machine', async () => {
  for (const processor of alone) {
    const found = (await kept(
      [processor],
      `return require(${JSON.stringify(BENCH)}).machine(process.cwd());`,
    )) as { cores: number; allowed: number[] };
    assert.deepEqual(found.allowed, [processor]);
    assert.ok(found.cores >= mine.length);
  }
});

test('under taskset a sweep over threads has as many as can run at once', async () => {
  for (const processor of alone) {
    const program = `const pool = await require(${JSON.stringify(LIBRARY)}).openSweepPool(); const { workers } = pool; await pool.close(); return workers;`;
    assert.equal(await kept([processor], program), 1);
  }
});

test('a processor outside of those allowed is refused by name, with the ones that are', async () => {
  for (const processor of alone) {
    const others = [...mine.filter((each) => each !== processor), 4_095];
    const program = `const { startEngine } = require(${JSON.stringify(ENGINE)}); const said = [];
      for (const cpu of ${JSON.stringify(others)}) await startEngine({ cpu }).then((engine) => engine.close().then(() => said.push('started')), (error) => said.push(error.code + ' ' + error.message));
      const engine = await startEngine({ cpu: ${processor} });
      const where = require('node:fs').readFileSync('/proc/' + engine.pid + '/status', 'utf8').match(/Cpus_allowed_list:\\s*(\\S+)/)[1];
      await engine.close(); return { said, where };`;
    assert.deepEqual(await kept([processor], program), {
      said: others.map(
        (cpu) =>
          `OPTION option cpu: got ${cpu}, expected a processor that this process may use: ${processor}`,
      ),
      where: String(processor),
    });
  }
});

test('under taskset placements are of the processors allowed, and one that wants two is a gap', async () => {
  for (const processor of alone) {
    const program = `const { echoCurve, notice } = require(${JSON.stringify(LIBRARY)});
      const found = await echoCurve.run({ floats: [1, 10], clients: ['node_reused'], transports: ['unix'], quick: true, blockMs: 1 });
      return { where: found.run.options.processors, gaps: found.gaps, notice: notice(found) };`;
    const found = (await kept([processor], program)) as { where: object; gaps: object[]; notice: string };
    assert.deepEqual(found.where, {
      same: { client: [processor], engine: [processor] },
      unpinned: { client: [processor], engine: [processor] },
    });
    assert.deepEqual(found.gaps, [
      { what: 'placement different', why: `this process may use processor ${processor} only` },
    ]);
    if (mine.length > 1)
      assert.match(found.notice, new RegExp(`could use processor ${processor} only, of \\d`));
  }
});

test('under taskset no kernel runs on two threads unless it is asked for, and then it is said', async () => {
  for (const processor of alone) {
    const program = `const { tunedKernel } = require(${JSON.stringify(LIBRARY)});
      const small = { bars: 400, lengths: [6], quick: true, transports: [] };
      const sections = [await tunedKernel.run(small), await tunedKernel.run({ ...small, which: ['Rust tuned, two threads'] })];
      return sections.map(({ rows, gaps }) => ({ kernels: rows.filter(({ kind }) => kind === 'kernel').map(({ kernel }) => kernel), gaps: gaps.map(({ what, why }) => what + ': ' + why) }));`;
    const [usual, asked] = (await kept([processor], program)) as { kernels: string[]; gaps: string[] }[];
    assert.ok(usual.kernels.includes('Rust tuned') && !usual.kernels.includes('Rust tuned, two threads'));
    assert.ok(usual.gaps.includes('Rust tuned, two threads: this process can run one thread at once'));
    assert.deepEqual(asked.kernels, ['Rust tuned, two threads']);
    assert.ok(
      asked.gaps.includes(
        'Rust tuned, two threads, with a processor for each: this process can run one thread at once',
      ),
    );
  }
});
