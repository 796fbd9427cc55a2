import type { Section, TakeawayRow } from '../study';
import { overBefore } from './before';
import type { PlotlyFigure } from './figure';
import { type Doubts, type GatedFigure, markedByGate } from './gate-marks';
import { COLOURS, heightOfRows, layout, lines, UNITY } from './style';

const VERDICT_COLOURS = { holds: COLOURS.up, 'does not hold': COLOURS.published, undecided: COLOURS.quiet };

/** By how much a quantity is on the side of its threshold where the sentence holds: above 1 it does. */
const margin = ({ holds, threshold }: TakeawayRow, value: number): number =>
  holds === 'above' ? value / threshold : threshold / value;

const WHY = 'no takeaway could be judged: the records of notebooks 02, 04, 05 and 06 lack its figures';

/** Each takeaway's quantity over its threshold, on a log axis, with its interval: right of 1 it holds. */
export const takeawaysFigure = (section: Section<TakeawayRow>): PlotlyFigure =>
  overBefore(section, (each) => markedByGate(draw(each), doubtsIn(each)), WHY);

/** Those judged by sections whose gate did not pass. */
const doubtsIn = ({ rows }: Section<TakeawayRow>): Doubts =>
  new Map(
    rows.flatMap(({ takeaway, gate }) => (gate && gate !== 'passed' ? [[takeaway, gate] as const] : [])),
  );

function draw({ rows }: Section<TakeawayRow>): GatedFigure {
  const known = rows.filter((row) => row.measured !== null && row.measured > 0);
  // broken into lines, for a phone
  const label = (row: TakeawayRow): string => lines(row.takeaway, 20).join('<br>');
  const at = known.map((row) => margin(row, row.measured!));
  const ends = known.map((row, i) => {
    const bounds = [row.low ?? row.measured!, row.high ?? row.measured!].map((value) => margin(row, value));
    return { up: Math.max(...bounds) - at[i], down: at[i] - Math.min(...bounds) };
  });
  return {
    data: [
      {
        type: 'scatter',
        mode: 'markers',
        name: 'here',
        x: at,
        y: known.map(label),
        of: known.map(({ takeaway }) => [takeaway]),
        error_x: {
          type: 'data',
          symmetric: false,
          array: ends.map(({ up }) => up),
          arrayminus: ends.map(({ down }) => down),
        },
        marker: { size: 12, color: known.map((row) => VERDICT_COLOURS[row.verdict]) },
        customdata: known.map((row) => `${row.predicate}: ${row.verdict}, ${row.why}`),
        hovertemplate: '%{customdata} (%{x:.3g} times the threshold)<extra></extra>',
      },
    ],
    layout: layout('The six takeaways: how far each is from its threshold', {
      height: heightOfRows(2 * rows.length),
      xaxis: { type: 'log', title: { text: 'times the threshold (log); right of 1 it holds' } },
      yaxis: { categoryorder: 'array', categoryarray: rows.map(label).reverse(), dtick: 1 },
      annotations: rows
        .filter((row) => !known.includes(row))
        .map((row) => ({ xref: 'paper', x: 0.5, y: label(row), text: 'not measured', showarrow: false })),
      shapes: [UNITY],
      showlegend: false,
    }),
  };
}
