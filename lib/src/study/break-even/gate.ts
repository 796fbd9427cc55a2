import { Gate, type GateRecord, type GateReference, joinGates } from '../../bench';
import { GOLDEN_RESULT, type SweepResult } from '../../kernel';
import { otherBooks } from './books';
import type { CheckedOptions } from './options';
import { FLOORS, type StartResult } from './start';

/** A result of the rows at `indices`, in that order. */
const rowsAt = ({ pnl, trades }: SweepResult, indices: readonly number[]): SweepResult => ({
  pnl: Float64Array.from(indices, (i) => pnl[i]),
  trades: Int32Array.from(indices, (i) => trades[i]),
});

const resultOf = (rows: readonly { trades: number; pnl: number }[]): SweepResult => ({
  pnl: Float64Array.from(rows, ({ pnl }) => pnl),
  trades: Int32Array.from(rows, ({ trades }) => trades),
});

/**
 * Three gates in one record: the whole sweep of every start, the combos called one by one, and the live
 * loops' books, where a start is a row: what they stood at after its last bar, and no bar of any loop with other books.
 */
export function breakEvenGate({ workload }: CheckedOptions, starts: readonly StartResult[]): GateRecord {
  const references: GateReference[] = [];
  if (starts[0].reference) references.push({ name: 'in-process V8', result: starts[0].reference });
  if (workload.published) references.push({ name: 'golden', result: GOLDEN_RESULT });

  const sweeps = new Gate(references, ['rust_stateful_unix']);
  for (const { sweepResult } of starts) sweeps.check('rust_stateful_unix', sweepResult);

  const combos = starts.flatMap((start) => [...start.combos]).sort(([a], [b]) => a - b);
  const indices = combos.map(([at]) => at);
  const ofCombos = references.map(({ name, result }) => ({ name, result: rowsAt(result, indices) }));
  const oneByOne = new Gate(ofCombos, ['rust_stateful_chatty_unix']);
  oneByOne.check('rust_stateful_chatty_unix', resultOf(combos.map(([, row]) => row)));

  const lives = new Gate(
    [{ name: 'in-process V8', result: resultOf(starts.map(({ end }) => end)) }],
    FLOORS.map((transport) => `rust_live_${transport}`),
    'live sessions',
  );
  for (const name of FLOORS) {
    lives.check(`rust_live_${name}`, resultOf(starts.map(({ floors }) => floors[name].end)));
    const mismatches = starts.reduce((sum, { floors }) => sum + floors[name].mismatches, 0);
    if (mismatches > 0) lives.fail(`rust_live_${name}`, otherBooks(mismatches));
  }
  return joinGates([sweeps, oneByOne, lives].map((gate) => gate.verdict()));
}
