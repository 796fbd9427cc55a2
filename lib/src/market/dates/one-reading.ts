import type { LabelColumn } from './label-column';
import { type Reading, Stamp } from './stamp';
import { Stamps } from './stamps';
import { readWritten } from './written';

/** A column read in one reading, as far as it could be. */
export interface ReadColumn {
  stamps: Stamps;
  /** Whether some stamp would be another date in another reading. */
  open: boolean;
  /** Whether the year is open too, or there is none. */
  wideOpen: boolean;
  /** The first bar that could not be read, or not be compared with the others, and why. */
  fault: { row: number; problem: string } | null;
}

const DAY = 86_400_000;
const KINDS = { date: 'a date', yearless: 'a date without a year', time: 'a time of day without a date' };

/** Reads every label in one reading; they must tell the same: all with a date or none, all with an offset or none. */
export function readColumn(column: LabelColumn, reading: Reading): ReadColumn {
  const { labels } = column;
  const stamps = new Stamps(labels.length);
  const stamp = new Stamp();
  const read: ReadColumn = { stamps, open: false, wideOpen: false, fault: null };
  stamps.days = true;
  // the first with a time of day, whose offset the others are held against
  let clocked = -1;
  let zone = '';
  for (let i = 0; i < labels.length; i++) {
    if (!readWritten(labels[i], reading, stamp)) {
      read.fault = { row: i, problem: '' };
      return read;
    }
    read.open ||= stamp.open;
    read.wideOpen ||= stamp.wideOpen;
    if (i === 0) stamps.grain = stamp.grain;
    else if (stamp.grain !== stamps.grain) {
      const [is, first] = [KINDS[stamp.grain], KINDS[stamps.grain as keyof typeof KINDS]];
      return failed(read, i, `is ${is}, where ${column.place(0)} has ${first}`);
    }
    if (stamp.clocked || stamp.zoned || stamp.zone !== '') {
      stamps.days = false;
      if (clocked === -1) {
        clocked = i;
        stamps.zoned = stamp.zoned;
        zone = stamp.zone;
      } else if (stamp.zoned !== stamps.zoned || stamp.zone !== zone) {
        const tells =
          stamp.zoned || stamp.zone !== '' ? 'tells another offset or zone than' : 'tells no offset, unlike';
        return failed(read, i, `${tells} ${column.place(clocked)}, so that they can't be compared`);
      }
    }
    stamps.high[i] = stamp.day * DAY + stamp.milliseconds;
    stamps.low[i] = stamp.nanoseconds;
  }
  return read;
}

function failed(read: ReadColumn, row: number, problem: string): ReadColumn {
  read.fault = { row, problem };
  return read;
}
