import type { KernelRow, Section, TunedKernelRow } from '../study';
import { overBefore } from './before';
import type { PlotlyFigure } from './figure';
import { COLOURS, layout } from './style';
import { duration, kernelRows, logRange } from './tuned-kernel-rows';

const LANGUAGES: readonly KernelRow['language'][] = ['numba', 'TypeScript', 'WebAssembly', 'Rust'];

const ALGORITHMS = [
  { algorithm: 'naive', name: 'naive: direct sums', colour: COLOURS.quiet, symbol: 'circle' },
  { algorithm: 'direct', name: 'direct: many bars at once', colour: COLOURS.third, symbol: 'square' },
  { algorithm: 'tuned', name: 'tuned: the certified filter', colour: COLOURS.ours, symbol: 'diamond' },
] as const;

const WHY = 'no kernel was measured (option which)';

/**
 * What is the algorithm's gain and what the language's: a line for each language, a mark for each algorithm in it, all on
 * one thread, at its widest. Along a line the algorithm changes, down a column the language.
 */
export const algorithmLanguage = (section: Section<TunedKernelRow>): PlotlyFigure =>
  overBefore(section, draw, WHY);

/** The best form of an algorithm in a language on one thread. */
function best(rows: readonly KernelRow[], language: string, algorithm: string): KernelRow | null {
  const found = rows.filter(
    (row) => row.language === language && row.algorithm === algorithm && row.threads === 1,
  );
  // bounds checks are a matter of naive Rust, not another algorithm
  const plain = found.filter(({ step }) => step !== 1);
  return plain.sort((a, b) => a.measured.median - b.measured.median)[0] ?? null;
}

function draw(section: Section<TunedKernelRow>): PlotlyFigure {
  const rows = kernelRows(section);
  const shown = rows.map(({ measured }) => measured.median / 1_000);
  const languages = LANGUAGES.filter((language) => rows.some((row) => row.language === language));
  return {
    data: ALGORITHMS.map(({ algorithm, name, colour, symbol }) => {
      const own = languages.flatMap((language) => best(rows, language, algorithm) ?? []);
      const place = (row: KernelRow): string => {
        const all = ALGORITHMS.flatMap(
          (each) => best(rows, row.language, each.algorithm)?.measured.median ?? [],
        );
        const { median } = row.measured;
        // the quickest to the left, the slowest to the right, one between them below: names keep apart
        if (median === Math.max(...all)) return all.length === 1 ? 'top center' : 'top right';
        return median === Math.min(...all) ? 'top left' : 'bottom center';
      };
      return {
        type: 'scatter',
        mode: 'markers+text',
        name,
        x: own.map(({ measured }) => measured.median / 1_000),
        y: own.map(({ language }) => language),
        of: own.map(({ kernel }) => [kernel]),
        text: own.map(({ measured }) => duration(measured.median / 1_000)),
        textposition: own.map(place),
        textfont: { size: 11 },
        marker: { size: 13, color: colour, symbol },
        customdata: own.map(({ title, times_numba_wall }) => [
          title,
          times_numba_wall === null
            ? ''
            : `, ${times_numba_wall.median.toPrecision(3)} times as fast as numba`,
        ]),
        hovertemplate: '%{customdata[0]}: %{x:.3g} ms%{customdata[1]}<extra></extra>',
      };
    }),
    layout: layout('Algorithm against language: one sweep, one thread', {
      height: 400,
      xaxis: { type: 'log', dtick: 1, range: logRange(shown), title: { text: 'milliseconds a sweep (log)' } },
      yaxis: {
        categoryorder: 'array',
        categoryarray: [...languages].reverse(),
        range: [-0.5, languages.length - 0.3],
      },
    }),
  };
}
