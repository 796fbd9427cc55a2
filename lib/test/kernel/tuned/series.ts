import type { Pcg64 } from '../../../src/market';

/** Series that a kernel could stumble over, by name; each takes a source of uniform numbers and a length. */
export const SERIES: Readonly<Record<string, (random: Pcg64, bars: number) => Float64Array>> = {
  walk: (random, bars) => walk(random, bars, 0.0016),
  'wild walk': (random, bars) => walk(random, bars, 0.2),
  'hardly moving': (random, bars) => walk(random, bars, 1e-14),
  constant: (random, bars) => new Float64Array(bars).fill(100 * random.double()),
  zeros: (_, bars) => new Float64Array(bars),
  ramp: (random, bars) => {
    const step = random.double() - 0.5;
    return Float64Array.from({ length: bars }, (_, i) => 100 + i * step);
  },
  'ramp with a kink': (_, bars) => Float64Array.from({ length: bars }, (_, i) => 1 + Math.abs(i - bars / 2)),
  'steps of a million': (random, bars) => {
    let price = 100;
    return Float64Array.from({ length: bars }, () => {
      if (random.double() < 0.05) price += random.double() < 0.5 ? 1e6 : -1e6;
      return price + random.double();
    });
  },
  'ticks of a cent': (random, bars) =>
    walk(random, bars, 0.0004).map((price) => Math.round(price * 100) / 100),
  'ticks of one': (random, bars) => walk(random, bars, 0.002).map(Math.round),
  repeated: (random, bars) => {
    let price = 100;
    return Float64Array.from({ length: bars }, () => {
      if (random.double() < 0.02) price = 90 + 20 * random.double();
      return price;
    });
  },
  'flat, then a walk, then flat': (random, bars) =>
    walk(random, bars, 0.0016).map((price, i) => (i * 3 < bars || i * 3 > 2 * bars ? 100 : price)),
  alternating: (_, bars) => Float64Array.from({ length: bars }, (_, i) => 100 + (i % 2)),
  'a spike': (random, bars) => {
    const close = walk(random, bars, 0.0016);
    close[Math.floor(random.double() * bars)] = 1e16;
    return close;
  },
  'with NaN': (random, bars) => walk(random, bars, 0.0016).map((x) => (random.double() < 0.004 ? NaN : x)),
  'with infinities': (random, bars) =>
    walk(random, bars, 0.0016).map((x) =>
      random.double() < 0.004 ? (random.double() < 0.5 ? Infinity : -Infinity) : x,
    ),
  'around zero': (random, bars) => walk(random, bars, 0.0016).map((x) => x - 100),
  'mixed signs and scales': (random, bars) =>
    Float64Array.from({ length: bars }, () => (random.double() - 0.5) * 10 ** (random.double() * 40 - 20)),
  'any bits': (random, bars) => {
    const bits = Uint32Array.from({ length: 2 * bars }, () => Math.floor(random.double() * 2 ** 32));
    return new Float64Array(bits.buffer);
  },
  subnormals: (random, bars) =>
    Float64Array.from({ length: bars }, () => Math.floor(random.double() * 100) * Number.MIN_VALUE),
  'some subnormals': (random, bars) =>
    walk(random, bars, 0.0016).map((x) => (random.double() < 0.1 ? Number.MIN_VALUE : x)),
  ...Object.fromEntries(
    [1e-300, 1e-249, 1e-8, 1e9, 1e249, 1e300].map((scale) => [
      `walk times ${scale}`,
      (random: Pcg64, bars: number) => walk(random, bars, 0.0016).map((x) => (x / 100) * scale),
    ]),
  ),
};

function walk(random: Pcg64, bars: number, size: number): Float64Array {
  let price = 100;
  return Float64Array.from({ length: bars }, () => {
    price *= 1 + (random.double() - 0.5) * size;
    return price;
  });
}
