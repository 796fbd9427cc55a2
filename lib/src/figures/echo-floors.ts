import { type EchoFit, type EchoRow, echoFits, PLACEMENTS, type Placement, type Section } from '../study';
import { FIXED, overBefore } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

const PLACEMENT_COLOURS: Record<Placement, string> = {
  same: COLOURS.up,
  different: COLOURS.published,
  unpinned: COLOURS.ours,
};

const WORDS: Record<Placement, string> = {
  same: 'same processor',
  different: 'different processors',
  unpinned: 'unpinned',
};

const ARTICLE_FLOOR_US = 14.05;

const WHY = 'no client was measured (option clients)';

/**
 * The fitted floor of every client over every transport, with its interval, a colour for each
 * placement: the floor is a property of where the two processes run as much as of the transport.
 */
export const echoFloors = (section: Section<EchoRow>): PlotlyFigure => overBefore(section, draw, WHY);

function draw(section: Section<EchoRow>): PlotlyFigure {
  const fits = echoFits(section);
  const label = ({ client, transport }: EchoFit): string => `${client}, ${transport}`;
  const labels = [...new Set(fits.map(label))];
  return {
    data: [
      ...PLACEMENTS.filter((placement) => fits.some((fit) => fit.placement === placement)).map(
        (placement) => {
          const own = fits.filter((fit) => fit.placement === placement);
          const colour = PLACEMENT_COLOURS[placement];
          return {
            type: 'scatter',
            mode: 'markers',
            name: WORDS[placement],
            x: own.map((fit) => fit.floor_us),
            y: own.map(label),
            error_x: {
              type: 'data',
              symmetric: false,
              array: own.map((fit) => (fit.floor_high ?? fit.floor_us) - fit.floor_us),
              arrayminus: own.map((fit) => fit.floor_us - (fit.floor_low ?? fit.floor_us)),
              color: colour,
              thickness: 1.5,
            },
            marker: { size: 9, color: colour },
            hovertemplate: '%{y}: %{x:.3g} µs<extra>%{fullData.name}</extra>',
          };
        },
      ),
      {
        type: 'scatter',
        mode: 'lines',
        name: 'the article, Python over Unix: 14.05 µs',
        meta: FIXED,
        x: [ARTICLE_FLOOR_US, ARTICLE_FLOOR_US],
        y: [labels[0], labels[labels.length - 1]],
        line: { color: COLOURS.quiet, dash: 'dot', width: 1.5 },
        hoverinfo: 'name',
      },
    ],
    layout: layout('The floor of a round trip, by client, transport and placement', {
      height: 130 + 30 * labels.length,
      xaxis: { type: 'log', title: { text: 'fitted floor, microseconds (log)' }, ...TICKS },
      yaxis: { categoryorder: 'array', categoryarray: [...labels].reverse() },
    }),
  };
}

const VALUES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
const TICKS = { tickvals: VALUES, ticktext: VALUES.map(String) };
