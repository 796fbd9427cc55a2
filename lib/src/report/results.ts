import { type GateOutcome, type GateRecord, type GateVariant, gateOutcome, type Machine } from '../bench';
import { type Gap, type Section, type SectionRun, STUDIES } from '../study';
import { partText } from '../study/measuring';

/** results.json: every section's record, and what holds for all of them. */
export interface Results {
  schema: 1;
  /** `stopped`: the signal that ended it before all notebooks had run. */
  run: Pick<SectionRun, 'id' | 'quick'> & { options: Record<string, unknown>; stopped?: string };
  machine: Machine | null;
  /** Of all sections together; each has its own as well. */
  gate: {
    all_ok: boolean;
    outcome: GateOutcome;
    variants: (GateVariant & { section: string })[];
  };
  sections: Record<
    string,
    Pick<Section, 'run' | 'noise' | 'rows' | 'facts' | 'gaps'> & { gate: SectionGate | null }
  >;
  /** Sections that this run has no record of. */
  gaps: Gap[];
  /** What a reader must know before comparing sections; empty when there is nothing. */
  warnings: string[];
}

/** A section's gate, without the variants, which stand together. */
export type SectionGate = Omit<GateRecord, 'variants'> & { outcome: GateOutcome };

function sectionGate(gate: GateRecord | null): SectionGate | null {
  if (gate === null) return null;
  const { variants: _, ...rest } = gate;
  return { ...rest, outcome: gateOutcome(gate) };
}

/** Failed where one has failed, or there is none: no gate at all is not a passed one. */
function together(outcomes: readonly GateOutcome[]): GateOutcome {
  if (outcomes.length === 0 || outcomes.includes('failed')) return 'failed';
  return outcomes.includes('shows nothing') ? 'shows nothing' : 'passed';
}

/**
 * Joins sections into one record, in the order of the notebooks. A study without a section is listed among `gaps`; a
 * run or a section that was stopped before its end, and a section of another run than `run`, among `warnings`. With no
 * gate at all `gate.all_ok` is false.
 * @param run The command's own id, whether it was quick, and its options.
 * @param sections By name, as `recorded()` gives them.
 */
export function results(run: Results['run'], sections: ReadonlyMap<string, Section>): Results {
  const order = STUDIES.map(({ name }) => name as string);
  const all = [...sections.values()].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  const gates = all.flatMap(({ name, gate }) => (gate === null ? [] : [{ name, gate }]));
  const outcome = together(gates.map(({ gate }) => gateOutcome(gate)));
  const strangers = all.filter((section) => section.run.id !== run.id).map((section) => section.name);
  const partial = all.filter((section) => section.run.partial);
  const missing = order.filter((name) => !sections.has(name));
  return {
    schema: 1,
    run,
    machine: all[0]?.machine ?? null,
    gate: {
      all_ok: outcome === 'passed',
      outcome,
      variants: gates.flatMap(({ name, gate }) =>
        gate.variants.map((variant) => ({ section: name, ...variant })),
      ),
    },
    sections: Object.fromEntries(
      all.map(({ name, run: own, noise, gate, rows, facts, gaps }) => [
        name,
        { run: own, noise, gate: sectionGate(gate), rows, facts, gaps },
      ]),
    ),
    gaps: missing.map((what) => ({ what, why: 'no notebook of this run recorded it' })),
    warnings: [
      ...(run.stopped
        ? [
            `this run is partial: stopped by ${run.stopped}, without ${missing.join(', ') || 'its last notebook'}`,
          ]
        : []),
      ...partial.map(({ name, run: { partial: part } }) => `${name} is partial: ${partText(part!)}`),
      ...(strangers.length > 0 ? [`measured by another run than the rest: ${strangers.join(', ')}`] : []),
    ],
  };
}
