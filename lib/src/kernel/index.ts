export { type Averages, averages, hma, hma3 } from './averages';
export {
  type Comparison,
  compareResults,
  type Difference,
  differenceText,
  PNL_TOLERANCE,
  sameResult,
} from './compare';
export { type Divergence, firstDivergence } from './divergence';
export { FAULTS, type Fault, type FaultName } from './faults';
export { FEE_PERCENT, type FeeOption, feePercent } from './fee';
export { GOLDEN, GOLDEN_RESULT, type Golden, type GoldenRow } from './golden';
export { type GridOptions, grid, MAX_COMBOS } from './grid';
export { grossPnl } from './gross';
export { Ledger, type Side } from './ledger';
export { type BarKernel, LiveKernel, type Tick } from './live';
export { type NativeSweepOptions, nativeSweep, nativeSweepSync } from './native';
export {
  openSweepPool,
  PARALLEL_KERNELS,
  type ParallelKernel,
  type PoolSweepOptions,
  parallelSweep,
  SweepPool,
  type SweepPoolOptions,
} from './parallel';
export { roundHalfEven } from './round';
export { RUST_KERNELS, type RustKernel } from './rust';
export { inSharedMemory } from './shared';
export { type SweepOptions, type SweepResult, sweep, sweepAsync } from './sweep';
export { events, type Flip, type Trace, trace } from './trace';
export {
  type CertifiedBars,
  certifiedBars,
  type TunedReport,
  tunedReport,
  tunedSweep,
  tunedSweepAsync,
} from './tuned';
export { type WasmSweepOptions, wasmSweep, wasmSweepAsync } from './wasm';
export { checkWindows, MAX_WINDOW, WINDOW_NAMES, type Windows, windowLengths } from './windows';
export { wma } from './wma';
