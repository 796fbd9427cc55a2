import type { LabelColumn } from './label-column';
import { type Grain, type Reading, Stamp } from './stamp';
import { Stamps } from './stamps';
import { readWritten } from './written';

/** A column read in one reading, as far as it could be. */
export interface ReadColumn {
  stamps: Stamps;
  /** Whether some stamp would be another date in another reading. */
  open: boolean;
  /** The first bar that could not be read, or not be compared with the others, and why. */
  fault: { row: number; problem: string } | null;
}

const DAY = 86_400_000;
const KINDS = { date: 'a date', yearless: 'a date without a year', time: 'a time of day without a date' };

/** What the stamps before have told, against which each is held. */
interface Told {
  grain: Grain;
  zone: string;
  /** Whether they tell their offset; null as long as there are only days. */
  zoned: boolean | null;
  /** The bar that told of the offset first. */
  row: number;
}

/** Reads every label in one reading; they must tell the same: all with a date or none, all with an offset or none. */
export function readColumn(column: LabelColumn, reading: Reading): ReadColumn {
  const { labels } = column;
  const stamps = new Stamps(labels.length);
  const stamp = new Stamp();
  const read: ReadColumn = { stamps, open: false, fault: null };
  const told: Told = { grain: 'date', zone: '', zoned: null, row: 0 };
  for (let row = 0; row < labels.length; row++) {
    if (!readWritten(labels[row], reading, stamp)) {
      read.fault = { row, problem: '' };
      return read;
    }
    if (row === 0) {
      told.grain = stamp.grain;
      told.zone = stamp.zone;
    }
    if (told.zoned === null && (stamp.clocked || stamp.zoned)) {
      told.zoned = stamp.zoned;
      told.row = row;
    }
    const problem = unlike(stamp, told, column);
    if (problem !== '') {
      read.fault = { row, problem };
      return read;
    }
    read.open ||= stamp.open;
    stamps.high[row] = stamp.day * DAY + stamp.milliseconds;
    stamps.low[row] = stamp.nanoseconds;
  }
  stamps.grain = told.grain;
  stamps.zoned = told.zoned === true;
  stamps.days = told.zoned === null;
  return read;
}

/** Why a stamp can't be compared with those before it; '' where it can. */
function unlike(stamp: Stamp, { grain, zone, zoned, row }: Told, column: LabelColumn): string {
  if (stamp.grain !== grain) return `is ${KINDS[stamp.grain]}, where ${column.place(0)} has ${KINDS[grain]}`;
  const asZoned = stamp.zoned === zoned || !(stamp.clocked || stamp.zoned);
  if (stamp.zone === zone && asZoned) return '';
  const tells =
    stamp.zoned || stamp.zone !== '' ? 'tells another offset or zone than' : 'tells no offset, unlike';
  return `${tells} ${column.place(row)}, so that they can't be compared`;
}
