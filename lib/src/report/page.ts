import { escapeHtml, htmlFacts, htmlTable, type TableLike } from '../notebook';
import type { ExecutedNotebook, NotebookFigure } from './notebooks';
import type { Results } from './results';

const STYLE = `
:root { color-scheme: light dark; --ink: #1f2933; --ground: #fff; --quiet: #6b7280; --line: #d7dbe0; --good: #00734f; --bad: #b3400a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e7eb; --ground: #14181d; --quiet: #9aa3ad; --line: #343b44; --good: #4cc79c; --bad: #ff9561; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
a { color: inherit; } h1, h2 { line-height: 1.2; } section { border-top: 1px solid var(--line); margin-top: 2rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .875rem; white-space: nowrap; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: right; } th:first-child, td:first-child { text-align: left; }
figure { margin: 1rem 0; overflow-x: auto; } figure img { width: 100%; min-width: 32rem; height: auto; background: #fff; border-radius: 4px; }
figcaption, .quiet { color: var(--quiet); font-size: .875rem; } .good { color: var(--good); } .bad { color: var(--bad); }
@media print { body { max-width: none; } section { break-inside: avoid; } }
`;

const scrolling = (table: string): string => `<div class="scroll">${table}</div>`;

function figure({ name, title, svg }: NotebookFigure): string {
  const text = escapeHtml(title);
  const picture = svg === null ? text : `<img src="figures/${name}.svg" alt="${text}" loading="lazy">`;
  return `<figure><a href="figures/${name}.html">${picture}</a><figcaption>${text} · <a href="figures/${name}.html">open it alive</a></figcaption></figure>`;
}

export interface IndexParts {
  results: Results;
  notebooks: readonly ExecutedNotebook[];
  /** The headline table; null when its section was not measured. */
  headline: TableLike | null;
}

/** The report's first page: the headline, each notebook's figures, the facts, the machine, the noise. */
export function indexPage({ results, notebooks, headline }: IndexParts): string {
  const { gate, machine, run, sections, warnings } = results;
  const verdict = gate.all_ok
    ? '<p class="good"><strong>all_ok: true.</strong> Every variant gave the same trades and PnL.</p>'
    : '<p class="bad"><strong>all_ok: false.</strong> At least one variant differs: no time here counts.</p>';
  const quick = run.quick ? '<p class="bad">A quick run: few rounds, no intervals, no verdicts.</p>' : '';
  const noise = Object.entries(sections).flatMap(([name, { noise: found }]) =>
    found && !found.quiet
      ? found.reasons.map((reason) => `<li>${escapeHtml(`${name}: ${reason}`)}</li>`)
      : [],
  );
  const gaps = [
    ...results.gaps.map(({ what, why }) => `${what} (${why})`),
    ...Object.entries(sections).flatMap(([name, section]) =>
      section.gaps.map(({ what, why }) => `${name}: ${what} (${why})`),
    ),
  ].map((text) => `<li>${escapeHtml(text)}</li>`);
  const list = (title: string, items: string[]): string =>
    items.length === 0 ? '' : `<h3>${title}</h3><ul>${items.join('')}</ul>`;
  const parts = notebooks.map(
    ({ name, title, figures }) =>
      `<section id="${name}"><h2>${escapeHtml(title)}</h2><p><a href="${name}.html">The notebook, as it was run</a></p>${figures.map(figure).join('')}</section>`,
  );
  const facts = Object.entries(sections).map(
    ([name, section]) => `<h3>${escapeHtml(name)}</h3>${scrolling(htmlFacts(section.facts))}`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>IPC Tax: the report</title><style>${STYLE}</style></head><body>
<h1>IPC Tax: what the boundary costs on this machine</h1>
${quick}${verdict}${warnings.map((text) => `<p class="bad">${escapeHtml(text)}</p>`).join('')}
${headline === null ? '' : `<p>One sweep, in milliseconds; ratios are taken within rounds.</p>${scrolling(htmlTable(headline))}`}
${parts.join('\n')}
<section><h2>Facts</h2>${facts.join('')}</section>
<section><h2>Machine and noise</h2>
${machine === null ? '' : scrolling(htmlTable(machineLines(machine)))}
${list('Taken in noise', noise)}${list('Not in this run', gaps)}
<p class="quiet">Run ${escapeHtml(run.id)} · <a href="results.json">results.json</a></p></section>
</body></html>
`;
}

function machineLines(machine: NonNullable<Results['machine']>): TableLike {
  const { processor, cores, memoryBytes, governor, quota, system, hypervisor, versions, revision, load } =
    machine;
  const lines: [string, string][] = [
    ['processor', `${processor}, ${cores} cores${hypervisor ? ', virtual' : ''}`],
    ['memory', `${(memoryBytes / 2 ** 30).toFixed(1)} GiB`],
    ['governor', governor ?? 'not told'],
    ['quota', quota === null ? 'none' : `${quota} processors`],
    ['system', system],
    ...Object.entries(versions).map(([name, version]): [string, string] => [name, version ?? 'not found']),
    ['revision', revision ?? 'not a checkout'],
    ['load at the start', load.map((value) => value.toFixed(2)).join(' ')],
  ];
  return lines.map(([what, here]) => ({ what, here }));
}
