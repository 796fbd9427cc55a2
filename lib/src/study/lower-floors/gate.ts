import { Gate, type GateRecord } from '../../bench';
import type { SweepResult } from '../../kernel';
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
  const records = loops.map(({ name, end, expectedEnd }) => {
    const gate = new Gate([{ name: 'in-process V8', result: resultOf(expectedEnd) }], [name]);
    gate.check(name, resultOf(end));
    return gate.verdict();
  });
  return {
    all_ok:
      records.length > 0 &&
      records.every((gate) => gate.all_ok) &&
      loops.every((each) => each.mismatches === 0),
    references: ['in-process V8'],
    variants: records.flatMap((gate) => gate.variants),
  };
}
