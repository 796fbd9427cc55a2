import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writtenText } from '../errors';
import { exportHtml, textTable } from '../notebook';
import { type ArchitectureRow, fingerprintText, type Section } from '../study';
import { gateWords } from './gate-words';
import { headline } from './headline';
import { readExecuted } from './notebooks';
import { indexPage } from './page';
import { type Results, results } from './results';

/**
 * Writes results.json, every figure as a page and a picture of its own, and index.html into `out`,
 * which holds the executed notebooks (`NN-name.ipynb`).
 * @returns What to print at the end, whether the gate passed, and whether every section there is is whole.
 */
export function writeReport(
  out: string,
  run: Results['run'],
  sections: ReadonlyMap<string, Section>,
): { text: string; allOk: boolean; whole: boolean } {
  const all = results(run, sections);
  const file = path.join(out, 'results.json');
  writeFileSync(
    file,
    writtenText(file, () => `${JSON.stringify(all, null, 1)}\n`),
  );
  const files = readdirSync(out).filter((name) => name.endsWith('.ipynb'));
  const notebooks = files.sort().map((name) => readExecuted(path.join(out, name)));
  const folder = path.join(out, 'figures');
  mkdirSync(folder, { recursive: true });
  for (const { name, figure, svg } of notebooks.flatMap((notebook) => notebook.figures)) {
    exportHtml(figure, path.join(folder, `${name}.html`));
    if (svg !== null) writeFileSync(path.join(folder, `${name}.svg`), svg);
  }
  const section = sections.get('architectures') as Section<ArchitectureRow> | undefined;
  const table = section ? headline(section) : null;
  writeFileSync(path.join(out, 'index.html'), indexPage({ results: all, notebooks, headline: table }));
  const whole = [...sections.values()].every((each) => !each.run.partial);
  return { text: summary(all, section, out), allOk: all.gate.all_ok, whole };
}

/** What the command ends with in the terminal. */
function summary(all: Results, section: Section<ArchitectureRow> | undefined, out: string): string {
  const { gate, gaps, sections, run, warnings } = all;
  const words = gateWords(all);
  const noisy = Object.entries(sections).filter(([, { noise }]) => noise && !noise.quiet);
  return [
    ...(section ? [textTable(headline(section)), '', fingerprintText(section)] : []),
    ...(run.quick ? ['a quick run: few rounds, no intervals, no verdicts'] : []),
    ...(noisy.length > 0
      ? [`taken in noise (the report says how much): ${noisy.map(([name]) => name).join(', ')}`]
      : []),
    ...warnings,
    ...gaps.map(({ what, why }) => `not in this run: ${what} (${why})`),
    ...words.sections.map((line) => `gate: ${line}`),
    ...words.traded,
    `${words.head}, all_ok: ${gate.all_ok}`,
    `the report: ${path.relative(process.cwd(), path.join(out, 'index.html'))}`,
  ].join('\n');
}
