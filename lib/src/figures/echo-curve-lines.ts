import { choiceOption, knownOptions, OptionError } from '../errors';
import { ARTICLE_ECHO_MODEL, type Boundary, kneeBytes, roundTripUs } from '../model';
import {
  ARTICLE_ECHOES,
  blockMedian,
  boundaryOf,
  ECHO_TRANSPORTS,
  type EchoFit,
  type EchoRow,
  type EchoTransport,
  echoFits,
  PLACEMENTS,
  type Placement,
  type Section,
} from '../study';
import { FIXED, overBefore } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

export interface EchoCurveLinesOptions {
  /** Default: unpinned where it was measured, else the first that was. */
  placement?: Placement;
  /** Default: unix where it was measured, else tcp. */
  transport?: EchoTransport;
}

const CLIENT_COLOURS: Record<EchoRow['client'], string> = {
  node_reused: COLOURS.ours,
  node_fresh: '#56b4e9',
  // not an orange: the article's is one
  python: COLOURS.ink,
  python_bulk: COLOURS.down,
  rust: COLOURS.up,
};

const WHY = 'no echo was measured (options clients and transports)';

/**
 * A round trip's microseconds against its bytes each way, both logarithmic, a line for each client with
 * its fitted model dotted, beside the article's points and model; below, each point over its model, so
 * that what no model of one floor and one slope can say is seen.
 * @throws OptionError for a placement or transport that the section does not have.
 */
export function echoCurveLines(section: Section<EchoRow>, options: EchoCurveLinesOptions = {}): PlotlyFigure {
  knownOptions(options, ['placement', 'transport']);
  if (options.placement !== undefined) choiceOption('placement', options.placement, PLACEMENTS);
  if (options.transport !== undefined) choiceOption('transport', options.transport, ECHO_TRANSPORTS);
  pick(section, options);
  return overBefore(section, (each) => draw(each, options), WHY);
}

/** The fits to be drawn. */
function pick(section: Section<EchoRow>, { placement, transport }: EchoCurveLinesOptions): EchoFit[] {
  const all = echoFits(section);
  const has = (key: 'placement' | 'transport', value: string): boolean =>
    all.some((fit) => fit[key] === value);
  const shown = {
    placement: placement ?? (has('placement', 'unpinned') ? 'unpinned' : all[0]?.placement),
    transport: transport ?? (has('transport', 'unix') ? 'unix' : all[0]?.transport),
  };
  for (const [key, asked] of Object.entries({ placement, transport })) {
    if (asked !== undefined && !has(key as keyof typeof shown, asked)) {
      throw new OptionError(key, asked, 'one that the section measured');
    }
  }
  return all.filter((fit) => fit.placement === shown.placement && fit.transport === shown.transport);
}

interface Curve {
  name: string;
  colour: string;
  model: Boundary;
  bytes: number[];
  us: number[];
  low: number[];
  high: number[];
  symbol: string;
  fixed: boolean;
}

const ARTICLE: Curve = {
  name: 'the article (M2 Max)',
  colour: COLOURS.published,
  model: ARTICLE_ECHO_MODEL,
  bytes: ARTICLE_ECHOES.map(({ floats }) => floats * 8),
  us: ARTICLE_ECHOES.map(({ us }) => us),
  low: [],
  high: [],
  symbol: 'diamond-open',
  fixed: true,
};

function draw(section: Section<EchoRow>, options: EchoCurveLinesOptions): PlotlyFigure {
  const fits = pick(section, options);
  const curves = [...fits.map((fit) => curve(section.rows, fit)), ARTICLE];
  const bytes = curves.flatMap((each) => each.bytes);
  const ends = [Math.min(...bytes), Math.max(...bytes)] as const;
  return {
    data: curves.flatMap((each) => [points(each), modelLine(each, ends), residuals(each)]),
    layout: layout(["An echo's round trip against its size", ...fits.slice(0, 1).map(whereText)].join(', '), {
      height: 600,
      xaxis: {
        type: 'log',
        anchor: 'y2',
        title: { text: 'bytes each way (log)' },
        exponentformat: 'SI',
        dtick: 1,
      },
      yaxis: { type: 'log', domain: [0.36, 1], title: { text: 'microseconds (log)' }, dtick: 1 },
      yaxis2: { type: 'log', domain: [0, 0.28], title: { text: 'over model' }, ...RATIO_TICKS },
    }),
  };
}

/** Over which transport, and where its two ends ran. */
function whereText({ transport, placement }: EchoFit): string {
  const processors = placement === 'same' ? 'same processor' : 'different processors';
  return `${transport === 'unix' ? 'Unix socket' : 'TCP'}, ${placement === 'unpinned' ? 'unpinned' : processors}`;
}

const RATIO_TICKS = {
  tickvals: [0.25, 0.5, 0.7, 1, 1.4, 2, 4],
  ticktext: ['¼', '½', '0.7', '1', '1.4', '2', '4'],
};

function curve(all: readonly EchoRow[], fit: EchoFit): Curve {
  const rows = all.filter(
    (row) =>
      row.process === 'worker' &&
      row.client === fit.client &&
      row.transport === fit.transport &&
      row.placement === fit.placement,
  );
  return {
    name: rows[0].title,
    colour: CLIENT_COLOURS[fit.client],
    model: boundaryOf(fit),
    bytes: rows.map((row) => row.bytes),
    us: rows.map(blockMedian),
    low: rows.map((row) => row.measured.low ?? blockMedian(row)),
    high: rows.map((row) => row.measured.high ?? blockMedian(row)),
    symbol: 'circle',
    fixed: false,
  };
}

const points = ({ name, colour, bytes, us, low, high, symbol, fixed }: Curve) => ({
  type: 'scatter',
  mode: fixed ? 'markers' : 'lines+markers',
  name,
  legendgroup: name,
  ...(fixed ? { meta: FIXED } : {}),
  x: bytes,
  y: us,
  ...(fixed ? {} : { error_y: spread(us, low, high, colour) }),
  line: { color: colour, width: 1.5 },
  marker: { size: fixed ? 11 : 7, color: colour, symbol, line: { width: fixed ? 2 : 0, color: colour } },
  hovertemplate: '%{x} bytes: %{y:.4g} µs<extra>%{fullData.name}</extra>',
});

const spread = (us: number[], low: number[], high: number[], color: string) => ({
  type: 'data',
  symmetric: false,
  array: high.map((value, i) => value - us[i]),
  arrayminus: low.map((value, i) => us[i] - value),
  color,
  thickness: 1,
});

/** The model, bent at its knee, so it has points enough there. */
function modelLine({ name, colour, model, fixed }: Curve, [from, to]: readonly [number, number]) {
  const steps = 48;
  const x = Array.from({ length: steps + 1 }, (_, i) => from * (to / from) ** (i / steps));
  return {
    type: 'scatter',
    mode: 'lines',
    name: `${name}: model`,
    legendgroup: name,
    showlegend: fixed,
    // the model of the run before is not drawn: its points are
    meta: FIXED,
    x,
    y: x.map((bytes) => roundTripUs(model, bytes)),
    line: { color: colour, width: 1.2, dash: 'dot' },
    hovertemplate: `model: floor ${model.floorUs.toPrecision(3)} µs, knee ${Math.round(kneeBytes(model))} bytes<extra>${name}</extra>`,
  };
}

const residuals = ({ name, colour, model, bytes, us, symbol, fixed }: Curve) => ({
  type: 'scatter',
  mode: fixed ? 'markers' : 'lines+markers',
  name: `${name}: over model`,
  legendgroup: name,
  showlegend: false,
  meta: FIXED,
  x: bytes,
  y: us.map((value, i) => value / roundTripUs(model, bytes[i])),
  yaxis: 'y2',
  line: { color: colour, width: 1 },
  marker: { size: fixed ? 10 : 6, color: colour, symbol, line: { width: fixed ? 2 : 0, color: colour } },
  hovertemplate: '%{x} bytes: %{y:.3g} times the model<extra>%{fullData.name}</extra>',
});
