import type { Family, FloorClient } from '../study';
import { FIXED } from './before';
import { COLOURS } from './style';

/** A colour for each family of boundaries. */
export const FAMILY_COLOURS: Record<Family, string> = {
  'shared memory': COLOURS.up,
  threads: COLOURS.down,
  pipes: COLOURS.third,
  'Unix sockets': COLOURS.ours,
  TCP: '#56b4e9',
  ZeroMQ: '#7b4ea3',
  'HTTP and gRPC': '#8c510a',
  'a process a call': COLOURS.quiet,
};

/** Native floors have a sign of their own beside the clients of this library. */
export const signOf = (client: FloorClient): 'diamond-open' | 'circle' =>
  client === 'native' ? 'diamond-open' : 'circle';

/** Height of one row of a figure that has a row for each way, in pixels: two short lines of a label. */
const ROW = 30;
/** Of what is above and below the rows: title and axis. */
const AROUND = 170;

/** The layout of a figure with a row for each of `labels`, the first on top. */
export const rowsLayout = (labels: readonly string[]) => ({
  height: AROUND + ROW * labels.length,
  margin: { l: 40, r: 16, t: 64, b: 40 },
  yaxis: {
    categoryorder: 'array',
    categoryarray: [...labels].reverse(),
    tickfont: { size: 10 },
    // every row has its name, however many there are
    dtick: 1,
    range: [-0.7, labels.length - 0.3],
  },
});

/** A name in two lines where it has a client behind it: a phone is not wide. */
export const label = (name: string): string => name.replace(', ', '<br>');

/** Rows with those of this library before the native ones: the legend shows the sign of the first. */
export const nativeLast = <Row extends { client: FloorClient }>(rows: readonly Row[]): Row[] => [
  ...rows.filter(({ client }) => client !== 'native'),
  ...rows.filter(({ client }) => client === 'native'),
];

/** What a sign means, in the legend alone. */
export const key = (name: string, sign: object) => ({
  type: 'scatter',
  mode: 'markers',
  name,
  meta: FIXED,
  x: [null],
  y: [null],
  marker: { size: 8, color: COLOURS.ink, ...sign },
});

/** A time that is not measured here, as a dotted line through all rows. */
export const publishedLine = (name: string, us: number, labels: readonly string[], color: string) => ({
  type: 'scatter',
  mode: 'lines',
  name,
  meta: FIXED,
  x: [us, us],
  y: [labels[0], labels[labels.length - 1]],
  line: { color, dash: 'dot', width: 1.5 },
  hoverinfo: 'name',
});

/** What a length of time is called on an axis, from a nanosecond to a minute. */
export const TIME_TICKS = {
  tickvals: [0.01, 0.1, 1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7],
  ticktext: ['10 ns', '100 ns', '1 µs', '10 µs', '100 µs', '1 ms', '10 ms', '100 ms', '1 s', '10 s'],
};

/** Likewise for an axis from left to right, on which a phone has room for every second name. */
export const WIDE_TIME_TICKS = {
  ...TIME_TICKS,
  ticktext: TIME_TICKS.ticktext.map((text, i) => (i % 2 === 0 ? text : '')),
  tickangle: 0,
};
