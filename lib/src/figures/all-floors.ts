import { type Choice, choiceOption, integerOption, knownOptions, OptionError } from '../errors';
import { ARTICLE_BOUNDARY, QUOTED_SHARED_MEMORY_US } from '../model';
import {
  FAMILIES,
  floorRows,
  type LowerFloorsRow,
  PLACEMENTS,
  type Placement,
  type RoundTripRow,
  type Section,
} from '../study';
import { overBefore } from './before';
import {
  FAMILY_COLOURS,
  key,
  label,
  nativeLast,
  publishedLine,
  rowsLayout,
  signOf,
  WIDE_TIME_TICKS,
} from './family-style';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

export interface AllFloorsOptions {
  /** Where client and engine ran. Default unpinned where it was measured, else the first that was. */
  placement?: Choice<Placement>;
  /** Bytes each way, one of the sizes measured. Default the smallest. */
  bytes?: number;
}

/**
 * Every boundary's round trip on one logarithmic axis, the quickest on top: p50, p99 and p99.9 as far as there are
 * samples for them, a colour for each family, the native floors as open diamonds. Dotted: the article's socket and the
 * shared memory it quotes.
 * @throws OptionError for a placement or a size that the section does not have.
 */
export function allFloors(section: Section<LowerFloorsRow>, options: AllFloorsOptions = {}): PlotlyFigure {
  knownOptions(options, ['placement', 'bytes']);
  if (options.placement !== undefined) choiceOption('placement', options.placement, PLACEMENTS);
  if (options.bytes !== undefined) integerOption('bytes', options.bytes, 8, 80_000_000);
  roundTrips(section, options);
  return overBefore(section, (each) => draw(each, options), NO_TRIPS);
}

/** What is said where no round trip was measured. */
export const NO_TRIPS = 'no round trip was measured (option transports)';

/** Rows of one placement and size, the quickest first. */
function roundTrips(section: Section<LowerFloorsRow>, options: AllFloorsOptions): RoundTripRow[] {
  const all = floorRows(section, 'round-trip');
  const placement = placementOf(all, options.placement);
  const placed = all.filter((row) => row.placement === placement);
  const sizes = [...new Set(placed.map((row) => row.bytes))].sort((a, b) => a - b);
  const { bytes = sizes[0] } = options;
  if (options.bytes !== undefined && !sizes.includes(bytes)) {
    throw new OptionError('bytes', bytes, 'a size that the section measured');
  }
  return placed.filter((row) => row.bytes === bytes).sort((a, b) => a.latency.p50 - b.latency.p50);
}

/**
 * The placement to draw: the one asked for, else unpinned where there is such, else the first.
 * @throws OptionError for one that no row has.
 */
export function placementOf(rows: readonly RoundTripRow[], asked: string | undefined): Placement {
  const measured = PLACEMENTS.filter((placement) => rows.some((row) => row.placement === placement));
  if (asked === undefined) return measured.includes('unpinned') ? 'unpinned' : (measured[0] ?? 'unpinned');
  const found = measured.find((placement) => placement === asked);
  if (found === undefined) {
    throw new OptionError('placement', asked, 'one that the section measured');
  }
  return found;
}

const QUANTILES = [
  { name: 'p50', of: ({ latency }: RoundTripRow) => latency.p50, size: 9 },
  { name: 'p99', of: ({ latency }: RoundTripRow) => latency.p99, size: 8 },
  { name: 'p99.9', of: ({ latency }: RoundTripRow) => latency.p999, size: 7 },
] as const;

function draw(section: Section<LowerFloorsRow>, options: AllFloorsOptions): PlotlyFigure {
  const rows = roundTrips(section, options);
  const labels = rows.map(({ name }) => label(name));
  const families = FAMILIES.filter((family) => rows.some((row) => row.family === family));
  const base = rowsLayout(labels);
  return {
    data: [
      ...families.flatMap((family) => {
        const own = nativeLast(rows.filter((row) => row.family === family));
        return [spans(own), ...QUANTILES.map((_, i) => dots(own, i))];
      }),
      publishedLine('the article, 14.05 µs', ARTICLE_BOUNDARY.floorUs, labels, COLOURS.published),
      publishedLine('quoted, 39 ns', QUOTED_SHARED_MEMORY_US, labels, COLOURS.ink),
      ...QUANTILES.map(({ name }, i) => key(name, marked(i, ['circle'], COLOURS.ink))),
      key('native, p50', marked(0, ['diamond-open'], COLOURS.ink)),
    ],
    layout: layout(rows.length === 0 ? 'A round trip, every boundary' : titleOf(rows[0]), {
      ...base,
      xaxis: {
        type: 'log',
        title: { text: 'time of a round trip (log)' },
        ...WIDE_TIME_TICKS,
        range: range(rows),
      },
    }),
  };
}

const titleOf = ({ bytes, placement }: RoundTripRow): string =>
  `A round trip of ${bytesText(bytes)}, every boundary, ${placementText(placement)}`;

/** From below the quickest, the quoted one among them, to above the slowest's tail. */
function range(rows: readonly RoundTripRow[]): [number, number] {
  const us = rows.flatMap(({ latency: { p50, p99, p999 } }) => [p50, p999 ?? p99 ?? p50]);
  const ends = [Math.min(QUOTED_SHARED_MEMORY_US, ...us) / 1.6, Math.max(...us) * 2];
  return [Math.log10(ends[0]), Math.log10(ends[1])];
}

/** A thin line from the median to the furthest quantile there is. */
const spans = (rows: readonly RoundTripRow[]) => ({
  type: 'scatter',
  mode: 'lines',
  name: `${rows[0].family}, to the tail`,
  showlegend: false,
  x: rows.flatMap(({ latency }) => [latency.p50, latency.p999 ?? latency.p99 ?? latency.p50, null]),
  y: rows.flatMap(({ name }) => [label(name), label(name), null]),
  line: { color: FAMILY_COLOURS[rows[0].family], width: 1.5 },
  hoverinfo: 'skip',
});

function dots(rows: readonly RoundTripRow[], quantile: number) {
  const { name, of, size } = QUANTILES[quantile];
  const own = rows.filter((row) => of(row) !== null);
  const { family } = rows[0];
  const colour = FAMILY_COLOURS[family];
  return {
    type: 'scatter',
    mode: 'markers',
    name: quantile === 0 ? family : `${family}, ${name}`,
    showlegend: quantile === 0,
    x: own.map(of),
    y: own.map((row) => label(row.name)),
    text: own.map(
      (row) =>
        `${name} of ${row.latency.n.toLocaleString('en-US')}${
          row.over_native === null ? '' : `, ${row.over_native.median.toPrecision(3)}x native ${row.native}`
        }`,
    ),
    marker: {
      size,
      color: colour,
      ...marked(
        quantile,
        own.map((row) => signOf(row.client)),
        colour,
      ),
    },
    hovertemplate: '%{y}: %{x:.3g} µs<br>%{text}<extra></extra>',
  };
}

/** The median has the sign of its client; the others one of their own. */
const marked = (quantile: number, signs: string[], color: string) => ({
  symbol: [signs, 'line-ns-open', 'circle-open'][quantile],
  line: { width: quantile === 1 ? 2 : 1.5, color },
});

/** A number of bytes as one says it. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${bytes / 1_000} kB` : `${bytes / 1e6} MB`;
}

/** Where client and engine ran, in words. */
export function placementText(placement: Placement): string {
  if (placement === 'unpinned') return 'unpinned';
  return placement === 'same' ? 'both on one processor' : 'each on a processor of its own';
}
