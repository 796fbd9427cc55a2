import { floorRows, type LowerFloorsRow, type Section } from '../study';
import { FIXED, overBefore } from './before';
import { FAMILY_COLOURS, label, nativeLast, rowsLayout } from './family-style';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout, UNITY } from './style';

/** The article's own: one bar 1/84, a combo 1,795 on average, a sweep "above 100,000". */
const ARTICLE = { name: 'the article', g_bar: 1 / 84, g_combo: 1_795, g_sweep: 100_000 } as const;

const CALLS = [
  { name: 'a bar a call', of: 'g_bar', symbol: 'circle' },
  { name: 'a combo, the mean', of: 'g_combo', symbol: 'square' },
  { name: 'the whole sweep', of: 'g_sweep', symbol: 'diamond' },
] as const;

const WHY = 'no floor was measured (option transports)';

/**
 * The article's break-even for every boundary: G, the work in a call over the floor, for a bar, a combo and a sweep a
 * call. Right of G = 1 the work prevails, left of it the boundary. Rows in the order of their floors.
 */
export const floorsBreakEven = (section: Section<LowerFloorsRow>): PlotlyFigure =>
  overBefore(section, draw, WHY);

function draw(section: Section<LowerFloorsRow>): PlotlyFigure {
  const rows = floorRows(section, 'break-even').sort((a, b) => a.floor_us - b.floor_us);
  const drawn = nativeLast(rows);
  // the work of all is the kernel's over the first transport that keeps a session
  const [first] = floorRows(section, 'ticks');
  const worked = floorRows(section, 'ticks').filter(({ transport }) => transport === first.transport);
  const labels = [ARTICLE.name, ...rows.map(({ name }) => label(name))];
  return {
    data: [
      ...CALLS.map(({ name, of, symbol }) => ({
        type: 'scatter',
        mode: 'markers',
        name,
        x: drawn.map((row) => row[of]),
        y: drawn.map((row) => label(row.name)),
        of: worked.map(({ name: loop }) => loop),
        marker: {
          size: 8,
          symbol: drawn.map(({ client }) => (client === 'native' ? `${symbol}-open` : symbol)),
          color: drawn.map(({ family }) => FAMILY_COLOURS[family]),
          line: { width: 1.5, color: drawn.map(({ family }) => FAMILY_COLOURS[family]) },
        },
        hovertemplate: '%{y}: G = %{x:.3g}<extra>%{fullData.name}</extra>',
      })),
      {
        type: 'scatter',
        mode: 'markers',
        name: 'the article (M2 Max)',
        meta: FIXED,
        x: CALLS.map(({ of }) => ARTICLE[of]),
        y: CALLS.map(() => ARTICLE.name),
        marker: {
          size: 10,
          symbol: CALLS.map(({ symbol }) => `${symbol}-open`),
          color: COLOURS.published,
          line: { width: 2, color: COLOURS.published },
        },
        hovertemplate: 'the article: G = %{x:.3g}<extra></extra>',
      },
    ],
    layout: layout('Work in a call over its boundary’s floor', {
      ...rowsLayout(labels),
      xaxis: { type: 'log', title: { text: 'G: work over floor (log)' }, ...G_TICKS },
      shapes: [UNITY],
    }),
  };
}

const G_TICKS = {
  tickvals: [1e-4, 1e-2, 1, 1e2, 1e4, 1e6, 1e8],
  ticktext: ['10⁻⁴', '1/100', '1', '100', '10⁴', '10⁶', '10⁸'],
  tickangle: 0,
};
