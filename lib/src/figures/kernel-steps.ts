import type { KernelRow, Section, TunedKernelRow } from '../study';
import { overBefore } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';
import { asNumba, duration, kernelRows, logRange } from './tuned-kernel-rows';

const WHY = 'no step of the kernel in Rust was measured (option which)';

/**
 * The way from the naive kernel to the tuned one in Rust, one change a line: what a sweep takes after it, on a log axis,
 * and how many times as fast that is as the step before. A line marks numba's naive kernel.
 */
export const kernelSteps = (section: Section<TunedKernelRow>): PlotlyFigure => overBefore(section, draw, WHY);

/** With two digits, and no exponent. */
const times = (ratio: number): string => String(Number(ratio.toPrecision(2)));

function draw(section: Section<TunedKernelRow>): PlotlyFigure {
  const rows = kernelRows(section)
    .filter((row): row is KernelRow & { step: number; changed: string } => row.step !== null)
    .sort((a, b) => a.step - b.step);
  const ms = rows.map((row) => row.measured.median / 1_000);
  const names = rows.map((row) => row.changed);
  const gains = ms.map((now, i) => (i === 0 ? '' : `${times(ms[i - 1] / now)}x`));
  return {
    data: [
      {
        type: 'scatter',
        mode: 'lines',
        showlegend: false,
        x: ms,
        y: names,
        line: { color: COLOURS.before, width: 1.5, shape: 'hv' },
        hoverinfo: 'skip',
      },
      {
        type: 'scatter',
        mode: 'markers+text',
        name: 'a sweep in Rust, and its gain',
        x: ms,
        y: names,
        of: rows.map(({ kernel }) => [kernel]),
        text: ms.map((value, i) => [duration(value), gains[i]].filter(Boolean).join(', ')),
        textposition: ms.map((value) =>
          value > Math.sqrt(Math.max(...ms) * Math.min(...ms)) ? 'top left' : 'top right',
        ),
        textfont: { size: 11 },
        marker: { size: 11, color: COLOURS.ours },
        customdata: rows.map(({ title }) => title),
        hovertemplate: '%{customdata}: %{x:.3g} ms<extra></extra>',
      },
      ...asNumba(section, names[0], names[names.length - 1]),
    ],
    layout: layout('Naive to tuned, one change at a time', {
      height: 520,
      xaxis: { type: 'log', dtick: 1, range: logRange(ms), title: { text: 'milliseconds a sweep (log)' } },
      yaxis: {
        categoryorder: 'array',
        categoryarray: [...names].reverse(),
        range: [-0.5, names.length - 0.3],
      },
    }),
  };
}
