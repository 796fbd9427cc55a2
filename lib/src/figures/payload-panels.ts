import { type Choice, choiceOption, knownOptions } from '../errors';
import {
  FAMILIES,
  type Family,
  floorRows,
  type LowerFloorsRow,
  PLACEMENTS,
  type Placement,
  type RoundTripRow,
  type Section,
} from '../study';
import { NO_TRIPS, placementOf, placementText } from './all-floors';
import { overBefore } from './before';
import { FAMILY_COLOURS, TIME_TICKS } from './family-style';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

export interface PayloadPanelsOptions {
  /** Where client and engine ran. Default unpinned where it was measured, else the first that was. */
  placement?: Choice<Placement>;
}

/** A sign for each way within a family, and how its key writes it. */
const SIGNS = [
  ['circle', '●'],
  ['square', '■'],
  ['triangle-up', '▲'],
  ['star', '★'],
  ['circle-open', '○'],
  ['square-open', '□'],
  ['triangle-up-open', '△'],
  ['star-open', '☆'],
  ['hexagon', '⬢'],
  ['hexagon-open', '⬡'],
  ['cross', '✚'],
  ['x', '✖'],
] as const;
const NATIVE_SIGNS = [
  ['diamond-open', '◇'],
  ['diamond', '◆'],
] as const;
/** A colour for each way within a family; when they are used up, again and dashed. */
const LINES = [
  COLOURS.ours,
  COLOURS.published,
  COLOURS.up,
  COLOURS.down,
  COLOURS.third,
  '#56b4e9',
  '#7b4ea3',
  '#8c510a',
];

/** Of a panel, in pixels from its top: its heading, a line of its key, the plot, the labels of its ticks. */
const HEADING = 26;
const KEY_LINE = 12;
const PLOT = 170;
const TICKS = 26;
/** What the figure has around the panels: title, axis title. */
const AROUND = 116;
/** Most lines whose names a panel of half the width has room for. */
const NARROW = 7;

/**
 * A round trip's time against its payload, both logarithmic, for every boundary: a panel for each family, whose own
 * lines have a colour and a sign each; all others lie behind it in grey, so that any two panels can be compared.
 * @throws OptionError for a placement that the section does not have.
 */
export function payloadPanels(
  section: Section<LowerFloorsRow>,
  options: PayloadPanelsOptions = {},
): PlotlyFigure {
  knownOptions(options, ['placement']);
  if (options.placement !== undefined) choiceOption('placement', options.placement, PLACEMENTS);
  const found = lines(section, options);
  // the run before may have other families: its lines go into this one's panels
  const families = FAMILIES.filter((family) => found.some((line) => line.family === family));
  return overBefore(section, (each) => draw(lines(each, options), families), NO_TRIPS);
}

/** The rows of one way, by size. */
interface Line {
  name: string;
  family: Family;
  native: boolean;
  rows: RoundTripRow[];
}

function lines(section: Section<LowerFloorsRow>, { placement }: PayloadPanelsOptions): Line[] {
  const all = floorRows(section, 'round-trip');
  const shown = placementOf(all, placement);
  const found = new Map<string, Line>();
  for (const row of all.filter((each) => each.placement === shown)) {
    const { name, family, client } = row;
    const known = found.get(name) ?? { name, family, native: client === 'native', rows: [] };
    known.rows.push(row);
    found.set(name, known);
  }
  return [...found.values()];
}

function draw(all: readonly Line[], families: readonly Family[]): PlotlyFigure {
  const owns = families.map((family) => all.filter((line) => line.family === family));
  const places = placed(owns.map(({ length }) => length));
  const us = all.flatMap((line) => line.rows.map(({ latency }) => latency.p50));
  const bytes = all.flatMap((line) => line.rows.map((row) => row.bytes));
  const range = (values: readonly number[], room: number): [number, number] => [
    Math.log10(Math.min(...values)) - room,
    Math.log10(Math.max(...values)) + room,
  ];
  const keyLines = owns.map(({ length }, i) => (isWide(places[i]) ? Math.ceil(length / 2) : length));
  // both panels of a row begin where the longer of their keys ends
  const aboves: number[] = [];
  places.forEach(({ row }, i) => {
    aboves[row] = Math.max(aboves[row] ?? 0, HEADING + KEY_LINE * keyLines[i]);
  });
  const tops = aboves.map((_, row) =>
    aboves.slice(0, row).reduce((sum, above) => sum + above + PLOT + TICKS, 0),
  );
  const inner = aboves.reduce((sum, above) => sum + above + PLOT + TICKS, -TICKS);
  const panels = families.map((family, i) => {
    const { row, ...place } = places[i];
    const from = tops[row] + aboves[row];
    return {
      ...place,
      family,
      own: owns[i],
      id: i === 0 ? '' : String(i + 1),
      top: 1 - from / inner,
      bottom: 1 - (from + PLOT) / inner,
      // nothing stands below it
      last: !places.some((other) => other.row > row && other.left < place.right && other.right > place.left),
    };
  });
  return {
    data: panels.flatMap(({ family, own, id }) => [
      behind(
        all.filter((line) => line.family !== family),
        id,
      ),
      ...own.map((line) => curve(line, own, id)),
    ]),
    layout: layout(
      [
        'A round trip against its payload',
        ...all.slice(0, 1).map(({ rows }) => placementText(rows[0].placement)),
      ].join(', '),
      {
        height: AROUND + inner,
        showlegend: false,
        margin: { l: 48, r: 12, t: 64, b: 52 },
        ...Object.fromEntries(
          panels.flatMap(({ id, left, right, top, bottom, last }) => [
            [
              `xaxis${id}`,
              {
                type: 'log',
                domain: [left, right],
                anchor: `y${id}`,
                range: range(bytes, 0.25),
                tickvals: [10, 1e3, 1e5],
                ticktext: ['10 B', '1 kB', '100 kB'],
                tickfont: { size: 11 },
                ...(last ? { title: { text: 'bytes each way', standoff: 6 } } : {}),
              },
            ],
            [
              `yaxis${id}`,
              {
                type: 'log',
                domain: [bottom, top],
                anchor: `x${id}`,
                range: range(us, 0.2),
                ...TIME_TICKS,
                showticklabels: left === 0,
                tickfont: { size: 11 },
              },
            ],
          ]),
        ),
        annotations: panels.flatMap((panel) => [heading(panel, inner), ...keys(panel)]),
      },
    ),
  };
}

/** Where a panel is: its row from the top, and its ends from left to right, 0 to 1. */
interface Place {
  row: number;
  left: number;
  right: number;
}

/** Two panels a row; one with more lines than a narrow one can name has a row for itself. */
function placed(counts: readonly number[]): Place[] {
  const places: Place[] = [];
  let row = 0;
  let half = false;
  for (const count of counts) {
    const wide = count > NARROW;
    if (wide && half) row++;
    const left = !wide && half ? 0.53 : 0;
    places.push({ row, left, right: wide || left > 0 ? 1 : 0.47 });
    half = !wide && !half;
    if (!half) row++;
  }
  return places;
}

interface Panel extends Omit<Place, 'row'> {
  family: Family;
  own: Line[];
  id: string;
  top: number;
}

const isWide = ({ left, right }: Pick<Place, 'left' | 'right'>): boolean => right - left > 0.9;

/** The family's name, above the key. */
const heading = (panel: Panel, inner: number) => {
  const { family, own, left, top } = panel;
  return {
    xref: 'paper',
    yref: 'paper',
    x: left,
    y: top + (KEY_LINE * (isWide(panel) ? Math.ceil(own.length / 2) : own.length) + 6) / inner,
    xanchor: 'left',
    yanchor: 'bottom',
    showarrow: false,
    font: { size: 13, color: FAMILY_COLOURS[family] },
    text: `<b>${family}</b>`,
  };
};

/** The names of a panel's lines, above it, each with its sign in its colour; in two columns if it is wide. */
function keys(panel: Panel): object[] {
  const { own, left, right, top } = panel;
  const count = isWide(panel) ? Math.ceil(own.length / 2) : own.length;
  const columns = [own.slice(0, count), own.slice(count)].filter(({ length }) => length > 0);
  return columns.map((column, i) => ({
    xref: 'paper',
    yref: 'paper',
    x: left + (i * (right - left)) / 2,
    y: top,
    xanchor: 'left',
    yanchor: 'bottom',
    align: 'left',
    showarrow: false,
    font: { size: 9, color: COLOURS.ink },
    // as many lines as the other column has, so that they stand at one height
    text: [
      ...column.map((line) => {
        const { colour, sign } = look(line, own);
        return `<span style="color:${colour}">${sign[1]}</span> ${shortened(line.name)}`;
      }),
      ...Array<string>(count - column.length).fill(' '),
    ].join('<br>'),
  }));
}

/** The longest family name is not said in every line. */
const shortened = (name: string): string => name.replace(/^shared-memory-/, '…-');

/** What tells a way from the others of its family: a sign, a colour, a dash; native ones are dotted and dark. */
function look({ name, native }: Line, family: readonly Line[]) {
  const alike = family.filter((line) => line.native === native);
  const at = alike.findIndex((line) => line.name === name);
  const signs: readonly (readonly [string, string])[] = native ? NATIVE_SIGNS : SIGNS;
  const sign = signs[at % signs.length];
  if (native) return { sign, colour: COLOURS.ink as string, dash: 'dot' };
  return { sign, colour: LINES[at % LINES.length], dash: at < LINES.length ? 'solid' : 'dash' };
}

const curve = (line: Line, family: readonly Line[], id: string) => {
  const { name, rows } = line;
  const { sign, colour, dash } = look(line, family);
  return {
    type: 'scatter',
    mode: 'lines+markers',
    name,
    x: rows.map((row) => row.bytes),
    y: rows.map(({ latency }) => latency.p50),
    xaxis: `x${id}`,
    yaxis: `y${id}`,
    line: { color: colour, width: 1.5, dash },
    marker: { size: 7, symbol: sign[0], color: colour, line: { width: 1.5, color: colour } },
    hovertemplate: '%{x} bytes: %{y:.3g} µs<extra>%{fullData.name}</extra>',
  };
};

/** The others' lines, to compare with. */
const behind = (others: readonly Line[], id: string) => ({
  type: 'scatter',
  mode: 'lines',
  name: 'the others',
  x: others.flatMap(({ rows }) => [...rows.map((row) => row.bytes), null]),
  y: others.flatMap(({ rows }) => [...rows.map(({ latency }) => latency.p50), null]),
  xaxis: `x${id}`,
  yaxis: `y${id}`,
  line: { color: COLOURS.grid, width: 1 },
  hoverinfo: 'skip',
});
