import { confinement, gateLines } from '../bench';
import { partText } from './measuring';
import type { Section, SectionRun } from './section';

/** How many bars a section swept; null where it may not have gone over all of its series. */
function barsOf({ series, ticks }: SectionRun['options']): number | null {
  const bars = (series as { bars?: unknown } | undefined)?.bars;
  if (typeof bars !== 'number' || (typeof ticks === 'number' && ticks < bars)) return null;
  return bars;
}

/**
 * What a reader must know before trusting a section's figures, a line each: that it is partial, what the gate says and
 * how many combos never traded, that it was a quick run, what processors it was kept to, what noise it was taken in, and
 * what is missing.
 */
export function notice({ run, machine, gate, noise, gaps }: Section<unknown>): string {
  const lines: string[] = [];
  if (run.partial) lines.push(`PARTIAL: ${partText(run.partial)}.`);
  if (gate) lines.push(...gateLines(gate, barsOf(run.options ?? {})));
  if (run.quick) lines.push('A quick run: few rounds, no intervals, no verdicts.');
  const confined = machine ? confinement(machine) : null;
  if (confined !== null) lines.push(`The process could use ${confined}.`);
  if (noise && !noise.quiet) lines.push(`Taken in noise: ${noise.reasons.join('; ')}.`);
  for (const { what, why } of gaps) lines.push(`Not in this run: ${what} (${why}).`);
  return lines.length > 0 ? lines.join('\n') : 'Nothing to warn of.';
}
