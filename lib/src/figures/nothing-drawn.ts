import type { PlotlyFigure } from './figure';
import { layout, lines } from './style';

/** Characters of a line that a phone shows whole. */
const LINE = 36;

/** The name of the text that stands where nothing could be drawn. */
export const WHY = 'why nothing is drawn';

/** Whether a figure is empty and says why. */
export const saysWhy = ({ layout: { annotations = [] } = {} }: PlotlyFigure): boolean =>
  (annotations as { name?: string }[]).some(({ name }) => name === WHY);

/** A figure where there is nothing to draw: its title, and why. */
export const nothingDrawn = (title: string, why: string): PlotlyFigure => ({
  data: [],
  layout: layout(title, {
    height: 240,
    margin: { b: 24 },
    xaxis: { visible: false },
    yaxis: { visible: false },
    annotations: [
      {
        name: WHY,
        xref: 'paper',
        yref: 'paper',
        x: 0.5,
        y: 0.5,
        showarrow: false,
        text: lines(`Nothing to draw: ${why}.`, LINE).join('<br>'),
      },
    ],
  }),
});
