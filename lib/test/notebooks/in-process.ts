import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import ts from 'typescript';
import * as library from '../../src';
import type { PlotlyFigure } from '../../src/figures';
import { isFigure } from '../../src/notebook/figure-check';

const COMPILER: ts.CompilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };

const AsyncFunction = (async () => {}).constructor as new (
  ...texts: string[]
) => (...values: unknown[]) => Promise<void>;

/** Names that several cells declare are those of the last, as in the notebook's kernel. */
const redeclarable = (cell: string): string => cell.replaceAll(/^const (?=[\w{[])/gm, 'var ');

/** What a cell shows: how often, and the figures among it. */
export interface Shown {
  count: number;
  figures: PlotlyFigure[];
}

/**
 * Runs the cells of a notebook one after the other in this process, over the compiled library, and gives what each shows.
 * What they export is not written.
 */
export async function runCells(cells: readonly string[]): Promise<Shown[]> {
  const shown: Shown[] = [];
  const watched = {
    ...library,
    show: (value: unknown) => {
      assert.notEqual(value, undefined, 'what is shown is there');
      const now = shown[shown.length - 1];
      now.count++;
      if (isFigure(value)) now.figures.push(value);
    },
    exportHtml: (figure: unknown) => assert.ok(isFigure(figure), 'what is exported is a figure'),
  };
  const load = createRequire(__filename);
  const find = (name: string): unknown => (name === 'ipc-tax' ? watched : load(name));
  const begin = (): unknown => shown.push({ count: 0, figures: [] });
  const text = cells.map((cell) => `beginCell();\n${redeclarable(cell)}`).join('\n;\n');
  const { outputText } = ts.transpileModule(text, { compilerOptions: COMPILER });
  await new AsyncFunction('require', 'exports', 'beginCell', outputText)(find, {}, begin);
  return shown;
}

/** What TypeScript has to say of cells that stand together, as the notebook's kernel compiles them: not strictly. */
export function faultsOf(texts: ReadonlyMap<string, readonly string[]>): string[] {
  const options: ts.CompilerOptions = {
    ...COMPILER,
    module: ts.ModuleKind.ES2022,
    moduleResolution: ts.ModuleResolutionKind.Node10,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: ['node'],
    noEmit: true,
    skipLibCheck: true,
    esModuleInterop: true,
  };
  const files = new Map(
    [...texts].map(([name, cells]) => [`${__dirname}/${name}.ts`, `${cells.join('\n')}\nexport {};\n`]),
  );
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.getSourceFile = (name, ...more) => {
    const text = files.get(name);
    return text === undefined
      ? getSourceFile(name, ...more)
      : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName.split('/').pop()}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
}
