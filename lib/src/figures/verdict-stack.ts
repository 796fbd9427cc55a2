import { choiceOption, knownOptions } from '../errors';
import type { Section, VerdictRow } from '../study';
import { drawn, orWhy } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, heightOfRows, layout } from './style';

interface Part {
  name: string;
  colour: string;
  cost: (row: VerdictRow) => number;
  hatched?: boolean;
}

const KERNEL: Part = { name: 'kernel (engine)', colour: COLOURS.quiet, cost: (row) => row.kernel_us };
const BOUNDARY: readonly Part[] = [
  { name: 'parsing (engine)', colour: COLOURS.ours, cost: (row) => row.engine_parse_us },
  { name: 'encoding (engine)', colour: COLOURS.up, cost: (row) => row.engine_encode_us },
  { name: 'frames (client)', colour: COLOURS.third, cost: (row) => row.client_us },
  {
    name: 'left over: transit, waking, starting',
    colour: COLOURS.published,
    cost: (row) => row.left_over_us,
    hatched: true,
  },
];

const TITLES = {
  study: 'Where the gap lives: kernel and boundary of one sweep',
  tuned: 'The same crossings with the tuned kernel',
};

const WHY = {
  study: 'no architecture behind a boundary is in the record of notebook 02',
  tuned: 'no sweep with the tuned kernel is in the record of notebook 02',
};

export interface VerdictStackOptions {
  /** Whose sweeps: the article's kernels, or the tuned one, which takes a hundredth of their time. Default study. */
  kernel?: 'study' | 'tuned';
}

/**
 * Where the time of one sweep goes, in two panels that share their rows: above the whole sweep, where the
 * kernel fills all there is to see unless it is the tuned one; below the boundary alone, enlarged. What no clock
 * claims is hatched.
 */
export function verdictStack(section: Section<VerdictRow>, options: VerdictStackOptions = {}): PlotlyFigure {
  knownOptions(options, ['kernel']);
  const kernel = choiceOption('kernel', options.kernel ?? 'study', ['study', 'tuned']);
  return orWhy(
    drawn(section, (each) => draw(each, kernel)),
    WHY[kernel],
  );
}

function draw(section: Section<VerdictRow>, kernel: 'study' | 'tuned'): PlotlyFigure {
  const rows = section.rows.filter((row) => (row.kernel === 'tuned') === (kernel === 'tuned'));
  const names = rows.map((row) => row.architecture);
  const bar = ({ name, colour, cost, hatched }: Part, axis: '' | '2', showlegend: boolean) => ({
    type: 'bar',
    orientation: 'h',
    name,
    showlegend,
    legendgroup: name,
    x: rows.map((row) => cost(row) / 1_000),
    y: names,
    of: names.map((each) => [each]),
    xaxis: `x${axis}`,
    yaxis: `y${axis}`,
    marker: {
      color: colour,
      ...(hatched
        ? { pattern: { shape: '/', fgcolor: colour, bgcolor: '#ffffff', fillmode: 'overlay', solidity: 0.4 } }
        : {}),
    },
    hovertemplate: `%{y}, ${name}: %{x:.4g} ms<extra></extra>`,
  });
  const categories = { categoryorder: 'array', categoryarray: [...names].reverse(), dtick: 1 };
  return {
    data: [
      bar(KERNEL, '', true),
      ...BOUNDARY.map((part) => bar(part, '', false)),
      ...BOUNDARY.map((part) => bar(part, '2', true)),
    ],
    layout: layout(TITLES[kernel], {
      barmode: 'stack',
      height: heightOfRows(rows.length, 2),
      xaxis: { anchor: 'y', title: { text: 'the whole sweep (ms)' } },
      yaxis: { ...categories, domain: [0.6, 1] },
      xaxis2: { anchor: 'y2', title: { text: 'the boundary alone (ms)' } },
      yaxis2: { ...categories, domain: [0, 0.4] },
    }),
  };
}
