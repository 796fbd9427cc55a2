import { breakEvenOf } from '../../model';
import type { Family } from './families';
import type { RoundTripRow } from './rows';
import type { FloorSubject } from './subjects';

/** How much work a call must carry over one boundary to be worth it: the article's G, recomputed. */
export interface BreakEvenFloorRow extends FloorSubject {
  kind: 'break-even';
  name: string;
  family: Family;
  /** Median microseconds of the smallest round trip, unpinned. */
  floor_us: number;
  /** Work over floor: of one bar, of one combo (the mean of those swept), of the whole sweep. */
  g_bar: number;
  g_combo: number;
  g_sweep: number;
  /** Bars a call at which the boundary costs as much as the work. */
  bars_at_even: number;
}

/** What the kernel takes, in microseconds. */
export interface WorkUs {
  bar: number;
  /** The mean over the combos swept. */
  combo: number;
  /** Combos of the whole sweep. */
  combos: number;
}

/** A row for each floor of the smallest size in the placement; native ones too, as if they carried the same work. */
export const breakEvenFloorRows = (floors: readonly RoundTripRow[], work: WorkUs): BreakEvenFloorRow[] =>
  floors.map(({ transport, client, name, family, latency }) => {
    const floorUs = latency.p50;
    const g = (workUs: number): number => breakEvenOf({ workUs, floorUs }).g;
    return {
      kind: 'break-even',
      transport,
      client,
      name,
      family,
      floor_us: floorUs,
      g_bar: g(work.bar),
      g_combo: g(work.combo),
      g_sweep: g(work.combo * work.combos),
      bars_at_even: floorUs / work.bar,
    };
  });
