import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
/** Where the tests' folders and the screenshots of failures go. */
export const BUILD = path.join(PROJECT, 'build', 'browser');
export const PYTHON = path.join(PROJECT, '.venv', 'bin', 'python');
const START_SECONDS = 120;

/**
 * A folder for one test file, with the notebooks it opens. It lies inside the project: a kernel finds the
 * library in the node_modules above its notebook.
 */
export function makeFolder(name) {
  mkdirSync(BUILD, { recursive: true });
  const folder = mkdtempSync(path.join(BUILD, `${name}-`));
  mkdirSync(path.join(folder, 'notebooks'));
  return folder;
}

/** Jupyter's environment as the Makefile sets it, with the user's side (settings, trust, runtime) in `home`. */
export function jupyterEnvironment(home) {
  const settings = path.join(PROJECT, 'environment', 'jupyter');
  return {
    ...process.env,
    PATH: `${path.join(PROJECT, '.venv', 'bin')}${path.delimiter}${process.env.PATH}`,
    PYTHONPATH: '',
    JUPYTER_PATH: settings,
    JUPYTER_CONFIG_PATH: settings,
    JUPYTER_CONFIG_DIR: path.join(home, 'config'),
    JUPYTER_DATA_DIR: path.join(home, 'data'),
    JUPYTER_RUNTIME_DIR: path.join(home, 'runtime'),
    IPYTHONDIR: path.join(home, 'ipython'),
    JUPYTER_PREFER_ENV_PATH: '1',
    IPC_TAX_QUICK: '1',
  };
}

/** JupyterLab on a folder's notebooks. `home` names the user's side: a new one has never trusted a notebook. */
export class LabServer {
  /** @returns {Promise<LabServer>} when it answers */
  static async start(folder, home = 'home') {
    const server = new LabServer(folder, path.join(folder, home));
    await server.#ready();
    return server;
  }

  #process;
  #log = '';
  #exited;

  constructor(folder, home) {
    this.home = home;
    this.token = randomBytes(16).toString('hex');
    this.#process = spawn(
      PYTHON,
      [
        '-m',
        'jupyterlab',
        '--no-browser',
        '--allow-root',
        // The page's own view of the notebook, which tells when a cell has ended, without a guess at its markup.
        '--expose-app-in-browser',
        '--ServerApp.ip=127.0.0.1',
        '--ServerApp.port=0',
        `--IdentityProvider.token=${this.token}`,
        `--ServerApp.root_dir=${path.join(folder, 'notebooks')}`,
      ],
      { env: jupyterEnvironment(this.home), stdio: ['ignore', 'pipe', 'pipe'] },
    );
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (this.#log += text));
    }
    this.#exited = new Promise((resolve) => this.#process.once('exit', resolve));
  }

  /** What it has written, for the report of a failure. */
  get log() {
    return this.#log;
  }

  /** The address of a path of Lab's, such as `lab/tree/figures.ipynb`. */
  url(place) {
    return `${this.base}${place}?token=${this.token}`;
  }

  async #ready() {
    const runtime = path.join(this.home, 'runtime', `jpserver-${this.#process.pid}.json`);
    for (let tries = 0; tries < START_SECONDS * 10; tries++) {
      if (this.#process.exitCode !== null) break;
      if (existsSync(runtime)) {
        try {
          const { url } = JSON.parse(readFileSync(runtime, 'utf8'));
          const answer = await fetch(`${url}api/status?token=${this.token}`);
          if (answer.ok) {
            this.base = url;
            return;
          }
        } catch {
          // The file is not whole yet, or nobody listens yet.
        }
      }
      await sleep(100);
    }
    await this.stop();
    throw new Error(`JupyterLab did not start:\n${this.#log}`);
  }

  /** Ends the kernels of all open notebooks. */
  async endKernels() {
    const headers = { Authorization: `token ${this.token}` };
    const sessions = await (await fetch(`${this.base}api/sessions`, { headers })).json();
    for (const { id } of sessions)
      await fetch(`${this.base}api/sessions/${id}`, { method: 'DELETE', headers });
  }

  /** Ends it and its kernels. */
  async stop() {
    const kill = setTimeout(() => this.#process.kill('SIGKILL'), 20_000);
    this.#process.kill('SIGTERM');
    await this.#exited;
    clearTimeout(kill);
  }
}

/** Copies the tests' own notebooks into a folder. */
export function copyNotebooks(folder, ...names) {
  const from = fileURLToPath(new URL('notebooks', import.meta.url));
  for (const name of names) cpSync(path.join(from, name), path.join(folder, name));
}
