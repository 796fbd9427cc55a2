import { CancelledError, integerOption, OptionError } from '../errors';
import { Pcg64 } from '../market';

/** One thing to measure: `call` does the work once and returns what it cost, in microseconds. */
export interface Subject<T> {
  name: string;
  call(): Promise<T>;
}

export interface RoundsOptions<T = unknown> {
  rounds: number;
  /** Of the order; each round has its own. */
  seed: number;
  signal?: AbortSignal;
  onCall?: (name: string, round: number) => void;
  /** Called between rounds with the results of those that are complete, and how many they are. */
  onRound?: (results: Map<string, T[]>, rounds: number) => void;
}

/** The order of `n` subjects in one round: Fisher and Yates's shuffle. */
export function shuffled(n: number, random: Pcg64): number[] {
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(random.double() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/**
 * Calls every subject once a round, in a new random order each round, so that drift of the machine
 * hits all alike and a ratio can be taken within a round.
 * @returns For each subject, by name, what its call gave in each round.
 * @throws CancelledError between two calls once `signal` is aborted; OptionError for rounds that are no count, or two
 * subjects of one name, whose results could not be told apart.
 */
export async function interleaved<T>(
  subjects: readonly Subject<T>[],
  { rounds, seed, signal, onCall, onRound }: RoundsOptions<T>,
): Promise<Map<string, T[]>> {
  integerOption('rounds', rounds, 0, Number.MAX_SAFE_INTEGER);
  const random = new Pcg64(seed);
  const results = new Map<string, T[]>(subjects.map(({ name }) => [name, []]));
  if (results.size < subjects.length) {
    throw new OptionError(
      'subjects',
      subjects.map(({ name }) => name),
      'a name of its own for each',
    );
  }
  for (let round = 0; round < rounds; round++) {
    for (const at of shuffled(subjects.length, random)) {
      if (signal?.aborted) throw new CancelledError('the measurement', { cause: signal.reason });
      const { name, call } = subjects[at];
      onCall?.(name, round);
      results.get(name)!.push(await call());
    }
    onRound?.(results, round + 1);
  }
  return results;
}
