import type { Hostile } from './hostile';

const bytes = (bars: number, combos: number, rest: number): Uint8Array => {
  const raw = Buffer.alloc(8 + rest);
  raw.writeUInt32LE(bars, 0);
  raw.writeUInt32LE(combos, 4);
  return raw;
};
const says = /got \d+ bytes, expected/;

export const raw: Hostile = {
  refused: [
    { name: 'fewer floats than told', bytes: bytes(2, 0, 8), says },
    { name: 'more floats than told', bytes: bytes(1, 0, 16), says },
    { name: 'half a float', bytes: bytes(1, 0, 4), says },
    { name: '2^32 - 1 floats', bytes: bytes(2 ** 32 - 1, 0, 8), says },
    { name: 'floats whose bytes are 2^32 and 8', bytes: bytes(2 ** 29 + 1, 0, 8), says },
    { name: 'combos whose bytes pass 2^32', bytes: bytes(0, 2 ** 31, 0), says },
    { name: 'half a header', bytes: bytes(0, 0, 0).subarray(0, 4), says },
  ],
  taken: [{ name: 'nothing', bytes: bytes(0, 0, 0), close: [], params: [] }],
};
