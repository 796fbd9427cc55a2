import { integerOption, knownOptions } from '../errors';
import { type Program, PUBLISHED_SPAWN_US, type Section, type SpawnRow } from '../study';
import { FIXED, overBefore } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';

export interface SpawnCallsOptions {
  /** Symbols of a census with a process for each, 1 to 1,000,000; its band reaches so far. Default 500. */
  symbols?: number;
}

const PROGRAM_COLOURS: Record<Program, string> = {
  engine: COLOURS.ours,
  node: COLOURS.up,
  python: COLOURS.third,
  python_numpy: COLOURS.down,
};

const PROGRAM_NAMES: Record<Program, string> = {
  engine: 'the engine, static',
  node: 'an empty Node',
  python: 'an empty Python',
  python_numpy: 'Python with numpy',
};

const WHY = 'no program was started for its own sake (option programs)';

/**
 * What starting processes costs in all against how many calls start one, both logarithmic. The job's own
 * time lies across; where a line meets it, starting costs as much as the work. The band is a census with
 * one process for each symbol.
 */
export function spawnCalls(section: Section<SpawnRow>, options: SpawnCallsOptions = {}): PlotlyFigure {
  knownOptions(options, ['symbols']);
  const symbols = integerOption('symbols', options.symbols ?? 500, 1, 1_000_000);
  return overBefore(section, (each) => draw(each, symbols), WHY);
}

interface Line {
  name: string;
  colour: string;
  /** Seconds a call. */
  each: number;
  dash: string;
  fixed: boolean;
}

function draw({ rows, facts }: Section<SpawnRow>, symbols: number): PlotlyFigure {
  // of the sweep that starting is held against; where it was not timed, the lines stand alone
  const job = facts.job === undefined ? null : Number(facts.job.value) / 1e6;
  const lines: Line[] = [
    ...rows
      .filter((row) => row.kind === 'launch')
      .map((row) => {
        const program = row.subject as Program;
        const each = row.measured.median / 1e6;
        return {
          name: `${PROGRAM_NAMES[program]}: ${milliseconds(each)}`,
          colour: PROGRAM_COLOURS[program],
          each,
          dash: 'solid',
          fixed: false,
        };
      }),
    {
      name: `the article: ${milliseconds(PUBLISHED_SPAWN_US / 1e6)}`,
      colour: COLOURS.published,
      each: PUBLISHED_SPAWN_US / 1e6,
      dash: 'dash',
      fixed: true,
    },
  ];
  const most = Math.max(2, symbols, ...(job === null ? [] : lines.map(({ each }) => job / each))) * 2;
  return {
    data: [
      ...lines.map((line) => costLine(line, most)),
      ...(job === null ? [] : [jobLine(job, most), crossings(lines, job)]),
    ],
    layout: layout('A process for each call: what starting them costs', {
      height: 480,
      xaxis: { type: 'log', title: { text: 'calls, a process each (log)' }, dtick: 1, exponentformat: 'SI' },
      yaxis: { type: 'log', title: { text: 'seconds in all (log)' }, dtick: 1, exponentformat: 'none' },
      shapes: [
        {
          type: 'rect',
          xref: 'x',
          yref: 'paper',
          x0: 1,
          x1: symbols,
          y0: 0,
          y1: 1,
          line: { width: 0 },
          fillcolor: COLOURS.band,
          layer: 'below',
        },
      ],
      annotations: [
        {
          xref: 'x',
          yref: 'paper',
          // a log axis takes the exponent
          x: Math.log10(symbols),
          y: 1,
          xanchor: 'right',
          yanchor: 'bottom',
          text: `a process per symbol, up to ${symbols.toLocaleString('en')}`,
          showarrow: false,
          font: { size: 11, color: COLOURS.quiet },
        },
      ],
    }),
  };
}

const milliseconds = (seconds: number): string => `${Number((seconds * 1e3).toPrecision(3))} ms`;

const costLine = ({ name, colour, each, dash, fixed }: Line, most: number) => ({
  type: 'scatter',
  mode: 'lines',
  name,
  ...(fixed ? { meta: FIXED } : {}),
  x: [1, most],
  y: [each, each * most],
  line: { color: colour, width: 2, dash },
  hovertemplate: '%{x:.3s} calls: %{y:.3g} s<extra>%{fullData.name}</extra>',
});

const jobLine = (job: number, most: number) => ({
  type: 'scatter',
  mode: 'lines',
  name: `the job itself: ${Number(job.toPrecision(3))} s`,
  x: [1, most],
  y: [job, job],
  of: ['running'],
  line: { color: COLOURS.ink, width: 1.5, dash: 'dot' },
  hovertemplate: 'the job: %{y:.3g} s<extra></extra>',
});

/** Where starting processes costs as much as the job. */
const crossings = (lines: readonly Line[], job: number) => ({
  type: 'scatter',
  mode: 'markers',
  name: 'costs as much as the job',
  showlegend: false,
  x: lines.map(({ each }) => job / each),
  y: lines.map(() => job),
  of: ['running'],
  marker: {
    size: 10,
    color: '#ffffff',
    line: { width: 2.5, color: lines.map(({ colour }) => colour) },
  },
  text: lines.map(({ name }) => name),
  hovertemplate: '%{text}<br>costs as much as the job at %{x:.3s} calls<extra></extra>',
});
