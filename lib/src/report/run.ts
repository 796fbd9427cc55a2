/** The program behind `make run`: runs the notebooks headless, then writes the report from their records. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../engine';
import { IpcTaxError } from '../errors';
import { recorded, resultsFolder, studyFee, studySeries } from '../study';
import { holdAlone } from './hold-alone';
import { notebookFiles } from './notebooks';
import { writeReport } from './write';

/** The exit code of a run that was stopped by SIGINT or SIGTERM starts here. */
const STOPPED = 128;

/**
 * Runs the notebooks one after the other, also after one has failed; their progress goes straight to the
 * terminal.
 */
function execute(root: string, out: string, env: NodeJS.ProcessEnv): Promise<number> {
  const python = path.join(root, '.venv', 'bin', 'python');
  const script = path.join(root, 'environment', 'jupyter', 'execute.py');
  const files = notebookFiles(path.join(root, 'notebooks'));
  const options = { cwd: root, env, stdio: 'inherit' } as const;
  const child = spawn(python, [script, '--out', out, '--keep-going', ...files], options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', (cause) =>
      reject(new IpcTaxError('SETUP', `can't run ${python}: run \`make setup\` first`, { cause })),
    );
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function stoppedBy(code: number): { stopped?: string } {
  const [name] = Object.entries(constants.signals).find(([, number]) => number === code - STOPPED) ?? [];
  return name === undefined ? {} : { stopped: name };
}

/**
 * A run that was stopped has a report too, of what was measured by then.
 * @returns The exit code: 0 only when every notebook ran, every section is whole and the gate passed.
 */
async function main(): Promise<number> {
  const root = projectRoot();
  const out = path.join(root, 'build', 'report');
  const id = randomUUID();
  const env: NodeJS.ProcessEnv = { ...process.env, IPC_TAX_RUN: id };
  // a fault in the user's price file or fee shows here, before anything is started
  const [series, fee] = [studySeries(), studyFee()];
  const release = holdAlone(path.join(root, 'build', 'run.pid'));
  try {
    for (const folder of [out, resultsFolder()]) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
    }
    const code = await execute(root, out, env);
    const sections = recorded();
    if (code >= STOPPED && sections.size === 0) return code;
    const options = { bars: series.close.length, series: series.name, fee };
    const run = { id, quick: env.IPC_TAX_QUICK === '1', options, ...stoppedBy(code) };
    const { text, allOk, whole } = writeReport(out, run, sections);
    process.stdout.write(`\n${text}\n`);
    return code !== 0 || (allOk && whole) ? code : 1;
  } finally {
    release();
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const said = error instanceof IpcTaxError ? error.message : (error as Error).stack;
    process.stderr.write(`make run: ${said}\n`);
    process.exitCode = 1;
  },
);
