import { compareResults, differenceText, type SweepResult } from '../kernel';

/** How one variant's rows compare, over every sweep it answered. */
export interface GateVariant {
  architecture: string;
  sweeps: number;
  rows: number;
  /** Every trade count and every bit of every PnL; NaN equals NaN. */
  bit_equal: boolean;
  /** Null where a NaN on one side alone, or too few rows, leaves no number to give. */
  max_abs_pnl_difference: number | null;
  /** For each row, the worst of all sweeps: 0 the same bits, 1 within the tolerance, 2 different. */
  row_levels: number[];
  /** The first row that fails, in words; null when none does. */
  first_difference: string | null;
  ok: boolean;
}

/** The gate: no time counts before every variant gave the same trades. */
export interface GateRecord {
  all_ok: boolean;
  /** What the rows were held against. */
  references: string[];
  variants: GateVariant[];
}

/** A result that others are held against. */
export interface GateReference {
  name: string;
  result: SweepResult;
}

/**
 * Holds the rows of every sweep of every variant against one or more references: trades exact, PnL
 * within `PNL_TOLERANCE`. A variant that gave too few rows, or none at all, fails.
 */
export class Gate {
  private readonly variants = new Map<string, GateVariant>();

  /** @param expected The variants that must each answer at least one sweep. */
  constructor(
    private readonly references: readonly GateReference[],
    expected: readonly string[],
  ) {
    for (const name of expected) this.variant(name);
  }

  check(architecture: string, result: SweepResult): void {
    const variant = this.variant(architecture);
    variant.sweeps++;
    for (const reference of this.references) compare(variant, result, reference);
  }

  verdict(): GateRecord {
    const variants = [...this.variants.values()].map((v) => ({ ...v, ok: v.ok && v.sweeps > 0 }));
    return {
      // Held against nothing, nothing is shown to be right.
      all_ok: this.references.length > 0 && variants.length > 0 && variants.every((v) => v.ok),
      references: this.references.map((r) => r.name),
      variants,
    };
  }

  private variant(architecture: string): GateVariant {
    const known = this.variants.get(architecture);
    if (known) return known;
    const rows = this.references[0]?.result.pnl.length ?? 0;
    const fresh: GateVariant = {
      architecture,
      sweeps: 0,
      rows,
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
