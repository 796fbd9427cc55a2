import { seedSequence } from './seed-sequence';

/** A 128-bit number as eight 16-bit limbs, least significant first: products of limbs add up exactly in float64. */
type Limbs = Float64Array;
const LIMB = 65536;

/** The multiplier 0x2360ed051fc65da44385df649fccf645. */
const M0 = 0xf645;
const M1 = 0x9fcc;
const M2 = 0xdf64;
const M3 = 0x4385;
const M4 = 0x5da4;
const M5 = 0x1fc6;
const M6 = 0xed05;
const M7 = 0x2360;

/** Limbs of a 128-bit number from its 32-bit words, least significant first. */
function limbsOf(...words: number[]): Limbs {
  return Float64Array.from(words.flatMap((word) => [word & 0xffff, word >>> 16]));
}

/** a += b + carry, modulo 2^128. */
function addTo(a: Limbs, b: Limbs, carry = 0): void {
  for (let i = 0; i < a.length; i++) {
    const sum = a[i] + b[i] + carry;
    carry = sum >= LIMB ? 1 : 0;
    a[i] = sum - carry * LIMB;
  }
}

/**
 * numpy's PCG64 bit generator, seeded as `default_rng(seed)` seeds it: a 128-bit linear congruential
 * state whose output is the XOR of its halves, rotated by its top six bits (PCG XSL-RR 128/64).
 *
 * Source: M. E. O'Neill, "PCG: A family of simple fast space-efficient statistically good algorithms
 * for random number generation" (2014).
 */
export class Pcg64 {
  /** The upper and the lower 32 bits of the number drawn last. */
  high = 0;
  low = 0;
  readonly #state: Limbs = new Float64Array(8);
  readonly #increment: Limbs;

  /** `seed` is a non-negative integer: a number of at most 2^53 - 1, or a bigint of any size. */
  constructor(seed: number | bigint) {
    // numpy takes four 64-bit numbers, the high half of each 128-bit one first.
    const [s2, s3, s0, s1, i2, i3, i0, i1] = seedSequence(seed, 8);
    this.#increment = limbsOf(i0, i1, i2, i3);
    addTo(this.#increment, this.#increment, 1);
    this.#step();
    addTo(this.#state, limbsOf(s0, s1, s2, s3));
    this.#step();
  }

  /** Draws the next 64 bits into `high` and `low`. */
  next(): void {
    this.#step();
    const s = this.#state;
    const low = (s[0] | (s[1] << 16)) ^ (s[4] | (s[5] << 16));
    const high = (s[2] | (s[3] << 16)) ^ (s[6] | (s[7] << 16));
    const rotation = s[7] >>> 10;
    const swap = rotation >= 32;
    const a = swap ? high : low;
    const b = swap ? low : high;
    const by = rotation & 31;
    if (by === 0) {
      this.low = a >>> 0;
      this.high = b >>> 0;
    } else {
      this.low = ((a >>> by) | (b << (32 - by))) >>> 0;
      this.high = ((b >>> by) | (a << (32 - by))) >>> 0;
    }
  }

  /** A multiple of 2^-53, uniform in [0, 1). */
  double(): number {
    this.next();
    return (this.high * 2097152 + (this.low >>> 11)) / 9007199254740992;
  }

  /** state = state * multiplier + increment, modulo 2^128: schoolbook multiplication, one column a line. */
  #step(): void {
    const s = this.#state;
    const c = this.#increment;
    const s0 = s[0];
    const s1 = s[1];
    const s2 = s[2];
    const s3 = s[3];
    const s4 = s[4];
    const s5 = s[5];
    const s6 = s[6];
    const s7 = s[7];
    let sum = c[0] + s0 * M0;
    let carry = Math.floor(sum / LIMB);
    s[0] = sum - carry * LIMB;
    sum = carry + c[1] + s0 * M1 + s1 * M0;
    carry = Math.floor(sum / LIMB);
    s[1] = sum - carry * LIMB;
    sum = carry + c[2] + s0 * M2 + s1 * M1 + s2 * M0;
    carry = Math.floor(sum / LIMB);
    s[2] = sum - carry * LIMB;
    sum = carry + c[3] + s0 * M3 + s1 * M2 + s2 * M1 + s3 * M0;
    carry = Math.floor(sum / LIMB);
    s[3] = sum - carry * LIMB;
    sum = carry + c[4] + s0 * M4 + s1 * M3 + s2 * M2 + s3 * M1 + s4 * M0;
    carry = Math.floor(sum / LIMB);
    s[4] = sum - carry * LIMB;
    sum = carry + c[5] + s0 * M5 + s1 * M4 + s2 * M3 + s3 * M2 + s4 * M1 + s5 * M0;
    carry = Math.floor(sum / LIMB);
    s[5] = sum - carry * LIMB;
    sum = carry + c[6] + s0 * M6 + s1 * M5 + s2 * M4 + s3 * M3 + s4 * M2 + s5 * M1 + s6 * M0;
    carry = Math.floor(sum / LIMB);
    s[6] = sum - carry * LIMB;
    sum = carry + c[7] + s0 * M7 + s1 * M6 + s2 * M5 + s3 * M4 + s4 * M3 + s5 * M2 + s6 * M1 + s7 * M0;
    carry = Math.floor(sum / LIMB);
    s[7] = sum - carry * LIMB;
  }
}
