/** A property of the outermost object of a text: where its value is written. */
interface Property {
  name: string;
  from: number;
  to: number;
}

/**
 * The object that a text is.
 * @throws SyntaxError when it is no JSON, no object, or has a name twice.
 */
export function jsonObject(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  const problem = objectProblem(text, value);
  if (problem !== null) throw new SyntaxError(problem);
  return value as Record<string, unknown>;
}

/** Why what was parsed is not the one object that its text says; null where it is. Of a name that is there twice, nobody knows which is meant. */
export function objectProblem(text: string, value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'expected an object';
  const names = Object.keys(value).length;
  // Two quotes a name, and no others, is what texts of numbers have.
  if (hasQuotes(text, 2 * names) || properties(text).length === names) return null;
  return 'a name is there twice, expected each once';
}

/** The values of the list `name`, and of lists in it, as they are written. The text is one that `jsonObject` took. */
export function writtenValues(text: string, name: string): string[] {
  const property = properties(text).find((each) => each.name === name);
  return property === undefined ? [] : (text.slice(property.from, property.to).match(/[^\s[\],]+/g) ?? []);
}

/** Whether a number of the list `name` can be written with a fraction or an exponent. */
export function mayHaveFractions(text: string, name: string): boolean {
  const from = hasQuotes(text, 4) ? text.indexOf(`"${name}"`) : -1;
  if (from === -1) return true;
  const begin = from + name.length + 2;
  const next = text.indexOf('"', begin);
  return /[.eE]/.test(text.slice(begin, next === -1 ? undefined : next));
}

/** Whether a number that is written as zero may stand for less: only an exponent or many zeros can. */
export const mayUnderflow = (text: string): boolean => /\d[eE]-|0{128}/.test(text);

/** Whether a number that is written so is other than zero. */
export const isWrittenNonzero = (written: string): boolean => /[1-9]/.test(written.split(/[eE]/)[0]!);

/** Whether a number that is written so has no fraction: 3, 3.0, 30e-1. */
export function isWrittenWhole(written: string): boolean {
  const [, whole, fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written)!;
  const digits = `${whole}${fraction}`;
  const zeros = digits.length - digits.replace(/0+$/, '').length;
  return zeros === digits.length || Number(exponent) - fraction.length + zeros >= 0;
}

function hasQuotes(text: string, count: number): boolean {
  let at = -1;
  for (let found = 0; found <= count; found++) {
    at = text.indexOf('"', at + 1);
    if (at === -1) return found === count;
  }
  return false;
}

/** The properties of the outermost object, as often as they are written. */
function properties(text: string): Property[] {
  const found: Property[] = [];
  let depth = 0;
  let name: string | null = null;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case '"': {
        const end = endOfString(text, i);
        if (depth === 1 && name === null) name = JSON.parse(text.slice(i, end)) as string;
        i = end - 1;
        break;
      }
      case ':':
        if (depth === 1) from = i + 1;
        break;
      case '{':
      case '[':
        depth++;
        break;
      case '}':
      case ']':
      case ',':
        if (depth === 1 && name !== null) {
          found.push({ name, from, to: i });
          name = null;
        }
        if (text[i] !== ',') depth--;
        break;
    }
  }
  return found;
}

/** Behind the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
}
