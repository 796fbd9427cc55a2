import { type Choice, choiceOption, integerOption, knownOptions, OptionError } from '../errors';
import { FEE_PERCENT, type FeeOption, feePercent, RUST_KERNELS, type RustKernel } from '../kernel';
import { processorText, startingProcessors } from '../project';
import { type Command, type TransportName, transportNamed, transportNames } from '../transport';
import { checkPatience } from '../transport/patience';
import type { CallOptions } from './call-options';
import { checkLimits, type EngineLimits } from './limits';

/** The kernels of the project's own engine. */
export const ENGINE_KERNELS = RUST_KERNELS;
export type EngineKernel = RustKernel;

/** Options of `startEngine`. */
export interface EngineOptions extends CallOptions, FeeOption {
  /** The engine's kernel: naive, unchecked, direct or tuned. Default naive. */
  kernel?: Choice<EngineKernel>;
  /** How it is reached: any of `transportNames`. Default unix. */
  transport?: Choice<TransportName>;
  /** Its threads. Default 1. */
  threads?: number;
  /**
   * Your own engine instead of the project's: for stdio one that answers frames from stdin on stdout until stdin ends,
   * for spawn one that answers a single frame and ends. kernel, fee, threads and limits are its own business.
   */
  program?: Command;
  /** What the engine accepts and how long it waits, where it is not to be as WIRE.md says. */
  limits?: EngineLimits;
  /**
   * The processor it is to run on, counted from 0, one of those this process may use (Linux, with taskset). Default:
   * wherever the system puts it.
   */
  cpu?: number;
  /** Milliseconds until it must be ready. Default 30,000; building the binary does not count. */
  timeout?: number | undefined;
}

/** Options with every default filled in. */
export interface CheckedOptions {
  kernel: EngineKernel;
  transport: TransportName;
  fee: number;
  threads: number;
  program: Command | null;
  limits: EngineLimits;
  cpu: number | null;
  timeout: number;
  signal: AbortSignal | undefined;
}

const KNOWN = ['kernel', 'transport', 'fee', 'threads', 'program', 'limits', 'cpu', 'timeout', 'signal'];

/** @throws OptionError naming the first option that can't be. */
export function checkOptions(options: EngineOptions): CheckedOptions {
  knownOptions(options, KNOWN);
  checkPatience(options);
  const transport = choiceOption('transport', options.transport ?? 'unix', transportNames);
  const limits = options.limits ?? {};
  checkLimits(limits);
  return {
    kernel: choiceOption('kernel', options.kernel ?? 'naive', ENGINE_KERNELS),
    transport,
    fee: feePercent(options.fee),
    threads: integerOption('threads', options.threads ?? 1, 1, 1024),
    program: checkProgram(options, transport),
    limits,
    cpu: options.cpu === undefined ? null : cpuOption(options.cpu),
    timeout: options.timeout ?? 30_000,
    signal: options.signal,
  };
}

/** taskset would move the engine outside of what its caller was given. */
function cpuOption(value: unknown): number {
  const cpu = integerOption('cpu', value, 0, 4095);
  const allowed = startingProcessors();
  if (allowed.length === 0 || allowed.includes(cpu)) return cpu;
  const list = processorText(allowed);
  throw new OptionError('cpu', cpu, `a processor that this process may use: ${list}`);
}

/**
 * What tells an engine a fee that is not the study's; that one it has by itself. The shortest text of a float64 is read
 * back to its bits.
 */
export const feeArgs = (fee: number): string[] => (fee === FEE_PERCENT ? [] : ['--fee', String(fee)]);

function checkProgram(options: EngineOptions, transport: TransportName): Command | null {
  const { program } = options;
  const how = transportNamed(transport);
  if (program === undefined) {
    if (how.kind === 'child' && how.engineArgs === null) {
      throw new OptionError(
        'program',
        program,
        `{command, args}: over ${transport} it is your own program that speaks`,
      );
    }
    return null;
  }
  if (how.kind !== 'child') {
    throw new OptionError(
      'program',
      program,
      `none over ${transport}: use transport stdio or spawn for your own`,
    );
  }
  if (!isCommand(program)) {
    throw new OptionError(
      'program',
      program,
      '{command, args}, a text and a list of texts, without zero bytes',
    );
  }
  for (const name of ['kernel', 'fee', 'threads', 'limits'] as const) {
    if (options[name] !== undefined)
      throw new OptionError(name, options[name], 'none beside program: give it in args');
  }
  return program;
}

function isCommand(program: unknown): program is Command {
  const { command, args } = (program ?? {}) as Record<string, unknown>;
  const isText = (value: unknown): boolean => typeof value === 'string' && !value.includes('\0');
  return isText(command) && command !== '' && Array.isArray(args) && args.every(isText);
}
