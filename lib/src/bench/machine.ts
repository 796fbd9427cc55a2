import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import { promisify } from 'node:util';

/** What a figure depends on besides the code: the machine it was taken on, as far as it can be read. */
export interface Machine {
  processor: string;
  cores: number;
  memoryBytes: number;
  /** Of the first processor, such as `performance`; null where the system does not say. */
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

/** `cpu.max` of control groups 2: a quota and a period in microseconds, or `max`. */
async function quota(): Promise<number | null> {
  const [limit, period] = (await text('/sys/fs/cgroup/cpu.max'))?.split(' ') ?? [];
  return limit === undefined || limit === 'max' ? null : Number(limit) / Number(period);
}

async function revision(root: string): Promise<string | null> {
  const commit = await firstLine('git', ['rev-parse', '--short=12', 'HEAD'], root);
  if (commit === null) return null;
  const changes = await firstLine('git', ['status', '--porcelain'], root);
  return changes ? `${commit}+changes` : commit;
}

/** Records the machine. `root` is the project's folder. Takes a few tens of milliseconds. */
export async function machine(root: string): Promise<Machine> {
  const cpus = os.cpus();
  const [governor, limit, info, commit, rustc] = await Promise.all([
    text('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor'),
    quota(),
    text('/proc/cpuinfo'),
    revision(root),
    firstLine('rustc', ['--version']),
  ]);
  return {
    processor: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    memoryBytes: os.totalmem(),
    governor,
    quota: limit,
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    hypervisor: /^flags\s*:.*\bhypervisor\b/m.test(info ?? ''),
    versions: { node: process.version, v8: process.versions.v8, rustc: rustc?.split(' ')[1] ?? null },
    revision: commit,
    load: os.loadavg(),
  };
}
