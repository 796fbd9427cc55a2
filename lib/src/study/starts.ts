import { inWorker } from '../bench';
import type { StudyContext } from './section';

/** What a start reports as it goes: the steps done since its report before, and what it does now. */
export interface StartReport {
  steps: number;
  note: string;
}

/**
 * Runs a section's starts one after the other, each in a worker of its own: fresh processes, a fresh heap,
 * newly compiled code.
 * @param module Absolute path of the compiled module that exports the task, which reports `StartReport`s.
 * @param starts The task's options, for each start.
 * @param total Steps of all starts.
 */
export async function inStarts<Options, Result>(
  module: string,
  task: string,
  starts: readonly Options[],
  total: number,
  { signal, progress }: StudyContext,
): Promise<Result[]> {
  const results: Result[] = [];
  let done = 0;
  for (const [i, options] of starts.entries()) {
    const onReport = (message: unknown): void => {
      const { steps, note } = message as StartReport;
      done += steps;
      progress?.(done, total, `start ${i + 1} of ${starts.length}: ${note}`);
    };
    results.push(await inWorker<Options, Result>(module, task, options, { signal, onReport }));
  }
  return results;
}
