import { type Choice, choiceOption } from '../errors';

/**
 * The kernels in Rust, wherever they run: naive is the study's, unchecked the same without bounds checks, direct does
 * many bars at once, tuned is certified repeated sums. All give the same rows, bit for bit.
 */
export const RUST_KERNELS = ['naive', 'unchecked', 'direct', 'tuned'] as const;
export type RustKernel = (typeof RUST_KERNELS)[number];

/** @throws OptionError unless it is one of them; naive when none is asked for. */
export function rustKernel(kernel: Choice<RustKernel> | undefined): RustKernel {
  return choiceOption('kernel', kernel ?? 'naive', RUST_KERNELS);
}
