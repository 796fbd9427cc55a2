import { bootstrapMedian, type Estimate, median, type Published } from '../../bench';
import type { Placement } from '../echo-curve/processors';
import type { Family } from './families';
import { type Latency, latency } from './latency';
import { NATIVE_FLOORS, type NativeFloor } from './native';
import type { Recipe } from './recipe';
import type { Cell, StartResult } from './start';
import { FLOOR_CLIENTS, type FloorSubject, familyOf, nativeOf, subjectName } from './subjects';

/** Round trips of one size over one transport, by one kind of client, in one placement; microseconds. */
export interface RoundTripRow extends FloorSubject {
  kind: 'round-trip';
  /** Transport and client in words. */
  name: string;
  family: Family;
  placement: Placement;
  floats: number;
  /** Each way, without the header. */
  bytes: number;
  latency: Latency;
  published: Published | null;
  /** Microseconds of the first round trip of this size after a start, the median of the starts. */
  cold_us: number;
  /** For each start, the median of each block in microseconds. */
  block_medians: number[][];
  /** The native floor of its kind, Rust on both sides; null where there is none. */
  native: NativeFloor | null;
  /**
   * How many times that floor it takes, rounds against rounds; null where the floor was not measured in this placement,
   * where a block had fewer than five round trips, and for a reference to floats beside a floor that copies them.
   */
  over_native: Estimate | null;
  recipe: Recipe;
}

/** Blocks that belong together, of all starts. */
interface Gathered {
  cell: Omit<Cell, 'blocks'>;
  starts: Cell['blocks'][];
}

const key = ({ subject, placement, floats }: Omit<Cell, 'blocks'>): string =>
  `${subjectName(subject)}, ${placement}, ${floats}`;

function gather(starts: readonly StartResult[]): Map<string, Gathered> {
  const found = new Map<string, Gathered>();
  for (const { cells } of starts) {
    for (const { blocks, ...cell } of cells) {
      const known = found.get(key(cell)) ?? { cell, starts: [] };
      known.starts.push(blocks);
      found.set(key(cell), known);
    }
  }
  return found;
}

const medians = ({ starts }: Gathered): number[][] =>
  starts.map((blocks) => blocks.map(({ us }) => median(us)));

/** Calls the recipe of a row. */
export type RecipeOf = (subject: FloorSubject, placement: Placement) => Recipe;

/** In what order rows come. */
export interface RowOrder {
  transports: readonly string[];
  placements: readonly Placement[];
}

/** The rows of all starts: by subject, native floors last, then by placement and size. */
export function roundTripRows(
  starts: readonly StartResult[],
  recipeOf: RecipeOf,
  intervals: boolean,
  order: RowOrder,
): RoundTripRow[] {
  const gathered = gather(starts);
  const rows = [...gathered.values()].map((each): RoundTripRow => {
    const { subject, placement, floats } = each.cell;
    const native = nativeOf(subject);
    const floor =
      native === null
        ? undefined
        : gathered.get(key({ subject: { transport: native, client: 'native' }, placement, floats }));
    const bounds = intervals ? bootstrapMedian(medians(each)) : null;
    return {
      kind: 'round-trip',
      ...subject,
      name: subjectName(subject),
      family: familyOf(subject),
      placement,
      floats,
      bytes: floats * 8,
      latency: latency(
        each.starts.flatMap((blocks) => blocks.flatMap(({ us }) => us)),
        bounds,
      ),
      published: null,
      cold_us: median(each.starts.map(([first]) => first.first)),
      block_medians: medians(each),
      native,
      over_native: floor && isComparable(each, floor) ? ratio(each, floor, intervals) : null,
      recipe: recipeOf(subject, placement),
    };
  });
  const place = rowPlace(order);
  return rows.sort((a, b) => {
    const [first, second] = [place(a), place(b)];
    const at = first.findIndex((part, i) => part !== second[i]);
    return at < 0 ? 0 : first[at] - second[at];
  });
}

/** Where a row comes, the most important part first. */
const rowPlace =
  ({ transports, placements }: RowOrder) =>
  ({ transport, client, placement, floats }: RoundTripRow): number[] => {
    const native = client === 'native';
    const names: readonly string[] = native ? NATIVE_FLOORS : transports;
    return [
      Number(native),
      names.indexOf(transport),
      FLOOR_CLIENTS.indexOf(client),
      placements.indexOf(placement),
      floats,
    ];
  };

/** Fewer say nothing of their block's middle. */
const LEAST_TRIPS = 5;

/** A reference has the bytes of the smallest payload, whatever it stands for. */
const REFERENCED_FLOATS = 2;

function isComparable(over: Gathered, under: Gathered): boolean {
  const { subject, floats } = over.cell;
  if (subject.client === 'zero-copy' && floats > REFERENCED_FLOATS) return false;
  return [over, under].every(({ starts }) =>
    starts.every((blocks) => blocks.every(({ us }) => us.length >= LEAST_TRIPS)),
  );
}

/** The median, over rounds, of one's block over the other's. */
function ratio(over: Gathered, under: Gathered, intervals: boolean): Estimate {
  const below = medians(under);
  const ratios = medians(over).map((start, s) => start.map((us, round) => us / below[s][round]));
  const { value, low, high } = bootstrapMedian(ratios);
  return { median: value, low: intervals ? low : null, high: intervals ? high : null };
}
