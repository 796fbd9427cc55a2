/** The codes of an error frame (WIRE.md, Errors), by name. */
export const ErrorCode = {
  malformed: 1,
  unknownOpcode: 2,
  tooLarge: 3,
  badParameters: 4,
  unknownId: 5,
  busy: 6,
  internal: 7,
} as const;

export type ErrorCodeValue = (typeof ErrorCode)[keyof typeof ErrorCode];

/** What each code is called in a message. */
const meanings: Record<number, string> = {
  1: 'malformed',
  2: 'unknown opcode',
  3: 'too large',
  4: 'bad parameters',
  5: 'no such series or session',
  6: 'busy',
  7: 'internal',
};

/** The meaning of a code in words, or null when the protocol has none of that number. */
export function errorMeaning(code: number): string | null {
  return meanings[code] ?? null;
}
