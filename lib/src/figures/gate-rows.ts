import type { GateRecord } from '../bench';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

/**
 * The gate, a bar for each variant: rows compared, over every sweep it answered. A variant whose
 * trades or PnL differ from the in-process kernel's is marked, with its first difference.
 */
export function gateRows(gate: GateRecord): PlotlyFigure {
  const names = gate.variants.map((variant) => variant.architecture);
  return {
    data: [
      {
        type: 'bar',
        orientation: 'h',
        x: gate.variants.map((variant) => variant.rows * variant.sweeps),
        y: names,
        marker: { color: gate.variants.map((variant) => (variant.ok ? COLOURS.up : COLOURS.published)) },
        text: gate.variants.map((variant) =>
          variant.ok
            ? variant.bit_equal
              ? 'bit for bit'
              : 'within 1e-6'
            : (variant.first_difference ?? 'no sweep answered'),
        ),
        textposition: 'auto',
        hovertemplate: '%{y}: %{x:,} rows compared, %{text}<extra></extra>',
      },
    ],
    layout: layout(`The gate: rows compared with ${gate.references.join(' and ')}`, {
      xaxis: { title: { text: 'rows compared, over all sweeps' } },
      yaxis: { categoryorder: 'array', categoryarray: [...names].reverse() },
      showlegend: false,
    }),
  };
}
