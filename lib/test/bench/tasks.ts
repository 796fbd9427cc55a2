/** Tasks for the worker's tests: what a study's measuring module looks like to it. */
import type { TaskContext } from '../../src/bench';
import { OptionError } from '../../src/errors';

export async function double(values: Float64Array, { report }: TaskContext): Promise<Float64Array> {
  report('half way');
  return values.map((value) => value * 2);
}

export async function refuse(): Promise<never> {
  throw new OptionError('runs', -1, 'at least 1');
}

export async function pid(): Promise<number> {
  return process.pid;
}

export async function die(): Promise<never> {
  process.stderr.write('last words\n');
  process.exit(3);
}

/** Tells its process id, then waits until it is cancelled. */
export async function wait(_: null, { report, signal }: TaskContext): Promise<void> {
  report(process.pid);
  const alive = setInterval(() => {}, 1_000);
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  clearInterval(alive);
}

/** Tells its process id, then never returns to its event loop. */
export async function spin(_: null, { report }: TaskContext): Promise<void> {
  report(process.pid);
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (;;);
}
