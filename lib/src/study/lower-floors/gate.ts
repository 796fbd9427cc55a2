import { Gate, type GateRecord, joinGates } from '../../bench';
import type { SweepResult } from '../../kernel';
import { otherBooks } from '../break-even/books';
import type { AloneResult } from './alone';
import { subjectName } from './subjects';

const resultOf = ({ trades, pnl }: { trades: number; pnl: number }): SweepResult => ({
  pnl: Float64Array.of(pnl),
  trades: Int32Array.of(trades),
});

/**
 * The gate of the live loops: what each one's books stood at after its last bar, against the in-process kernel's
 * after the same, and no bar before that with other books.
 */
export function ticksGate(alone: ReadonlyMap<string, AloneResult>): GateRecord {
  const loops = [...alone].flatMap(([transport, { ticks }]) =>
    ticks.map((each) => ({
      ...each,
      name: subjectName({ transport: transport as never, client: each.client }),
    })),
  );
  const gates = loops.map(({ name, end, expectedEnd, mismatches }) => {
    const reference = { name: 'in-process V8', result: resultOf(expectedEnd) };
    const gate = new Gate([reference], [name], 'live sessions');
    gate.check(name, resultOf(end));
    if (mismatches > 0) gate.fail(name, otherBooks(mismatches));
    return gate.verdict();
  });
  return joinGates(gates);
}
