import { types } from 'node:util';
import { isMeantAsFigure } from './figure-check';

type Fields = Record<string, unknown>;

const count = (many: number, what: string): string =>
  `${many.toLocaleString('en-US')} ${what}${many === 1 || what.endsWith('s') ? '' : 's'}`;

const isText = (...values: unknown[]): boolean => values.every((value) => typeof value === 'string');
const isCallable = (...values: unknown[]): boolean => values.every((value) => typeof value === 'function');

function engine({ connect, sweep, transport, pid }: Fields): string | null {
  if (!isCallable(connect, sweep) || !isText(transport)) return null;
  const process = typeof pid === 'number' ? `process ${pid}` : 'no process of its own at the moment';
  return `[engine] over ${transport}, ${process}; await engine.info() tells its kernel`;
}

function client({ sweep, sweepLoaded, echo, close }: Fields): string | null {
  return isCallable(sweep, sweepLoaded, echo, close) ? '[client of an engine]' : null;
}

function held({ kind, id, bars, expectOn }: Fields): string | null {
  if (typeof id !== 'number' || !isCallable(expectOn)) return null;
  if (kind === 'session') return `[live session ${id} of an engine]`;
  return kind === 'series' && typeof bars === 'number'
    ? `[series ${id} in an engine] ${count(bars, 'bars')}`
    : null;
}

function pool({ sweep, workers, close }: Fields): string | null {
  return isCallable(sweep, close) && typeof workers === 'number'
    ? `[pool] ${count(workers, 'worker thread')}`
    : null;
}

function section({ name, run, rows, facts, gaps }: Fields): string | null {
  if (!isText(name) || !Array.isArray(rows) || !Array.isArray(gaps) || typeof facts !== 'object') return null;
  const { started, seconds, quick } = (run ?? {}) as Fields;
  if (!isText(started) || typeof seconds !== 'number') return null;
  const parts = [count(rows.length, 'row'), count(Object.keys(facts ?? {}).length, 'fact')];
  if (gaps.length > 0) parts.push(count(gaps.length, 'gap'));
  const how = `measured ${started} in ${seconds.toFixed(1)} s${quick === true ? ', quick' : ''}`;
  return `[section ${name}] ${parts.join(', ')}, ${how}; show(section.rows) and show(section.facts) give its tables`;
}

function study({ name, title, run }: Fields): string | null {
  return isText(name, title) && isCallable(run)
    ? `[section to run] ${title}: await run(...) measures it and gives its record`
    : null;
}

function series({ name, description, close, dates }: Fields): string | null {
  if (!isText(name, description) || !(close instanceof Float64Array) || dates === undefined) return null;
  return `[series ${name}] ${description}`;
}

function grouped({ colDict, keyCol, ngroups }: Fields): string | null {
  if (!Array.isArray(keyCol) || typeof colDict !== 'object' || typeof ngroups !== 'number') return null;
  return `[DataFrame grouped by ${keyCol.join(', ')}] ${count(ngroups, 'group')}; col([...]) and a statistic give a table`;
}

function figures(list: Fields): string | null {
  if (!Array.isArray(list) || list.length === 0) return null;
  // `every` passes over holes
  if (list.includes(undefined) || !list.every(isMeantAsFigure)) return null;
  return `[${count(list.length, 'figure')}] for (const figure of figures) show(figure); draws them`;
}

const LINES = [figures, engine, client, held, pool, section, study, series, grouped];

/**
 * A line on a value whose fields are no use to a reader: an engine, a series, a section, a promise; null for others.
 * By form and not by class: a notebook may hold values of a build before.
 */
export function lineOf(value: unknown): string | null {
  if (types.isPromise(value)) return '[promise] put await before it, and what it gives is shown';
  if (typeof value !== 'object' || value === null) return null;
  for (const line of LINES) {
    const found = line(value as Fields);
    if (found !== null) return found;
  }
  return null;
}
