import { type GateRecord, type GateVariant, gateOutcome, variantOutcome } from './gate';

const count = (value: number): string => value.toLocaleString('en-US');

/** How many combos, and live sessions, never traded: `0 of 80 combos never traded`. Empty where none was compared. */
export function neverTraded(gate: Omit<GateRecord, 'all_ok' | 'references' | 'variants'>): string {
  return [
    [gate.combos_never_traded, gate.combos, 'combos'] as const,
    [gate.sessions_never_traded, gate.sessions, 'live sessions'] as const,
  ]
    .filter(([, all]) => all > 0)
    .map(([never, all, of]) => `${count(never)} of ${count(all)} ${of} never traded`)
    .join(', ');
}

/** Names in a row, the last after `and`; of many the first three. */
export function namesText(names: readonly string[]): string {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** What some variants were compared in, where that never trades: `none of the 2 combos trades`. */
function noneTrades(silent: readonly GateVariant[]): string {
  const combos = silent.filter(({ of }) => of === 'combos');
  const most = (combos.length > 0 ? combos : silent).reduce((a, b) => (b.rows > a.rows ? b : a));
  const rows = combos.length > 0 ? most.rows : silent.reduce((sum, each) => sum + each.rows, 0);
  const one = most.of === 'combos' ? 'combo' : 'live session';
  return rows === 1 ? `the one ${one} never trades` : `none of the ${count(rows)} ${most.of} trades`;
}

/**
 * What a gate says, a line each: the whole, then every variant that fails or of which it shows nothing.
 * @param bars Of the series swept, where all was; null where that is not known.
 */
export function gateLines(gate: GateRecord, bars: number | null = null): string[] {
  const { references, variants } = gate;
  const outcome = gateOutcome(gate);
  const failed = variants.filter((variant) => variantOutcome(variant) === 'failed');
  const silent = variants.filter((variant) => variantOutcome(variant) === 'shows nothing');
  const all = variants.length === 1 ? '1 variant' : `${variants.length} variants`;
  const held = `${all} against ${references.length === 0 ? 'nothing' : references.join(' and ')}`;
  const told = [held, neverTraded(gate)].filter((text) => text !== '').join('; ');
  const where = bars === null ? 'on these bars' : `on these ${count(bars)} ${bars === 1 ? 'bar' : 'bars'}`;
  const lines: string[] = [];
  if (outcome === 'passed') lines.push(`Gate passed: ${told}.`);
  else if (outcome === 'failed') lines.push(`GATE FAILED, no time here counts: ${told}.`);
  else {
    const of = silent.length === variants.length ? '' : ` of ${namesText(silent.map((v) => v.architecture))}`;
    lines.push(
      `THE GATE SHOWS NOTHING${of}: ${noneTrades(silent)} ${where}, so nothing was compared and no time here counts yet. Take a longer series or shorter lengths.`,
      `  Nothing differs: ${told}.`,
    );
  }
  for (const variant of failed)
    lines.push(`  ${variant.architecture}: ${variant.first_difference ?? 'answered no sweep'}`);
  if (outcome === 'failed') {
    for (const variant of silent)
      lines.push(`  ${variant.architecture}: shows nothing, ${noneTrades([variant])} ${where}`);
  }
  const without = Math.max(0, ...variants.map(({ without_pnl }) => without_pnl));
  if (without > 0)
    lines.push(
      `  ${count(without)} of them end with a PnL that is no finite number: of these the trades alone tell.`,
    );
  return lines;
}
