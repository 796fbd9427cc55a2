import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { allowedProcessors, processorQuota, processorText } from '../project';

/** What a figure depends on besides the code: the machine it was taken on, as far as it can be read. */
export interface Machine {
  processor: string;
  /** Processors of the machine that are switched on. */
  cores: number;
  /** Those that this process may use, counted from 0; null where the system does not say. */
  allowed: number[] | null;
  memoryBytes: number;
  /** Of the first processor allowed, such as `performance`; null where the system does not say. */
  governor: string | null;
  /** Processors' worth of time the control group allows; null without a limit. */
  quota: number | null;
  system: string;
  hypervisor: boolean;
  versions: Record<string, string | null>;
  /** The project's commit, with `+changes` when the work tree differs from it; null outside of git. */
  revision: string | null;
  /** Load averages over 1, 5 and 15 minutes, when the record was made. */
  load: number[];
}

const run = promisify(execFile);

/** The first line that a command prints, or null when it can't be run. */
async function firstLine(command: string, args: string[], cwd?: string): Promise<string | null> {
  try {
    const { stdout } = await run(command, args, { cwd, timeout: 10_000 });
    return stdout.trim().split('\n')[0];
  } catch {
    return null;
  }
}

async function text(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch {
    return null;
  }
}

/** What is asked of the project's Python: its version, then numba's, whose own import would take a second. */
const VERSIONS =
  'import platform, importlib.metadata as m; print(platform.python_version(), m.version("numba"))';

/** Of the project's own environment; null where it, or numba in it, is not there. */
async function pythonVersions(root: string): Promise<{ python: string | null; numba: string | null }> {
  const python = path.join(root, '.venv', 'bin', 'python');
  const both = await firstLine(python, ['-c', VERSIONS]);
  if (both !== null) {
    const [own, numba] = both.split(' ');
    return { python: own, numba };
  }
  return { python: (await firstLine(python, ['--version']))?.split(' ')[1] ?? null, numba: null };
}

async function revision(root: string): Promise<string | null> {
  const commit = await firstLine('git', ['rev-parse', '--short=12', 'HEAD'], root);
  if (commit === null) return null;
  const changes = await firstLine('git', ['status', '--porcelain'], root);
  return changes ? `${commit}+changes` : commit;
}

/** What of the machine's processors is not for this process, in words; null where it may use all, all the time. */
export function confinement({
  cores,
  allowed,
  quota,
}: Pick<Machine, 'cores' | 'allowed' | 'quota'>): string | null {
  const some = allowed != null && allowed.length < cores;
  const words = [
    ...(some
      ? [`${allowed.length === 1 ? 'processor' : 'processors'} ${processorText(allowed)} only, of ${cores}`]
      : []),
    ...(quota != null && quota < (allowed?.length ?? cores)
      ? [`${quota} processors' time, by its control group`]
      : []),
  ];
  return words.length === 0 ? null : words.join(', and ');
}

/** Records the machine. `root` is the project's folder. Takes a few tens of milliseconds. */
export async function machine(root: string): Promise<Machine> {
  const cpus = os.cpus();
  const allowed = allowedProcessors();
  const [governor, info, commit, rustc, python] = await Promise.all([
    text(`/sys/devices/system/cpu/cpu${allowed[0] ?? 0}/cpufreq/scaling_governor`),
    text('/proc/cpuinfo'),
    revision(root),
    firstLine('rustc', ['--version']),
    pythonVersions(root),
  ]);
  return {
    processor: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    allowed: allowed.length === 0 ? null : allowed,
    memoryBytes: os.totalmem(),
    governor,
    quota: processorQuota(),
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    hypervisor: /^flags\s*:.*\bhypervisor\b/m.test(info ?? ''),
    versions: {
      node: process.version,
      v8: process.versions.v8,
      rustc: rustc?.split(' ')[1] ?? null,
      ...python,
    },
    revision: commit,
    load: os.loadavg(),
  };
}
