import type { ExperimentRow, Section } from '../study';
import { overBefore } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

const WHY = 'no length was swept (option lengths)';

/** Net and gross PnL against HMA length: how much of the loss is fees, and how much is prices. */
export const pnlByLength = (section: Section<ExperimentRow>): PlotlyFigure => overBefore(section, draw, WHY);

function draw(section: Section<ExperimentRow>): PlotlyFigure {
  const { rows } = section;
  // records from before a fee could be chosen tell none
  const fee = rows[0]?.fee;
  const each = fee === undefined ? '' : `, ${fee} % a trade`;
  const lengths = rows.map((row) => row.length);
  const line = (name: string, colour: string, values: number[]) => ({
    type: 'scatter',
    mode: 'lines+markers',
    name,
    x: lengths,
    y: values,
    line: { color: colour, width: 1.5 },
    marker: { size: 5 },
    customdata: rows.map((row) => row.trades),
    hovertemplate: 'length %{x}: %{y:,.2f} % in %{customdata:,} trades<extra>%{fullData.name}</extra>',
  });
  return {
    data: [
      line(
        `net of fees${each}`,
        COLOURS.published,
        rows.map((row) => row.pnl),
      ),
      line(
        'gross',
        COLOURS.ours,
        rows.map((row) => row.gross_pnl),
      ),
    ],
    layout: layout('PnL of each HMA length, with and without fees', {
      xaxis: { title: { text: 'HMA length (bars)' } },
      yaxis: { title: { text: 'PnL (% of entry, summed)' } },
    }),
  };
}
