import { Gate, type GateRecord, type GateReference, joinGates } from '../../bench';
import type { SweepResult } from '../../kernel';
import type { StartResult } from './start';
import type { Job } from './sweeps';

/**
 * The gate over all jobs: whole sweeps against the whole reference, the combos that got a process each
 * against their rows of it.
 * @param picked Places of those combos among all.
 */
export function spawnGate(
  { name, result }: GateReference,
  picked: readonly number[],
  starts: readonly StartResult[],
): GateRecord {
  const some: SweepResult = {
    pnl: Float64Array.from(picked, (i) => result.pnl[i]),
    trades: Int32Array.from(picked, (i) => result.trades[i]),
  };
  return joinGates([
    checkJobs({ name, result }, ['running', 'per_sweep'], starts),
    checkJobs({ name, result: some }, ['per_combo'], starts),
  ]);
}

function checkJobs(reference: GateReference, jobs: readonly Job[], starts: readonly StartResult[]) {
  const gate = new Gate([reference], jobs);
  for (const start of starts) {
    for (const job of jobs) for (const { result } of start.jobs.get(job)!) gate.check(job, result);
  }
  return gate.verdict();
}
