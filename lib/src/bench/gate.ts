import { compareResults, differenceText, type SweepResult } from '../kernel';

/** How one variant's rows compare, over every sweep it answered. */
export interface GateVariant {
  architecture: string;
  sweeps: number;
  rows: number;
  /** What a row is: a combo, or a live session of one. */
  of: 'combos' | 'live sessions';
  /** Rows in which the references never trade: no trades are every kernel's, so they show nothing. */
  never_traded: number;
  /** Rows that trade, but whose PnL is no finite number whatever is added to it: the count of trades alone tells. */
  without_pnl: number;
  /** Every trade count and every bit of every PnL; NaN equals NaN. */
  bit_equal: boolean;
  /** Null where a NaN on one side alone, or too few rows, leaves no number to give. */
  max_abs_pnl_difference: number | null;
  /** For each row, the worst of all sweeps: 0 the same bits, 1 within the tolerance, 2 different, 3 never traded. */
  row_levels: number[];
  /** The first row that fails, in words; null when none does. */
  first_difference: string | null;
  /** Whether nothing differs. With no row that trades that shows nothing. */
  ok: boolean;
}

/** The gate: no time counts before every variant gave the same trades. */
export interface GateRecord {
  /** Whether every variant is ok, and has a row that trades. */
  all_ok: boolean;
  /** Combos compared, where variants differ in that the most, and how many of those never traded. */
  combos: number;
  combos_never_traded: number;
  /** Live sessions compared, of all variants together, and how many of them never traded. */
  sessions: number;
  sessions_never_traded: number;
  /** What the rows were held against. */
  references: string[];
  variants: GateVariant[];
}

/** A result that others are held against. */
export interface GateReference {
  name: string;
  result: SweepResult;
}

/** What a gate comes to. With no trade to compare it shows nothing: neither right nor wrong. */
export type GateOutcome = 'passed' | 'failed' | 'shows nothing';

/** What the gate says of one variant. */
export function variantOutcome({ ok, rows, never_traded }: GateVariant): GateOutcome {
  if (!ok) return 'failed';
  return never_traded === rows ? 'shows nothing' : 'passed';
}

/** What the gate says of all. One that held nothing against anything has failed. */
export function gateOutcome({ all_ok, references, variants }: GateRecord): GateOutcome {
  if (all_ok) return 'passed';
  const compared = references.length > 0 && variants.length > 0;
  return compared && variants.every(({ ok }) => ok) ? 'shows nothing' : 'failed';
}

/** Several gates as one: it passes where each of them does. */
export function joinGates(gates: readonly GateRecord[]): GateRecord {
  const references = [...new Set(gates.flatMap((gate) => gate.references))];
  const variants = gates.flatMap((gate) => gate.variants);
  return {
    ...recordOf(references, variants),
    all_ok: gates.length > 0 && gates.every((gate) => gate.all_ok),
  };
}

function recordOf(references: string[], variants: GateVariant[]): GateRecord {
  const widest = variants
    .filter((variant) => variant.of === 'combos')
    .sort((a, b) => b.rows - a.rows || b.never_traded - a.never_traded)[0];
  const sessions = variants.filter((variant) => variant.of === 'live sessions');
  return {
    // Held against nothing, nothing is shown to be right.
    all_ok:
      references.length > 0 &&
      variants.length > 0 &&
      variants.every((variant) => variantOutcome(variant) === 'passed'),
    combos: widest?.rows ?? 0,
    combos_never_traded: widest?.never_traded ?? 0,
    sessions: sessions.reduce((sum, { rows }) => sum + rows, 0),
    sessions_never_traded: sessions.reduce((sum, { never_traded }) => sum + never_traded, 0),
    references,
    variants,
  };
}

/**
 * Holds the rows of every sweep of every variant against one or more references: trades exact, PnL
 * within `PNL_TOLERANCE`. A variant that gave too few rows, or none at all, fails.
 */
export class Gate {
  private readonly variants = new Map<string, GateVariant>();
  /** For each row, whether a reference trades in it, and whether it comes to a PnL there. */
  private readonly traded: boolean[];
  private readonly withPnl: boolean[];

  /**
   * @param expected The variants that must each answer at least one sweep.
   * @param of What a row is.
   */
  constructor(
    private readonly references: readonly GateReference[],
    expected: readonly string[],
    private readonly of: GateVariant['of'] = 'combos',
  ) {
    const rows = Array.from(references[0]?.result.trades ?? [], (_, row) =>
      references.map(({ result }) => ({ trades: result.trades[row], pnl: result.pnl[row] })),
    );
    this.traded = rows.map((found) => found.some(({ trades }) => trades > 0));
    this.withPnl = rows.map((found) => found.every(({ pnl }) => Number.isFinite(pnl)));
    for (const name of expected) this.variant(name);
  }

  check(architecture: string, result: SweepResult): void {
    const variant = this.variant(architecture);
    variant.sweeps++;
    for (const reference of this.references) compare(variant, result, reference);
  }

  /** Fails a variant for what its rows don't tell, in words. */
  fail(architecture: string, why: string): void {
    const variant = this.variant(architecture);
    variant.ok = false;
    variant.first_difference ??= why;
  }

  verdict(): GateRecord {
    const variants = [...this.variants.values()].map((variant) => ({
      ...variant,
      row_levels: variant.row_levels.map((level, row) => (level === 2 || this.traded[row] ? level : 3)),
      ok: variant.ok && variant.sweeps > 0,
    }));
    return recordOf(
      this.references.map((r) => r.name),
      variants,
    );
  }

  private variant(architecture: string): GateVariant {
    const known = this.variants.get(architecture);
    if (known) return known;
    const rows = this.traded.length;
    const fresh: GateVariant = {
      architecture,
      sweeps: 0,
      rows,
      of: this.of,
      never_traded: this.traded.filter((traded) => !traded).length,
      without_pnl: this.traded.filter((traded, row) => traded && !this.withPnl[row]).length,
      row_levels: new Array<number>(rows).fill(0),
      bit_equal: true,
      max_abs_pnl_difference: 0,
      first_difference: null,
      ok: true,
    };
    this.variants.set(architecture, fresh);
    return fresh;
  }
}

function compare(variant: GateVariant, result: SweepResult, { name, result: expected }: GateReference): void {
  const { same, identical, worstPnl, first } = compareResults(expected, result);
  variant.ok &&= same;
  variant.bit_equal &&= identical;
  variant.row_levels.forEach((level, row) => {
    variant.row_levels[row] = Math.max(level, rowLevel(expected, result, row));
  });
  const worst = Math.max(variant.max_abs_pnl_difference ?? Infinity, worstPnl);
  // JSON has no infinity
  variant.max_abs_pnl_difference = Number.isFinite(worst) ? worst : null;
  if (first) variant.first_difference ??= `${differenceText(first)} (${name})`;
}

function rowLevel(expected: SweepResult, actual: SweepResult, row: number): number {
  const { same, identical } = compareResults(only(expected, row), only(actual, row));
  if (!same) return 2;
  return identical ? 0 : 1;
}

/** A result of one row; of none where there is no such row. */
const only = ({ pnl, trades }: SweepResult, row: number): SweepResult => ({
  pnl: pnl.subarray(row, row + 1),
  trades: trades.subarray(row, row + 1),
});
