import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { IpcTaxError } from '../errors';
import type { PlotlyFigure } from '../figures';

/** A notebook's output that is a figure: plotly's description, and the still picture beside it. */
export interface NotebookFigure {
  /** `NN-name-K`: the notebook and the figure's place in it, from 1. */
  name: string;
  title: string;
  figure: PlotlyFigure;
  svg: string | null;
}

/** An executed notebook, as far as the report needs it. */
export interface ExecutedNotebook {
  /** `NN-name`. */
  name: string;
  title: string;
  figures: NotebookFigure[];
}

interface Cell {
  cell_type: string;
  source: string | string[];
  outputs?: { data?: Record<string, unknown> }[];
}

const PLOTLY = 'application/vnd.plotly.v1+json';
const joined = (text: string | string[]): string => (Array.isArray(text) ? text.join('') : text);

/** The notebooks in a folder, `NN-name.ipynb`, in order, as absolute paths. */
export function notebookFiles(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /^\d\d-.*\.ipynb$/.test(name));
  return names.sort().map((name) => path.join(folder, name));
}

/** Reads an executed notebook's title (its first heading) and figures. */
export function readExecuted(file: string): ExecutedNotebook {
  const name = path.basename(file, '.ipynb');
  let cells: Cell[];
  try {
    cells = (JSON.parse(readFileSync(file, 'utf8')) as { cells: Cell[] }).cells;
  } catch (cause) {
    throw new IpcTaxError('NOTEBOOK', `${file} is not an executed notebook`, { cause });
  }
  const heading = cells.map((cell) =>
    /^#\s+(.+)$/m.exec(cell.cell_type === 'markdown' ? joined(cell.source) : ''),
  );
  const outputs = cells.flatMap((cell) => cell.outputs ?? []).filter((output) => output.data?.[PLOTLY]);
  return {
    name,
    title: heading.find((match) => match !== null)?.[1] ?? name,
    figures: outputs.map(({ data }, i) => {
      const figure = data![PLOTLY] as PlotlyFigure;
      const title =
        (figure.layout?.title as { text?: string } | undefined)?.text ?? `${name}, figure ${i + 1}`;
      const svg = data!['image/svg+xml'] as string | string[] | undefined;
      return { name: `${name}-${i + 1}`, title, figure, svg: svg === undefined ? null : joined(svg) };
    }),
  };
}
