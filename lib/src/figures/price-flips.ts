import { OptionError } from '../errors';
import { events, windowLengths } from '../kernel';
import type { Series } from '../market';
import { key } from './family-style';
import type { PlotlyFigure } from './figure';
import { fitted } from './fitted';
import { COLOURS, layout } from './style';

export interface PriceFlipsOptions {
  /** The HMA lengths whose flips are marked. Default 6 and 200, the grid's ends. */
  lengths?: readonly number[];
  /** First bar shown, and how many. Default: the last 400 bars. */
  from?: number;
  bars?: number;
}

/**
 * The close over a stretch of bars, with the bars at which each length's position flips: a triangle up
 * where it turns long, down where it turns short.
 */
export function priceFlips(series: Series, options: PriceFlipsOptions = {}): PlotlyFigure {
  const { lengths = [6, 200], bars = 400 } = options;
  const { close, dates } = series;
  const from = options.from ?? Math.max(0, close.length - bars);
  if (!Number.isInteger(from) || from < 0 || from >= close.length) {
    throw new OptionError('from', from, `a bar of the series, 0 to ${close.length - 1}`);
  }
  const to = Math.min(close.length, from + bars);
  const at = (bar: number): number | string => dates?.[bar] ?? bar;
  const stretch = Array.from({ length: to - from }, (_, i) => from + i);
  const colours = [COLOURS.published, COLOURS.up, COLOURS.down, COLOURS.third];
  return fitted({
    data: [
      {
        type: 'scatter',
        mode: 'lines',
        name: 'close',
        x: stretch.map(at),
        y: close.subarray(from, to),
        line: { color: COLOURS.quiet, width: 1.2 },
      },
      ...lengths.map((length, i) => {
        const flips = events(close, windowLengths(length)).filter(({ bar }) => bar >= from && bar < to);
        return {
          type: 'scatter',
          mode: 'markers',
          name: flips.length > 0 ? `flips of HMA ${length}` : `HMA ${length}, no flip here`,
          // an entry of the legend has a point
          x: flips.length > 0 ? flips.map(({ bar }) => at(bar)) : [null],
          y: flips.length > 0 ? flips.map(({ price }) => price) : [null],
          marker: {
            size: i === 0 ? 7 : 12,
            color: colours[i % colours.length],
            symbol: flips.map(({ side }) => (side > 0 ? 'triangle-up' : 'triangle-down')),
          },
          hovertemplate: `bar %{x}: %{y:.2f}<extra>HMA ${length}</extra>`,
        };
      }),
      key('turns long', { symbol: 'triangle-up' }),
      key('turns short', { symbol: 'triangle-down' }),
    ],
    layout: layout(
      `${series.name}: bars ${from.toLocaleString('en')} to ${(to - 1).toLocaleString('en')}, and where the positions flip`,
      {
        xaxis: { title: { text: dates ? 'date' : 'bar' } },
        yaxis: { title: { text: 'close' } },
      },
    ),
  });
}
