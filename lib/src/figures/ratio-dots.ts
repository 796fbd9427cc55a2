import type { Estimate } from '../bench';
import { choiceOption, knownOptions } from '../errors';
import { type ArchitectureRow, ratioWithin, referenceOf, type Section } from '../study';
import { FIXED, overBefore } from './before';
import type { PlotlyFigure } from './figure';
import type { GatedFigure } from './gate-marks';
import { COLOURS, heightOfRows, layout, UNITY } from './style';

export interface RatioDotsOptions {
  /**
   * Which in-process kernel is 1. Default `numba`, the article's. Where it was not measured, the first in-process kernel
   * that was is 1, else the first architecture, and the figure says so.
   */
  against?: 'numba' | 'v8';
}

const WHY = 'no architecture was measured (option architectures)';

/**
 * Each architecture's time over the in-process kernel's, as a dot with its interval (of the runs from
 * least to most, where no interval was taken), the A/A control's band around 1, and the article's
 * figures as diamonds.
 */
export function ratioDots(section: Section<ArchitectureRow>, options: RatioDotsOptions = {}): PlotlyFigure {
  knownOptions(options, ['against']);
  const against = choiceOption('against', options.against ?? 'numba', ['numba', 'v8']);
  const wanted = `in_process_${against}`;
  const base = referenceOf(section, wanted);
  return overBefore(section, (each) => draw(each, base ?? wanted, wanted), WHY);
}

function draw(section: Section<ArchitectureRow>, name: string, wanted: string): GatedFigure {
  const estimate = (row: ArchitectureRow): Estimate | null => {
    if (name === 'in_process_numba') return row.ratio_numba;
    return name === 'in_process_v8' ? row.ratio_v8 : ratioWithin(section, row.architecture, name);
  };
  const base = section.rows.find((row) => row.architecture === name);
  const rows = section.rows.filter((row) => estimate(row) !== null);
  const ratios = rows.map((row) => estimate(row)!);
  const ends = rows.map((row, i) => {
    const { low, high } = ratios[i];
    if (low !== null && high !== null) return { low, high };
    // samples of all rows are in the order of the rounds
    const within = row.measured.samples.map((us, round) => us / base!.measured.samples[round]);
    return { low: Math.min(...within), high: Math.max(...within) };
  });
  const intervals = ratios.every((ratio) => ratio.low !== null);
  const names = rows.map((row) => row.architecture);
  const told = rows.filter((row) => row.published_ratio !== null && name === 'in_process_numba');
  const control = section.facts.aa_ratio;
  const band = control && control.low !== null && control.high !== null ? [control.low, control.high] : null;
  const isLeft =
    band !== null &&
    2 * band[1] <
      Math.min(...ratios.map(({ median }) => median)) + Math.max(...ratios.map(({ median }) => median));
  return {
    data: [
      {
        type: 'scatter',
        mode: 'markers',
        name: intervals ? 'here: median, 95 % interval' : 'here: median, least to most',
        x: ratios.map((ratio) => ratio.median),
        y: names,
        // a ratio is no better than what it is against
        of: names.map((each) => [each, name]),
        error_x: {
          type: 'data',
          symmetric: false,
          array: ends.map(({ high }, i) => high - ratios[i].median),
          arrayminus: ends.map(({ low }, i) => ratios[i].median - low),
          color: COLOURS.ours,
          thickness: 1.5,
        },
        marker: { size: 11, color: COLOURS.ours },
        hovertemplate: '%{y}: %{x:.3f}x<extra>here</extra>',
      },
      {
        type: 'scatter',
        mode: 'markers',
        name: 'the article (M2 Max)',
        meta: FIXED,
        x: told.map((row) => row.published_ratio),
        y: told.map((row) => row.architecture),
        marker: { size: 11, symbol: 'diamond-open', color: COLOURS.published, line: { width: 2 } },
        hovertemplate: '%{y}: %{x:.3f}x<extra>the article</extra>',
      },
    ],
    layout: layout(
      `Time of one sweep, as a multiple of ${name}${name === wanted ? '' : `, as ${wanted} was not measured`}`,
      {
        xaxis: { title: { text: `ratio to ${name}, taken within rounds` } },
        height: heightOfRows(rows.length),
        yaxis: { categoryorder: 'array', categoryarray: [...names].reverse(), dtick: 1 },
        shapes: [
          UNITY,
          ...(band
            ? [
                {
                  type: 'rect',
                  xref: 'x',
                  yref: 'paper',
                  x0: band[0],
                  x1: band[1],
                  y0: 0,
                  y1: 1,
                  line: { width: 0 },
                  fillcolor: COLOURS.band,
                  layer: 'below',
                },
              ]
            : []),
        ],
        annotations: band
          ? [
              {
                xref: 'x',
                yref: 'paper',
                x: band[isLeft ? 1 : 0],
                y: 1,
                // towards the side that has room
                xanchor: isLeft ? 'left' : 'right',
                yanchor: 'bottom',
                text: 'A/A band',
                showarrow: false,
                font: { size: 11, color: COLOURS.quiet },
              },
            ]
          : [],
      },
    ),
  };
}
