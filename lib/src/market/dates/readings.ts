import { quoted } from '../../errors';
import type { LabelColumn } from './label-column';
import { type ReadColumn, readColumn } from './one-reading';
import { type OrderOptions, sequence } from './sequence';
import { READINGS, type Reading, Stamp } from './stamp';
import type { Stamps } from './stamps';
import { readWritten } from './written';

/** What a column may mean; `reading` is null where it is taken as numbers. */
interface Candidate {
  reading: Reading | null;
  read: ReadColumn;
  /** The row up to which its bars are in the order they should have; all of them where there are so many. */
  until: number;
  /** Whether they are all in the opposite order. */
  reversed: boolean;
}

/**
 * Reads a column of written stamps. Where figures leave open which part is the day, the whole column decides: a
 * reading must read every bar, and of those that do, the one in which the bars are in their order.
 *
 * @param counts The same column as numbers, where it can be that too.
 * @param options The order the bars should have.
 * @returns The stamps, in their order or out of it; or the fault of the reading that comes furthest where none reads
 * the column.
 * @throws The column's fault where two readings have opposite orders, naming the option that settles it.
 */
export function readReadings(
  column: LabelColumn,
  given: Reading | undefined,
  options: OrderOptions,
  counts: Stamps | null = null,
): ReadColumn {
  const first = readColumn(column, given ?? READINGS[0]);
  if (given !== undefined || (first.fault === null && !first.open)) return first;
  const reads = READINGS.slice(1).map((reading): [Reading | null, ReadColumn] => [
    reading,
    readColumn(column, reading),
  ]);
  reads.unshift([READINGS[0], first]);
  if (counts !== null) reads.push([null, { stamps: counts, open: false, fault: null }]);
  const possible = reads.filter(([, { fault }]) => fault === null);
  if (possible.length === 0)
    return furthest(
      reads.map(([, read]) => read),
      ({ fault }) => fault!.row,
    );

  const candidates = possible.map(([reading, read]) => candidate(reading, read, options));
  const right = candidates.filter(({ until }) => until === column.labels.length);
  const reverse = candidates.filter(({ reversed }) => reversed);
  if (right.length === 0) return (reverse[0] ?? furthest(candidates, ({ until }) => until)).read;
  if (reverse.length > 0) throw openFault(column, right[0], reverse[0]);
  return right[0].read;
}

function candidate(reading: Reading | null, read: ReadColumn, options: OrderOptions): Candidate {
  const { stamps } = read;
  const { order = 'oldest-first' } = options;
  const { fault } = sequence(stamps, options);
  const opposite = order === 'oldest-first' ? 'newest-first' : 'oldest-first';
  const reversed = fault !== null && sequence(stamps, { ...options, order: opposite }).fault === null;
  return { reading, read, until: fault === null ? stamps.length : fault.row, reversed };
}

/** The one that comes furthest, the first of such. */
function furthest<T>(all: readonly T[], length: (one: T) => number): T {
  const lengths = all.map(length);
  return all[lengths.indexOf(Math.max(...lengths))];
}

function openFault(column: LabelColumn, one: Candidate, other: Candidate): Error {
  const row = firstOpen(column.labels, one.reading, other.reading);
  const is = ({ reading, read }: Candidate): string =>
    reading === null ? 'a number' : `${reading} ${written(read.stamps, row)}`;
  const options = [one, other].map(({ reading }) => reading ?? 'labels');
  const say = options.map((option) => `dates: '${option}'`).join(' or ');
  const problem = `got ${quoted(column.labels[row])}, which can be ${is(one)} or ${is(other)}: the oldest bar is first in one way, the newest in the other; say ${say}`;
  return column.fault(row, problem, { dates: options[0] });
}

function firstOpen(labels: readonly string[], one: Reading | null, other: Reading | null): number {
  if (one === null || other === null) return 0;
  const [a, b] = [new Stamp(), new Stamp()];
  return labels.findIndex((label) => {
    readWritten(label, one, a);
    readWritten(label, other, b);
    return a.day !== b.day;
  });
}

function written(stamps: Stamps, row: number): string {
  const iso = new Date(stamps.high[row]).toISOString().slice(0, 10);
  return stamps.grain === 'yearless' ? iso.slice(5) : iso;
}
