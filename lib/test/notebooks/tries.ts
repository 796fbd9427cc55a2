import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/project';

/** A thing that a notebook tells its reader to try. */
export interface Try {
  /** The bullet, as it stands there. */
  text: string;
  /** Lines that take the place of options of the same names; or the text of a new cell. */
  options: string[] | null;
  cell: string | null;
}

export interface Notebook {
  name: string;
  /** The texts of its code cells. */
  cells: string[];
  tries: Try[];
}

const FOLDER = path.join(projectRoot(), 'notebooks');
const HEAD = '**What to try.**';

/** Code spans that follow each other, with no more than a comma between. */
const SPANS = /^[^`]*((?:`[^`]+`(?:, )?)+)/;

function tryOf(bullet: string, where: string): Try {
  const fenced = /```ts\n([\s\S]*?)```/.exec(bullet);
  const spans = [...(SPANS.exec(bullet)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, code]) => code);
  if (bullet.startsWith('- In a new cell') && (fenced || spans.length === 1)) {
    return { text: bullet, options: null, cell: fenced ? fenced[1] : spans[0] };
  }
  if (bullet.startsWith('- Among the options') && spans.length > 0) {
    return { text: bullet, options: spans, cell: null };
  }
  throw new Error(
    `${where}: "${bullet}": expected "- Among the options: \`name: value\`", one or more, or "- In a new cell: \`code\`"`,
  );
}

/** What the Markdown of a notebook tells to try: every bullet below the words. */
function triesIn(markdown: string, where: string): Try[] {
  const at = markdown.indexOf('What to try');
  if (at < 0) return [];
  const told = markdown.slice(at + HEAD.length - 2).trim();
  if (!markdown.includes(`${HEAD}\n\n- `))
    throw new Error(`${where}: expected "${HEAD}" and a list below it`);
  return told.split(/\n(?=- )/).map((bullet) => tryOf(bullet, where));
}

/** The project's notebooks, with what they tell to try. */
export const notebooks = (): Notebook[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ipynb'))
    .sort()
    .map((name) => {
      const { cells } = JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8')) as {
        cells: { cell_type: string; source: string[] }[];
      };
      const texts = (kind: string): string[] =>
        cells.filter(({ cell_type }) => cell_type === kind).map(({ source }) => source.join(''));
      return {
        name,
        cells: texts('code'),
        tries: texts('markdown').flatMap((markdown) => triesIn(markdown, name)),
      };
    });

/** The cells with options in the place of those of the same names, as a reader would write them. */
export function withOptions(cells: readonly string[], options: readonly string[]): string[] {
  return cells.map((cell) => {
    const begin = cell.indexOf('const options = {\n');
    if (begin < 0) return cell;
    return options.reduce((text, option) => {
      const [name] = option.split(':');
      const line = new RegExp(`^  ${name}:.*$`, 'm');
      return line.test(text)
        ? text.replace(line, () => `  ${option},`)
        : text.replace('const options = {\n', () => `const options = {\n  ${option},\n`);
    }, cell);
  });
}
