import { escapeHtml, htmlFacts, htmlTable, type TableLike } from '../notebook';
import { processorText } from '../project';
import { gateWords } from './gate-words';
import type { ExecutedNotebook, NotebookFigure } from './notebooks';
import type { Results, SectionGate } from './results';

const STYLE = `
:root { color-scheme: light dark; --ink: #1f2933; --ground: #fff; --quiet: #6b7280; --line: #d7dbe0; --shade: rgba(31, 41, 51, .28); --good: #00734f; --bad: #b3400a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e7eb; --ground: #14181d; --quiet: #9aa3ad; --line: #343b44; --shade: rgba(229, 231, 235, .4); --good: #4cc79c; --bad: #ff9561; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); max-width: 72rem; margin: 0 auto; padding: 1rem; overflow-wrap: break-word; }
a { color: inherit; } h1, h2 { line-height: 1.2; } section { border-top: 1px solid var(--line); margin-top: 2rem; }
nav ul { margin: 1.5rem 0; padding-left: 1.25rem; columns: 20rem; } nav li { margin: .15rem 0; }
.scroll { overflow-x: auto; background: linear-gradient(to right, var(--ground) 1.5rem, transparent) left / 3rem 100% no-repeat local, linear-gradient(to left, var(--ground) 1.5rem, transparent) right / 3rem 100% no-repeat local, linear-gradient(to right, var(--shade), transparent) left / .9rem 100% no-repeat scroll, linear-gradient(to left, var(--shade), transparent) right / .9rem 100% no-repeat scroll; }
.hint { display: none; color: var(--quiet); font-size: .875rem; margin: .25rem 0; }
table { border-collapse: collapse; font-size: .8125rem; white-space: nowrap; }
th, td { padding: .3rem .45rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; } th:first-child, td:first-child { text-align: left; }
.facts table, .facts th:first-child, .facts td:first-child { white-space: normal; }
figure { margin: 1rem 0; } figure img { width: 100%; max-width: 60rem; height: auto; background: #fff; border-radius: 4px; }
figcaption, .quiet { color: var(--quiet); font-size: .875rem; } .good { color: var(--good); } .bad { color: var(--bad); }
@media (max-width: 70rem) { .hint { display: block; } }
@media (max-width: 44rem) { th, td { padding: .3rem .2rem; } .facts table { font-size: .75rem; } }
@media print {
  body { max-width: none; padding: 0; } .hint { display: none; } h1, h2, h3, h2 + p { break-after: avoid; }
  figure, tr { break-inside: avoid; } figure img { width: auto; max-width: 100%; max-height: 90vh; }
  .scroll { overflow: visible; background: none; } table { font-size: 7.5pt; }
  th, td { white-space: normal; overflow-wrap: anywhere; padding: 2px 4px; } td[align="right"] { white-space: nowrap; }
}
`;

/** The notebook that shows how one works here: its figures are no findings. */
const isIntroduction = (name: string): boolean => name.startsWith('00-');

/** Text that no line can hold, such as a digest, may break anywhere. */
const breakable = (html: string): string =>
  html.replace(/[0-9a-f]{40,}/g, (digest) => digest.match(/.{1,8}/g)!.join('<wbr>'));

const scrolling = (table: string, kind = ''): string =>
  `<div class="scroll${kind}" tabindex="0">${table}</div>`;

/** The parts of the page, each with its notebook. */
function contents(notebooks: readonly ExecutedNotebook[]): string {
  const items = notebooks.map(({ name, title }) => {
    const notebook = `<a href="${name}.html">notebook</a>`;
    return `<li><a href="#${name}">${escapeHtml(title)}</a> <span class="quiet">· ${notebook}</span></li>`;
  });
  const rest = [
    ['facts', 'Facts'],
    ['machine', 'Machine and noise'],
  ].map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`);
  return `<nav aria-label="Contents"><ul>${[...items, ...rest].join('')}</ul></nav>`;
}

function figure({ name, title, svg }: NotebookFigure): string {
  // plotly's titles are cut into lines
  const text = escapeHtml(title.replace(/<br\s*\/?>/gi, ' '));
  const picture = svg === null ? text : `<img src="figures/${name}.svg" alt="${text}" loading="lazy">`;
  return `<figure><a href="figures/${name}.html">${picture}</a><figcaption>${text} · <a href="figures/${name}.html">open it alive</a></figcaption></figure>`;
}

export interface IndexParts {
  results: Results;
  notebooks: readonly ExecutedNotebook[];
  /** The headline table; null when its section was not measured. */
  headline: TableLike | null;
}

/** The report's first page: the contents, the headline, each notebook's figures, the facts, the machine, the noise. */
export function indexPage({ results, notebooks, headline }: IndexParts): string {
  const { machine, run, sections, warnings } = results;
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
      `<section id="${name}"><h2>${escapeHtml(title)}</h2><p><a href="${name}.html">The notebook, as it was run</a></p>${isIntroduction(name) ? '' : figures.map(figure).join('')}</section>`,
  );
  const facts = Object.entries(sections).map(
    ([name, section]) =>
      `<h3>${escapeHtml(name)}</h3>${doubt(section.gate)}${scrolling(breakable(htmlFacts(section.facts)), ' facts')}`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>IPC Tax: the report</title><style>${STYLE}</style></head><body>
<h1>IPC Tax: what the boundary costs on this machine</h1>
${quick}${gateParagraphs(results)}${warnings.map((text) => `<p class="bad">${escapeHtml(text)}</p>`).join('')}
${headline === null ? '' : `<p>One sweep, in milliseconds; ratios are taken within rounds.</p><p class="hint">The table is wider than this window: scroll it sideways.</p>${scrolling(htmlTable(headline))}`}
${contents(notebooks)}
${parts.join('\n')}
<section id="facts"><h2>Facts</h2>${facts.join('')}</section>
<section id="machine"><h2>Machine and noise</h2>
${machine === null ? '' : scrolling(htmlTable(machineLines(machine)), ' facts')}
${list('Taken in noise', noise)}${list('Not in this run', gaps)}
<p class="quiet">Run ${escapeHtml(run.id)} · ${escapeHtml(workloadText(run))} · <a href="results.json">results.json</a></p></section>
</body></html>
`;
}

/** What the gate says, in the page's head: how many combos never traded is part of it. */
function gateParagraphs(results: Results): string {
  const { all_ok: ok } = results.gate;
  const { head, traded, sections } = gateWords(results);
  const told = traded.length === 0 ? '' : ` <span class="quiet">${escapeHtml(traded.join('; '))}.</span>`;
  const lines = sections.map((line) => `<li>${escapeHtml(line)}</li>`).join('');
  return `<p class="${ok ? 'good' : 'bad'}"><strong>all_ok: ${ok}.</strong> ${escapeHtml(head)}.${told}</p>${lines === '' ? '' : `<ul class="bad">${lines}</ul>`}`;
}

/** Above the facts of a section whose gate did not pass. */
function doubt(gate: SectionGate | null): string {
  if (gate === null || gate.outcome === 'passed') return '';
  return `<p class="bad">The gate ${gate.outcome}: no time here counts.</p>`;
}

/** What the run was of, as far as the command was told. */
function workloadText({ quick, options: { series, bars, fee } }: Results['run']): string {
  const parts = [
    ...(series === undefined ? [] : [`${series}, ${bars} bars`]),
    ...(fee === undefined ? [] : [`a fee of ${fee} % a trade`]),
    quick ? 'quick' : 'in full',
  ];
  return parts.join(', ');
}

function machineLines(machine: NonNullable<Results['machine']>): TableLike {
  const {
    processor,
    cores,
    allowed,
    memoryBytes,
    governor,
    quota,
    system,
    hypervisor,
    versions,
    revision,
    load,
  } = machine;
  const lines: [string, string][] = [
    ['processor', `${processor}, ${cores} cores${hypervisor ? ', virtual' : ''}`],
    ['allowed', allowed ? `${allowed.length} of them: ${processorText(allowed)}` : 'not told'],
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
