import type { CellTable } from './cells';

const width = (text: string): number => [...text].length;

/** The table as lines of text: columns padded to their widest cell, a rule below the heads. */
export function tableText({ heads, rows, numeric, note }: CellTable): string {
  const lines = [heads, ...rows].map((row) => row.map((cell) => cell.replace(/\s+/g, ' ')));
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => width(line[column]!))));
  const set = (line: string[]): string =>
    line
      .map((cell, i) => {
        const space = ' '.repeat(widths[i]! - width(cell));
        return numeric[i] ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd();
  const [head, ...body] = lines;
  const rule = widths.map((w) => '─'.repeat(w)).join('  ');
  return [set(head!), rule, ...body.map(set), ...(note === null ? [] : [note])].join('\n');
}
