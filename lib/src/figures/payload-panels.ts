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
import { placementOf, placementText } from './all-floors';
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

/** Height of one row of panels, and what each leaves free for its heading, in pixels. */
const PANEL = 230;
const HEADING = 34;
const AROUND = 130;
/** Most lines whose names a panel of half the width has room for. */
const NARROW = 7;

/**
 * A round trip's time against its payload, both logarithmic, for every boundary: a panel for each family, whose own
 * lines have its colour and a sign each; all others lie behind it in grey, so that any two panels can be compared.
 * @throws OptionError for a placement that the section does not have.
 */
export function payloadPanels(
  section: Section<LowerFloorsRow>,
  options: PayloadPanelsOptions = {},
): PlotlyFigure {
  knownOptions(options, ['placement']);
  if (options.placement !== undefined) choiceOption('placement', options.placement, PLACEMENTS);
  lines(section, options);
  return overBefore(section, (each) => draw(each, options));
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

function draw(section: Section<LowerFloorsRow>, options: PayloadPanelsOptions): PlotlyFigure {
  const all = lines(section, options);
  const families = FAMILIES.filter((family) => all.some((line) => line.family === family));
  const places = placed(families.map((family) => all.filter((line) => line.family === family).length));
  const panelRows = places[places.length - 1].row + 1;
  const inner = PANEL * panelRows;
  const us = all.flatMap((line) => line.rows.map(({ latency }) => latency.p50));
  const bytes = all.flatMap((line) => line.rows.map((row) => row.bytes));
  const range = (values: readonly number[], above: number): [number, number] => [
    Math.log10(Math.min(...values)) - 0.25,
    Math.log10(Math.max(...values)) + above,
  ];
  const panels = families.map((family, i) => {
    const { row, ...place } = places[i];
    const top = 1 - (row * PANEL + HEADING) / inner;
    const bottom = 1 - ((row + 1) * PANEL - 6) / inner;
    // nothing stands below it
    const last = !places.some((other) => other.row > row && other.left <= place.left);
    const own = all.filter((line) => line.family === family);
    return { ...place, family, own, id: i === 0 ? '' : String(i + 1), top, bottom, last };
  });
  return {
    data: panels.flatMap(({ family, own, id }) => [
      behind(
        all.filter((line) => line.family !== family),
        id,
      ),
      ...own.map((line) => curve(line, own, id)),
    ]),
    layout: layout(`A round trip against its payload<br>${placementText(all[0].rows[0].placement)}`, {
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
              showticklabels: last,
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
              range: range(us, 0.4),
              ...TIME_TICKS,
              showticklabels: left === 0,
              tickfont: { size: 11 },
            },
          ],
        ]),
      ),
      annotations: panels.flatMap((panel) => [heading(panel), ...keys(panel)]),
    }),
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

const heading = ({ family, left, top }: Panel) => ({
  xref: 'paper',
  yref: 'paper',
  x: left,
  y: top,
  xanchor: 'left',
  yanchor: 'bottom',
  showarrow: false,
  font: { size: 13, color: FAMILY_COLOURS[family] },
  text: `<b>${family}</b>`,
});

/** The names of a panel's lines: above them, where a curve that only rises leaves room; in two columns if it is wide. */
function keys({ own, id, left, right }: Panel): object[] {
  const wide = right - left > 0.9;
  const count = wide ? Math.ceil(own.length / 2) : own.length;
  return (wide ? [own.slice(0, count), own.slice(count)] : [own]).map((column, i) => ({
    xref: `x${id} domain`,
    yref: `y${id} domain`,
    x: 0.02 + i * 0.5,
    y: 0.99,
    xanchor: 'left',
    yanchor: 'top',
    align: 'left',
    showarrow: false,
    // a slow line of a quick family may lie behind it
    bgcolor: 'rgba(255, 255, 255, 0.8)',
    font: { size: 9, color: COLOURS.ink },
    text: column.map((line) => `${signed(line, own)[1]} ${shortened(line.name)}`).join('<br>'),
  }));
}

/** The longest family name is not said in every line. */
const shortened = (name: string): string => name.replace(/^shared-memory-/, '…-');

/** The sign of a way among its family's. */
function signed({ name, native }: Line, family: readonly Line[]): readonly [string, string] {
  const alike = family.filter((line) => line.native === native);
  const at = alike.findIndex((line) => line.name === name);
  const signs: readonly (readonly [string, string])[] = native ? NATIVE_SIGNS : SIGNS;
  return signs[at % signs.length];
}

const curve = (line: Line, family: readonly Line[], id: string) => {
  const { name, rows, native } = line;
  const color = native ? COLOURS.ink : FAMILY_COLOURS[line.family];
  return {
    type: 'scatter',
    mode: 'lines+markers',
    name,
    x: rows.map((row) => row.bytes),
    y: rows.map(({ latency }) => latency.p50),
    xaxis: `x${id}`,
    yaxis: `y${id}`,
    line: { color, width: 1.5, dash: native ? 'dot' : 'solid' },
    marker: { size: 7, symbol: signed(line, family)[0], color, line: { width: 1.5, color } },
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
