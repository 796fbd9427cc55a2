import { gateLines, namesText, neverTraded } from '../bench';
import type { Results } from './results';

/** What the gates of all sections say, for a page's head or a terminal's last lines. */
export interface GateWords {
  /** One line: whether they passed, and where not. */
  head: string;
  /** How many combos never traded, and which sections say so. */
  traded: string[];
  /** What each section says whose gate did not pass, a line each. */
  sections: string[];
}

export function gateWords({ gate, sections }: Pick<Results, 'gate' | 'sections'>): GateWords {
  const held = Object.entries(sections).flatMap(([name, { gate: own }]) =>
    own === null ? [] : [{ name, own }],
  );
  const named = (outcome: Results['gate']['outcome']): string =>
    namesText(held.flatMap(({ name, own }) => (own.outcome === outcome ? [name] : [])));
  const heads = {
    passed: 'the gate passed: every variant gave the same trades and PnL',
    failed:
      held.length === 0
        ? 'NO GATE WAS HELD: no section of this run has one'
        : `THE GATE FAILED, no time counts there: ${named('failed')}`,
    'shows nothing': `THE GATE SHOWS NOTHING, no time counts yet: nothing trades in ${named('shows nothing')}; take a longer series or shorter lengths`,
  };
  const tallies = new Map<string, string[]>();
  for (const { name, own } of held) {
    const text = neverTraded(own);
    if (text !== '') tallies.set(text, [...(tallies.get(text) ?? []), name]);
  }
  return {
    head: heads[gate.outcome],
    traded: [...tallies].map(([text, names]) => `${text} (${names.join(', ')})`),
    sections: held.flatMap(({ name, own }) => {
      if (own.outcome === 'passed') return [];
      const variants = gate.variants.filter(({ section }) => section === name);
      return gateLines({ ...own, variants }).map((line) => `${name}: ${line.trim()}`);
    }),
  };
}
