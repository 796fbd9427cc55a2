import type { Box } from './affine';

export type Point = readonly [x: number, y: number];

/** Numbers each command of a path takes (SVG 1.1, section 8.3). */
const TAKES: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
/** Straight pieces a curve becomes. */
const PIECES = 16;
const NUMBER = /[-+]?(?:\d*\.\d+|\d+\.?)(?:e[-+]?\d+)?/gi;

/** Points of the Bezier curve over `controls`, without its start (de Casteljau). */
function bezier(controls: readonly Point[]): Point[] {
  return Array.from({ length: PIECES }, (_, piece) => {
    const t = (piece + 1) / PIECES;
    let level = controls;
    while (level.length > 1) {
      level = level
        .slice(1)
        .map(([x, y], i) => [level[i]![0] * (1 - t) + x * t, level[i]![1] * (1 - t) + y * t] as const);
    }
    return level[0]!;
  });
}

/** Points of an elliptic arc without its start (SVG 1.1, appendix F.6.5). */
function arc(
  [x1, y1]: Point,
  radii: Point,
  turn: number,
  large: boolean,
  sweep: boolean,
  [x2, y2]: Point,
): Point[] {
  let [rx, ry] = [Math.abs(radii[0]), Math.abs(radii[1])];
  if (rx === 0 || ry === 0 || (x1 === x2 && y1 === y2)) return [[x2, y2]];
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const [dx, dy] = [(x1 - x2) / 2, (y1 - y2) / 2];
  const [px, py] = [cos * dx + sin * dy, cos * dy - sin * dx];
  const stretch = Math.sqrt(Math.max(1, (px / rx) ** 2 + (py / ry) ** 2));
  rx *= stretch;
  ry *= stretch;
  const spread = (rx * py) ** 2 + (ry * px) ** 2;
  const far = Math.sqrt(Math.max(0, (rx * ry) ** 2 / spread - 1)) * (large === sweep ? -1 : 1);
  const [qx, qy] = [(far * rx * py) / ry, (-far * ry * px) / rx];
  const [cx, cy] = [cos * qx - sin * qy + (x1 + x2) / 2, sin * qx + cos * qy + (y1 + y2) / 2];
  const from = Math.atan2((py - qy) / ry, (px - qx) / rx);
  let sweepBy = Math.atan2((-py - qy) / ry, (-px - qx) / rx) - from;
  if (sweep && sweepBy < 0) sweepBy += 2 * Math.PI;
  if (!sweep && sweepBy > 0) sweepBy -= 2 * Math.PI;
  return Array.from({ length: PIECES }, (_, piece) => {
    const angle = from + (sweepBy * (piece + 1)) / PIECES;
    const [ex, ey] = [rx * Math.cos(angle), ry * Math.sin(angle)];
    return [cos * ex - sin * ey + cx, sin * ex + cos * ey + cy] as const;
  });
}

/** The lines of a path's `d`, one list of points each; curves and arcs become straight pieces. */
export function pathLines(d: string): Point[][] {
  const lines: Point[][] = [];
  let line: Point[] = [];
  let at: Point = [0, 0];
  // The last control point, for the curves that mirror it.
  let control: Point = at;
  for (const [, letter, list] of d.matchAll(/([MLHVCSQTAZ])([^MLHVCSQTAZ]*)/gi)) {
    const command = letter!.toUpperCase();
    const relative = letter !== command;
    const numbers = (list!.match(NUMBER) ?? []).map(Number);
    const takes = TAKES[command]!;
    if (command === 'Z' && line.length > 0) {
      line.push((at = line[0]!));
      continue;
    }
    for (let i = 0; i + takes <= numbers.length && takes > 0; i += takes) {
      const n = numbers.slice(i, i + takes);
      const [ox, oy] = relative ? at : [0, 0];
      const point = (k: number): Point => [ox + n[k]!, oy + n[k + 1]!];
      const mirrored: Point = [2 * at[0] - control[0], 2 * at[1] - control[1]];
      let added: Point[];
      let next: Point | null = null;
      switch (command) {
        case 'M':
          // Further pairs of a move are lines.
          if (i === 0) lines.push((line = []));
          added = [point(0)];
          break;
        case 'H':
          added = [[ox + n[0]!, at[1]]];
          break;
        case 'V':
          added = [[at[0], oy + n[0]!]];
          break;
        case 'C':
          next = point(2);
          added = bezier([at, point(0), next, point(4)]);
          break;
        case 'S':
          next = point(0);
          added = bezier([at, mirrored, next, point(2)]);
          break;
        case 'Q':
          next = point(0);
          added = bezier([at, next, point(2)]);
          break;
        case 'T':
          next = mirrored;
          added = bezier([at, next, point(0)]);
          break;
        case 'A':
          added = arc(at, [n[0]!, n[1]!], n[2]!, n[3] !== 0, n[4] !== 0, point(5));
          break;
        default:
          added = [point(0)];
      }
      line.push(...added);
      at = added[added.length - 1]!;
      control = next ?? at;
    }
  }
  return lines;
}

/** The smallest box around all points of a path; null when it has none. */
export function pathBox(d: string): Box | null {
  const points = pathLines(d).flat();
  if (points.length === 0) return null;
  const box = {
    left: Number.POSITIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
  };
  for (const [x, y] of points) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

const steps = (d: string): [from: Point, to: Point, length: number][] =>
  pathLines(d).flatMap((line) =>
    line
      .slice(1)
      .map(
        (to, i) =>
          [line[i]!, to, Math.hypot(to[0] - line[i]![0], to[1] - line[i]![1])] as [Point, Point, number],
      ),
  );

/** Length of all of a path's lines. */
export const pathLength = (d: string): number => steps(d).reduce((sum, [, , length]) => sum + length, 0);

/** The point `distance` along the path; before its start the start, past its end the end. */
export function pointAlong(d: string, distance: number): { x: number; y: number } {
  let left = Math.max(0, distance);
  let last: Point = pathLines(d)[0]?.[0] ?? [0, 0];
  for (const [from, to, length] of steps(d)) {
    if (left <= length) {
      const share = length === 0 ? 0 : left / length;
      return { x: from[0] + (to[0] - from[0]) * share, y: from[1] + (to[1] - from[1]) * share };
    }
    left -= length;
    last = to;
  }
  return { x: last[0], y: last[1] };
}
