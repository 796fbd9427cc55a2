import type { GateRecord, Machine } from '../bench';
import { type Gap, type Section, type SectionRun, STUDIES } from '../study';
import { partText } from '../study/measuring';

/** results.json: every section's record, and what holds for all of them. */
export interface Results {
  schema: 1;
  run: Pick<SectionRun, 'id' | 'quick'> & { options: Record<string, unknown> };
  machine: Machine | null;
  gate: Pick<GateRecord, 'all_ok' | 'variants'>;
  sections: Record<string, Pick<Section, 'run' | 'noise' | 'rows' | 'facts' | 'gaps'>>;
  /** Sections that this run has no record of. */
  gaps: Gap[];
  /** What a reader must know before comparing sections; empty when there is nothing. */
  warnings: string[];
}

/**
 * Joins sections into one record, in the order of the notebooks. A study without a section is listed among `gaps`, a
 * section that was stopped before its end or was measured by another run than `run` among `warnings`, and with no gate at all `gate.all_ok` is false.
 * @param run The command's own id, whether it was quick, and its options.
 * @param sections By name, as `recorded()` gives them.
 */
export function results(run: Results['run'], sections: ReadonlyMap<string, Section>): Results {
  const order = STUDIES.map(({ name }) => name as string);
  const all = [...sections.values()].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  const gates = all.map((section) => section.gate).filter((gate): gate is GateRecord => gate !== null);
  const strangers = all.filter((section) => section.run.id !== run.id).map((section) => section.name);
  const partial = all.filter((section) => section.run.partial);
  return {
    schema: 1,
    run,
    machine: all[0]?.machine ?? null,
    gate: {
      // no gate at all is not a passed one
      all_ok: gates.length > 0 && gates.every((gate) => gate.all_ok),
      variants: gates.flatMap((gate) => gate.variants),
    },
    sections: Object.fromEntries(
      all.map(({ name, run: own, noise, rows, facts, gaps }) => [
        name,
        { run: own, noise, rows, facts, gaps },
      ]),
    ),
    gaps: STUDIES.filter(({ name }) => !sections.has(name)).map(({ name }) => ({
      what: name,
      why: 'no notebook of this run recorded it',
    })),
    warnings: [
      ...partial.map(({ name, run: { partial: part } }) => `${name} is partial: ${partText(part!)}`),
      ...(strangers.length > 0 ? [`measured by another run than the rest: ${strangers.join(', ')}`] : []),
    ],
  };
}
