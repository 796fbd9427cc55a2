import type { GateRecord, GateVariant } from '../bench';
import { orWhy } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, heightOfRows, layout } from './style';

/** Combos from which gaps between them, and a label for each, would hide them on a phone. */
const MANY_COMBOS = 40;

/** What each level of agreement is called, in the order of `GateVariant.row_levels`. */
const LEVELS = ['bit for bit', 'within 1e-6', 'differs', 'never trades: nothing compared'];
const LEVEL_COLOURS = [COLOURS.up, COLOURS.third, COLOURS.published, COLOURS.before];

/** A trace with no point, for the level's colour in the legend. */
const legendEntry = (name: string, level: number): object => ({
  type: 'scatter',
  mode: 'markers',
  name,
  x: [null],
  y: [null],
  marker: { symbol: 'square', size: 12, color: LEVEL_COLOURS[level] },
});

/** What is drawn of a gate's record. */
export interface ComboGate extends Pick<GateRecord, 'references'> {
  variants: readonly Pick<GateVariant, 'architecture' | 'row_levels'>[];
}

/**
 * The gate for each combo of each variant, the worst over all its sweeps: the same bits, within the
 * tolerance, or different; or a combo that never trades, in which there is nothing to compare.
 * @param lengths The HMA length of each combo, in the order swept.
 */
export function gateByCombo(gate: ComboGate, lengths: readonly number[]): PlotlyFigure {
  const isMany = lengths.length > MANY_COMBOS;
  const names = gate.variants.map((variant) => variant.architecture);
  // the colour scale cuts 0 to 3 in equal parts, one a level
  const colorscale = LEVEL_COLOURS.flatMap((colour, level) => [
    [level / LEVELS.length, colour],
    [(level + 1) / LEVELS.length, colour],
  ]);
  const figure = {
    data: [
      {
        type: 'heatmap',
        x: lengths.map(String),
        y: names,
        z: gate.variants.map((variant) => variant.row_levels),
        zmin: 0,
        zmax: LEVELS.length - 1,
        colorscale,
        xgap: isMany ? 0 : 1,
        ygap: 4,
        text: gate.variants.map((variant) => variant.row_levels.map((level) => LEVELS[level])),
        hovertemplate: '%{y}, HMA %{x}: %{text}<extra></extra>',
        // a colour bar beside the plot would take a phone's width from the combos
        showscale: false,
      },
      ...LEVELS.map(legendEntry),
    ],
    layout: layout(`The gate, combo by combo: trades and PnL against ${gate.references.join(' and ')}`, {
      xaxis: { type: 'category', nticks: isMany ? 6 : 12, title: { text: 'HMA length (bars)' } },
      height: heightOfRows(names.length),
      yaxis: { categoryorder: 'array', categoryarray: [...names].reverse(), dtick: 1 },
    }),
  };
  return orWhy(figure, 'no sweep was held against the gate');
}
