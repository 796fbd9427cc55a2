/** Words in the entropy pool. */
const POOL_SIZE = 4;

const INIT_A = 0x43b0d7e5;
const MULT_A = 0x931e8875;
const INIT_B = 0x8b51f9dd;
const MULT_B = 0x58f38ded;
const MIX_MULT_L = 0xca01f9dd;
const MIX_MULT_R = 0x4973f715;

/**
 * The 32-bit words of a seed, least significant first; zero is one word.
 * `seed` is a non-negative integer; a number must be at most 2^53 - 1.
 */
function wordsOf(seed: number | bigint): number[] {
  let rest = BigInt(seed);
  const words: number[] = [];
  do {
    words.push(Number(rest & 0xffffffffn));
    rest >>= 32n;
  } while (rest > 0n);
  return words;
}

/** A hash whose multiplier moves on with every word. All arithmetic is modulo 2^32. */
function movingHash(init: number, mult: number): (word: number) => number {
  let constant = init;
  return (word) => {
    let value = word ^ constant;
    constant = Math.imul(constant, mult);
    value = Math.imul(value, constant);
    return (value ^ (value >>> 16)) >>> 0;
  };
}

function mix(x: number, y: number): number {
  const result = Math.imul(MIX_MULT_L, x) - Math.imul(MIX_MULT_R, y);
  return (result ^ (result >>> 16)) >>> 0;
}

/**
 * numpy's `SeedSequence(seed).generate_state(count, uint32)`: spreads a seed of any size over `count`
 * 32-bit words. Without spawn keys.
 *
 * Source: numpy/random/bit_generator.pyx, after M. E. O'Neill's `seed_seq_fe`.
 */
export function seedSequence(seed: number | bigint, count: number): Uint32Array {
  const entropy = wordsOf(seed);
  const pool = new Uint32Array(POOL_SIZE);

  const hashIn = movingHash(INIT_A, MULT_A);
  for (let i = 0; i < POOL_SIZE; i++) pool[i] = hashIn(entropy[i] ?? 0);
  for (let from = 0; from < POOL_SIZE; from++) {
    for (let to = 0; to < POOL_SIZE; to++) {
      if (from !== to) pool[to] = mix(pool[to], hashIn(pool[from]));
    }
  }
  for (const word of entropy.slice(POOL_SIZE)) {
    for (let to = 0; to < POOL_SIZE; to++) pool[to] = mix(pool[to], hashIn(word));
  }

  const hashOut = movingHash(INIT_B, MULT_B);
  return Uint32Array.from({ length: count }, (_, i) => hashOut(pool[i % POOL_SIZE]));
}
