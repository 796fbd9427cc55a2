import { choiceOption, knownOptions, OptionError } from '../errors';
import { ARTICLE_BOUNDARY, breakEvenOf, QUOTED_SHARED_MEMORY_US, type Work } from '../model';
import type { BreakEvenRow, Section } from '../study';
import { FIXED, overBefore } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

export interface BreakEvenCurveOptions {
  /** Functions of your own from `measureWork`, each a point on every curve measured here. */
  work?: Work | readonly Work[];
  /** How the share is drawn. Default `log`, which tells 0.1 % from 0.01 %; `linear` shows the turn at one half. */
  share?: 'log' | 'linear';
}

/** The work drawn, in microseconds a call: from 10 ns to 100 s. */
const LEAST = 0.01;
const MOST = 1e8;
const STEPS = 120;

const WHY = 'no floor was measured';

/**
 * The boundary's share of a call against the work in it, 1 / (1 + G): a curve for each floor, those measured
 * here solid, those quoted dashed, and on them what was measured: one bar, a batch, each combo, the sweep.
 * A point above its curve paid more than the floor, for its payload or for waking up.
 * @throws OptionError for an option it does not know.
 */
export function breakEvenCurve(
  section: Section<BreakEvenRow>,
  options: BreakEvenCurveOptions = {},
): PlotlyFigure {
  knownOptions(options, ['work', 'share']);
  const share = choiceOption('share', options.share ?? 'log', ['log', 'linear']);
  const own = options.work === undefined ? [] : [options.work].flat();
  const stranger = own.find((work) => typeof work?.us !== 'number' || typeof work.name !== 'string');
  if (stranger !== undefined)
    throw new OptionError('work', stranger, 'what measureWork gave, or a list of it');
  return overBefore(section, (each) => draw(each, own, share), WHY);
}

const percent = (share: number): number => share * 100;

/** Microseconds from `LEAST` to `MOST`, evenly spaced on a log axis. */
const GRID = Array.from({ length: STEPS + 1 }, (_, i) => LEAST * (MOST / LEAST) ** (i / STEPS));

function curve(name: string, floorUs: number, colour: string, quoted: boolean): object {
  return {
    type: 'scatter',
    mode: 'lines',
    name,
    x: GRID,
    y: GRID.map((workUs) => percent(breakEvenOf({ workUs, floorUs }).floorShare)),
    line: { color: colour, width: quoted ? 1.5 : 2, dash: quoted ? 'dash' : 'solid' },
    hovertemplate: '%{x:.3g} µs of work: %{y:.3g} % boundary<extra>%{fullData.name}</extra>',
    ...(quoted ? { meta: FIXED } : {}),
  };
}

/** How each kind of call is drawn; the same sign over both transports. */
const SIGNS = {
  bar: { name: 'one bar a call', symbol: 'circle', size: 11 },
  batch: { name: 'bars in batches', symbol: 'square', size: 10 },
  combo: { name: 'one combo a call, each length', symbol: 'line-ns-open', size: 8 },
  sweep: { name: 'the whole sweep in one call', symbol: 'diamond', size: 12 },
} as const;

/** What the gate calls that which made these calls. */
const variantOf = ({ granularity, transport }: BreakEvenRow): string => {
  if (granularity === 'combo') return 'rust_stateful_chatty_unix';
  return granularity === 'sweep' ? 'rust_stateful_unix' : `rust_live_${transport}`;
};

function points(rows: readonly BreakEvenRow[], granularity: keyof typeof SIGNS): object | null {
  const found = rows.filter(
    (row) => row.granularity === granularity && row.pacing === 'closed' && row.measured_share! > 0,
  );
  if (found.length === 0) return null;
  const { name, symbol, size } = SIGNS[granularity];
  const colours = found.map(({ transport }) => (transport === 'unix' ? COLOURS.ours : COLOURS.up));
  return {
    type: 'scatter',
    mode: 'markers',
    name,
    x: found.map((row) => row.work_us!.median),
    y: found.map((row) => percent(row.measured_share!)),
    of: found.map((row) => [variantOf(row)]),
    text: found.map(
      (row) =>
        `${row.length === null ? '' : `HMA ${row.length}, `}${row.transport}, G ${gText(row.g!.median)}`,
    ),
    marker: { symbol, size, color: colours, line: { width: 1.5, color: colours } },
    hovertemplate: '%{x:.3g} µs of work: %{y:.3g} % measured<br>%{text}<extra>%{fullData.name}</extra>',
  };
}

const gText = (g: number): string => (g >= 100 ? Math.round(g).toLocaleString('en-US') : g.toPrecision(2));

/** The stretch of the Unix curve that the combos take, from the least work to the most: a range, not a mean. */
function comboRange(rows: readonly BreakEvenRow[], floorUs: number): object | null {
  const work = rows
    .filter(({ granularity }) => granularity === 'combo')
    .map((row) => row.work_us!.median)
    .sort((a, b) => a - b);
  if (work.length === 0) return null;
  const [least, most] = [work[0] / floorUs, work[work.length - 1] / floorUs];
  const ends = [
    work[0],
    ...GRID.filter((us) => us > work[0] && us < work[work.length - 1]),
    work[work.length - 1],
  ];
  return {
    type: 'scatter',
    mode: 'lines',
    name: `combos by the model: G ${gText(least)} to ${gText(most)}`,
    x: ends,
    y: ends.map((workUs) => percent(breakEvenOf({ workUs, floorUs }).floorShare)),
    of: ['rust_stateful_chatty_unix'],
    line: { color: COLOURS.ours, width: 7 },
    opacity: 0.45,
    hoverinfo: 'skip',
  };
}

/** One that can't be told from an empty function is open and grey, and says so; below the axis it is at its end. */
function ownPoints(work: Work, floors: readonly number[]): object {
  const { note } = work;
  const color = note ? COLOURS.quiet : COLOURS.down;
  return {
    type: 'scatter',
    mode: 'markers',
    name: note ? `${work.name}: ${note}` : work.name,
    x: floors.map(() => Math.max(work.us, LEAST)),
    y: floors.map((floorUs) => percent(breakEvenOf({ workUs: work.us, floorUs }).floorShare)),
    cliponaxis: false,
    text: floors.map((floorUs) => gText(work.us / floorUs)),
    marker: {
      symbol: note ? 'star-open' : 'star',
      size: 15,
      color,
      line: { width: 1, color: note ? color : COLOURS.ink },
    },
    hovertemplate: `${work.us.toPrecision(3)} µs of work: %{y:.3g} % by the model, G %{text}<extra>%{fullData.name}</extra>`,
  };
}

function draw({ rows }: Section<BreakEvenRow>, own: readonly Work[], share: 'log' | 'linear'): PlotlyFigure {
  const floor = (transport: string): number | undefined =>
    rows.find((row) => row.granularity === 'echo' && row.transport === transport)?.floor_us;
  const [unix, tcp] = [floor('unix'), floor('tcp')];
  const us = (value: number): string => `${value.toPrecision(3)} µs`;
  const signs = (Object.keys(SIGNS) as (keyof typeof SIGNS)[]).map((each) => points(rows, each));
  return {
    data: [
      unix === undefined ? null : curve(`Unix socket here, ${us(unix)}`, unix, COLOURS.ours, false),
      tcp === undefined ? null : curve(`TCP here, ${us(tcp)}`, tcp, COLOURS.up, false),
      curve('quoted: the article’s socket, 14.05 µs', ARTICLE_BOUNDARY.floorUs, COLOURS.published, true),
      curve('quoted: shared memory, 39 ns', QUOTED_SHARED_MEMORY_US, COLOURS.third, true),
      unix === undefined ? null : comboRange(rows, unix),
      ...signs,
      ...own.map((work) =>
        ownPoints(
          work,
          [unix, tcp].filter((each): each is number => each !== undefined),
        ),
      ),
    ].filter((trace): trace is object => trace !== null),
    layout: layout('Boundary’s share of a call, by its work', {
      xaxis: {
        type: 'log',
        title: { text: 'work a call (log)' },
        tickvals: [0.01, 0.1, 1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8],
        ticktext: ['10 ns', '', '1 µs', '', '100 µs', '', '10 ms', '', '1 s', '', '100 s'],
        range: [Math.log10(LEAST), Math.log10(MOST)],
      },
      yaxis:
        share === 'log'
          ? {
              type: 'log',
              title: { text: 'boundary, % of the call (log)' },
              tickvals: [1e-4, 1e-3, 0.01, 0.1, 1, 10, 100],
              ticktext: ['0.0001', '0.001', '0.01', '0.1', '1', '10', '100'],
              range: [-4.3, 2.3],
            }
          : { title: { text: 'boundary, % of the call' }, range: [-3, 103] },
      height: 520,
      shapes: [
        {
          type: 'line',
          xref: 'paper',
          x0: 0,
          x1: 1,
          y0: 50,
          y1: 50,
          line: { color: COLOURS.quiet, width: 1, dash: 'dot' },
        },
      ],
      annotations: [
        {
          xref: 'paper',
          x: 1,
          xanchor: 'right',
          y: share === 'log' ? Math.log10(50) : 50,
          // above the line, since to the right the marks of what was measured lie below it
          yanchor: 'bottom',
          text: 'G = 1: half of the call',
          showarrow: false,
          font: { size: 11, color: COLOURS.quiet },
        },
      ],
    }),
  };
}
