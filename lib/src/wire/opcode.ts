/** The operations of the protocol (WIRE.md), by name. 0 and 1 are the study's, byte for byte. */
export const Opcode = {
  sweep: 0,
  echo: 1,
  load: 2,
  sweepLoaded: 3,
  drop: 4,
  openLive: 5,
  tick: 6,
  closeLive: 7,
  info: 8,
  timing: 9,
} as const;

export type OpcodeName = keyof typeof Opcode;

const names = Object.keys(Opcode) as OpcodeName[];

/** The name of an opcode, or null when the protocol has none of that number. */
export function opcodeName(opcode: number): OpcodeName | null {
  return names.find((name) => Opcode[name] === opcode) ?? null;
}
