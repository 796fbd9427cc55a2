/** A point on a log-log panel, and the name that stands beside it. */
export interface NamedPoint {
  /** As powers of ten. */
  x: number;
  y: number;
  /** Of its mark, in pixels. */
  radius: number;
  name: string;
}

/** From a point to the middle of its name, in pixels, right and down. */
export interface Beside {
  right: number;
  down: number;
}

/** Pixels of a power of ten: across on a phone, and down. Panels keep their height, not their width. */
export interface Scale {
  across: number;
  down: number;
}

/** How much wider than on a phone a panel may be. */
const WIDTHS = [1, 1.1, 1.2, 1.35, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 5];
const CHARACTER = 6.4;
const HEIGHT = 14;
/** Tried one after the other: how far from its mark, in pixels, and in which directions a name may stand. */
const DISTANCES = [3, 12, 22, 34, 48, 64, 82, 100];
const DIRECTIONS = [0, 180, 90, 270, 30, 150, 210, 330, 60, 120, 240, 300].map(
  (degrees) => (degrees * Math.PI) / 180,
);

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const overlap = (a: Box, b: Box): boolean =>
  Math.abs(a.x - b.x) * 2 < a.width + b.width && Math.abs(a.y - b.y) * 2 < a.height + b.height;

/** Where the name's middle is when its box begins `distance` from the mark in a direction. */
function beside({ radius, name }: NamedPoint, direction: number, distance: number): Beside {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const away = radius + distance;
  const half = { width: (name.length * CHARACTER) / 2, height: HEIGHT / 2 };
  return {
    right: cos * away + Math.sign(Math.round(cos * 9)) * half.width,
    down: sin * away + sin * half.height,
  };
}

/**
 * Where the names of points stand so that none lies over another name or a mark, on a phone and on any wider screen: as
 * near as can be. A point whose name finds no place has it to the right.
 * @param range Of both axes, as powers of ten: names stay within it on a phone.
 */
export function namesBeside(
  points: readonly NamedPoint[],
  range: readonly [number, number],
  { across, down }: Scale,
): Beside[] {
  const at = ({ x, y }: NamedPoint, wider: number) => ({ x: x * across * wider, y: -y * down });
  const markOf = (point: NamedPoint, wider: number): Box => ({
    ...at(point, wider),
    width: 2 * point.radius,
    height: 2 * point.radius,
  });
  const nameOf = (point: NamedPoint, { right, down: below }: Beside, wider: number): Box => {
    const { x, y } = at(point, wider);
    return { x: x + right, y: y + below, width: point.name.length * CHARACTER, height: HEIGHT };
  };
  const placed: { point: NamedPoint; place: Beside }[] = [];
  const isFree = (point: NamedPoint, place: Beside): boolean =>
    WIDTHS.every((wider) => {
      const box = nameOf(point, place, wider);
      const [left, right] = range.map((end) => end * across * wider);
      return (
        box.x - box.width / 2 > left &&
        box.x + box.width / 2 < right &&
        Math.abs(box.y + ((range[0] + range[1]) * down) / 2) + HEIGHT / 2 <
          ((range[1] - range[0]) * down) / 2 &&
        points.every((other) => !overlap(box, markOf(other, wider))) &&
        placed.every((other) => !overlap(box, nameOf(other.point, other.place, wider)))
      );
    });
  return points.map((point) => {
    const tries = DISTANCES.flatMap((distance) =>
      DIRECTIONS.map((direction) => beside(point, direction, distance)),
    );
    const place = tries.find((each) => isFree(point, each)) ?? tries[0];
    placed.push({ point, place });
    return place;
  });
}
