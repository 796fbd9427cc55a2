import type { SweepOptions, SweepResult } from '../sweep';
import type { Windows } from '../windows';
import { TunedRun } from './run';

export { type CertifiedBars, certifiedBars } from './certified-bars';

/** Milliseconds of sweeping between two turns of the event loop. */
const TURN = 4;

/**
 * `sweep` by another way, with its rows bit for bit: HMA3 - HMA of each bar is worked out with nine multiplications,
 * whatever the windows, as a sparse filter over the closes summed up four times (`taps.ts`). That rounds otherwise than
 * the reference does, so each block carries a bound on the difference (`certificate.ts`): beyond it the sign is the
 * reference's, and the bars within it are worked out again in the reference's own arithmetic. So trades and PnL are the
 * reference's by construction, on any series; where nothing can be told, as on a constant one, only the time is lost.
 *
 * Arguments, options, results and errors are those of `sweep`. The signal and the timeout are looked at after each block
 * of some 512 bars; combos that share their work are finished together, so `onCombo` is called for them one after the
 * other. Beside the series it takes a few hundred kilobytes, more with longer windows, however long the series is.
 */
export function tunedSweep(
  close: Float64Array,
  combos: readonly Windows[],
  options: SweepOptions = {},
): SweepResult {
  return new TunedRun(close, combos, options).finish();
}

/** `tunedSweep` that lets the event loop turn every few milliseconds. */
export async function tunedSweepAsync(
  close: Float64Array,
  combos: readonly Windows[],
  options: SweepOptions = {},
): Promise<SweepResult> {
  const run = new TunedRun(close, combos, options);
  let turned = performance.now();
  while (run.next()) {
    if (performance.now() - turned < TURN) continue;
    await new Promise(setImmediate);
    turned = performance.now();
  }
  return run.result();
}

/** What a tuned sweep had to do again, one value a combo. */
export interface TunedReport extends SweepResult {
  /** Bars that the bound left open. */
  uncertain: Int32Array;
  /** Bars worked out in the reference's arithmetic: those, and what lay between them. */
  recomputed: Int32Array;
}

/** `tunedSweep`, and how often its bound did not decide. */
export function tunedReport(
  close: Float64Array,
  combos: readonly Windows[],
  options: SweepOptions = {},
): TunedReport {
  const run = new TunedRun(close, combos, options);
  return { ...run.finish(), ...run.settled() };
}
