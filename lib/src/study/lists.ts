import { choiceOption, OptionError } from '../errors';

/**
 * A list of at least `least` entries, each checked, none twice.
 * @param entry What a message calls an entry.
 * @throws OptionError naming the option, or what `check` throws.
 */
export function listOption<T>(
  option: string,
  value: unknown,
  least: number,
  check: (each: unknown) => T,
  entry = '',
): T[] {
  const called = entry === '' ? '' : ` ${entry}`;
  if (!Array.isArray(value) || value.length < least) {
    throw new OptionError(option, value, `a list of at least ${least === 1 ? 'one' : least}${called}`);
  }
  const found = Array.from(value, check);
  const repeated = found.find((each, i) => found.indexOf(each) !== i);
  if (repeated !== undefined) throw new OptionError(option, repeated, `each${called} once`);
  return found;
}

/**
 * A list of at least one of the known names, each once.
 * @throws OptionError naming the option.
 */
export function namesOption<Name extends string>(
  option: string,
  given: unknown,
  known: readonly Name[],
): Name[] {
  return listOption(option, given, 1, (each) => choiceOption(option, each, known), 'name');
}

/**
 * What was chosen of `known`, in its order, and what belongs to it `always`.
 * @throws OptionError naming the option.
 */
export function chosenOption<Name extends string>(
  option: string,
  given: unknown,
  known: readonly Name[],
  always: readonly Name[],
): Name[] {
  if (!Array.isArray(given)) throw new OptionError(option, given, `a list of ${option}`);
  for (const each of given) choiceOption(option, each, known);
  return known.filter((each) => always.includes(each) || given.includes(each));
}
