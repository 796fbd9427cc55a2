import { partText } from './measuring';
import type { Section } from './section';

/**
 * What a reader must know before trusting a section's figures, a line each: that it is partial, that it was a quick run,
 * what noise it was taken in, what is missing, and whether the gate passed.
 */
export function notice({ run, gate, noise, gaps }: Section<unknown>): string {
  const lines: string[] = [];
  if (run.partial) lines.push(`PARTIAL: ${partText(run.partial)}.`);
  if (gate) {
    const variants = gate.variants.length === 1 ? '1 variant' : `${gate.variants.length} variants`;
    const against = `${variants} against ${gate.references.join(' and ')}`;
    lines.push(gate.all_ok ? `Gate passed: ${against}.` : `GATE FAILED, no time here counts: ${against}.`);
    for (const variant of gate.variants.filter((v) => !v.ok)) {
      lines.push(`  ${variant.architecture}: ${variant.first_difference ?? 'answered no sweep'}`);
    }
  }
  if (run.quick) lines.push('A quick run: few rounds, no intervals, no verdicts.');
  if (noise && !noise.quiet) lines.push(`Taken in noise: ${noise.reasons.join('; ')}.`);
  for (const { what, why } of gaps) lines.push(`Not in this run: ${what} (${why}).`);
  return lines.length > 0 ? lines.join('\n') : 'Nothing to warn of.';
}
