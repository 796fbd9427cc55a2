import { inWorker, type TaskContext } from '../bench';
import type { Measuring } from './measuring';

/** What a start reports as it goes: the steps done since its report before, and what it does now. */
export interface StartReport {
  steps: number;
  note: string;
  /** What the start would give if it were ended now, after so many complete rounds. */
  kept?: { rounds: number; result: unknown };
}

/** Reports what a start has after a complete round, so that it is not lost with the start. */
export function reportRound(report: TaskContext['report'], rounds: number, result: unknown): void {
  report({ steps: 0, note: '', kept: { rounds, result } } satisfies StartReport);
}

/**
 * Runs a section's starts one after the other, each in a worker of its own: fresh processes, a fresh heap,
 * newly compiled code.
 * @param module Absolute path of the compiled module that exports the task, which reports `StartReport`s.
 * @param starts The task's options, for each start.
 * @param total Steps of all starts.
 * @param after What belongs to a start and is done in this process, when its worker has ended.
 * @returns When the section was stopped, of the starts that were complete, and of the complete rounds of the one that was
 * cut, where its task reports them; at least one. Else of all.
 */
export function inStarts<Options, Result, Whole = Result>(
  module: string,
  task: string,
  starts: readonly Options[],
  total: number,
  measuring: Measuring,
  after: (result: Result) => Promise<Whole> | Whole = (result) => result as unknown as Whole,
): Promise<Whole[]> {
  const { signal, progress } = measuring;
  return measuring.each<Whole>('starts', starts.length, async (keep) => {
    let done = 0;
    for (const [i, options] of starts.entries()) {
      let cut: StartReport['kept'];
      const onReport = (message: unknown): void => {
        const { steps, note, kept } = message as StartReport;
        if (kept) {
          cut = kept;
          return;
        }
        done += steps;
        progress?.(done, total, `start ${i + 1} of ${starts.length}: ${note}`);
      };
      try {
        keep(await after(await inWorker<Options, Result>(module, task, options, { signal, onReport })));
      } catch (error) {
        if (cut) keep(cut.result as Whole, { rounds: cut.rounds });
        throw error;
      }
    }
  });
}
