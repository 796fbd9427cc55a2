import { addon, addonSync, builtAddon } from '../../project';
import type { SweepResult } from '../sweep';

/** The addon's kernels (engine-rs/crates/node/src/kernel.rs). `windows` has six lengths a combo, in wire order, `fee` is in percent. */
export interface KernelAddon {
  kernelNames(): string[];
  /** Null when the time was over. */
  sweepSync(
    kernel: string,
    close: Float64Array,
    windows: Uint32Array,
    fee: number,
    threads: number,
    timeout?: number,
  ): SweepResult | null;
  /** The rows are null when it was cancelled or the time was over. */
  startSweep(
    kernel: string,
    close: Float64Array,
    windows: Uint32Array,
    fee: number,
    threads: number,
    timeout?: number,
  ): { id: number; rows: Promise<SweepResult | null> };
  cancelSweep(id: number): void;
}

const NEEDS = ['kernelNames', 'sweepSync', 'startSweep', 'cancelSweep'] as const;

/** Built when it is not there. */
export const kernelAddon = (): Promise<KernelAddon> => addon<KernelAddon>(NEEDS);

/** Null when it is not built. */
export const builtKernelAddon = (): KernelAddon | null => builtAddon<KernelAddon>(NEEDS);

/** @throws KernelError when it is not built. */
export const kernelAddonSync = (): KernelAddon => addonSync<KernelAddon>(NEEDS);
