/** An affine map of the plane in SVG's order: x' = a*x + c*y + e, y' = b*x + d*y + f. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A box with sides parallel to the axes. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const IDENTITY: Affine = [1, 0, 0, 1, 0, 0];

/** The map that does `inner` first, then `outer`. */
export function compose(outer: Affine, inner: Affine): Affine {
  const [a, b, c, d, e, f] = outer;
  const [p, q, r, s, t, u] = inner;
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}

/** The smallest box around `box` after `map`. */
export function mapBox([a, b, c, d, e, f]: Affine, box: Box): Box {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const x of [box.left, box.right]) {
    for (const y of [box.top, box.bottom]) {
      xs.push(a * x + c * y + e);
      ys.push(b * x + d * y + f);
    }
  }
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** The smallest box around both; null is no box. */
export function unite(one: Box | null, other: Box | null): Box | null {
  if (one === null || other === null) return one ?? other;
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

function step(name: string, n: readonly number[]): Affine {
  const turn = ((n[0] ?? 0) * Math.PI) / 180;
  switch (name) {
    case 'translate':
      return [1, 0, 0, 1, n[0] ?? 0, n[1] ?? 0];
    case 'scale':
      return [n[0] ?? 1, 0, 0, n[1] ?? n[0] ?? 1, 0, 0];
    case 'rotate': {
      const about: Affine = [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), 0, 0];
      if (n.length < 3) return about;
      const back = compose(about, [1, 0, 0, 1, -n[1]!, -n[2]!]);
      return compose([1, 0, 0, 1, n[1]!, n[2]!], back);
    }
    case 'matrix':
      return n.length === 6 ? (n as unknown as Affine) : IDENTITY;
    default:
      return IDENTITY;
  }
}

/** The map of an SVG `transform` attribute; skews and what can't be read change nothing. */
export function parseTransform(transform: string | null): Affine {
  let map = IDENTITY;
  for (const [, name, list] of (transform ?? '').matchAll(/(\w+)\s*\(([^)]*)\)/g)) {
    const numbers = list!
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    if (numbers.every(Number.isFinite)) map = compose(map, step(name!, numbers));
  }
  return map;
}
