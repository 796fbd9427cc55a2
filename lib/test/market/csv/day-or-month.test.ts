import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dates } from '../../../src/market';
import { barsOf, csvError, fault, read } from './bars-file';

const refused = (dates: string[], option?: Dates): void => {
  csvError(barsOf(dates), { dates: option });
};
const loads = (dates: string[], option?: Dates): void => {
  assert.deepEqual(read(barsOf(dates), { dates: option }).dates, dates);
};

test('a part over 12 anywhere in the column decides between day and month', () => {
  loads(['01/02/2024', '01/03/2024', '01/13/2024']);
  loads(['12/01/2024', '13/01/2024', '01/02/2024']);
  loads(['01/12/2023', '12/12/2023', '13/12/2023', '01/01/2024']);
  refused(['02/02/2024', '01/02/2024', '13/01/2024']);
  refused(['03/01/2024', '02/10/2024', '01/31/2024']);
  refused(['12/31/2024', '12/01/2024', '11/12/2024']);
});

test('where both are possible the order of the column decides, unless the other way has the newest bar first', () => {
  loads(['05/01/2024', '03/02/2024', '04/02/2024']);
  loads(['01/02/2024', '01/03/2024', '01/04/2024']);
  loads(['11/12/2023', '12/12/2023', '01/01/2024']);
  refused(['01/04/2024', '01/03/2024', '01/02/2024']);
  refused(['02/02/2024', '01/01/2024']);
  refused(['05/06/2024', '05/06/2024']);
  refused(['01/02/2024', '01/04/2024', '01/03/2024']);
});

test('few bars, the newest first in one way and the oldest in the other, are refused with both', () => {
  for (const dates of [
    ['03/01/2024', '02/02/2024'],
    ['10/09/2024', '09/10/2024'],
    ['11/08/2023', '08/09/2023', '05/10/2023', '02/11/2023'],
    ['05/01/2024', '04/02/2024', '03/04/2024', '02/05/2024', '01/08/2024'],
    ['12/01/2023', '11/02/2023', '10/03/2023', '09/05/2023', '08/07/2023'],
    ['03.01.2024', '02.02.2024'],
    ['3-1-24', '2-2-24'],
  ]) {
    const message = fault(barsOf(dates));
    assert.match(message, /say dates: 'day-first' or dates: 'month-first'$/);
    loads(dates, 'day-first');
    assert.deepEqual(
      read(barsOf(dates), { dates: 'month-first', order: 'newest-first' }).dates,
      [...dates].reverse(),
    );
  }
});

test('a month over 12 in both readings is no date, and two orders in one column are said', () => {
  assert.match(
    fault(barsOf(['13/25/2024', '01/01/2024'])),
    /^line 2, .* got "13\/25\/2024", expected a date such as/,
  );
  assert.match(
    fault(barsOf(['25/12/2024', '12/26/2024'])),
    /^line 3, .* got "12\/26\/2024", whose day and month are in another order than in line 2; say /,
  );
});

test('the option dates settles it', () => {
  loads(['03/01/2024', '02/02/2024'], 'day-first');
  refused(['03/01/2024', '02/02/2024'], 'month-first');
  loads(['02/02/2024', '03/01/2024'], 'month-first');
  refused(['02/02/2024', '03/01/2024'], 'day-first');
  assert.match(
    fault(barsOf(['01/13/2024', '01/14/2024']), { dates: 'day-first' }),
    /expected a day-first date;/,
  );
  loads(['2024-01-02', '2024-01-03'], 'day-first');
  loads(['31/12/23', '01/01/24'], 'day-first');
  refused(['31/12/23', '01/01/24'], 'year-first');
});

test('where the year is open too, two readings in opposite orders are refused with the options', () => {
  const opposite: [string[], Dates, Dates][] = [
    [['31/12/23', '01/01/24'], 'day-first', 'year-first'],
    [['24-02-01', '24-01-31'], 'day-first', 'year-first'],
    [['010224', '310124'], 'year-first', 'day-first'],
  ];
  for (const [dates, ...options] of opposite) {
    const message = fault(barsOf(dates));
    for (const option of options) assert.ok(message.includes(`dates: '${option}'`), message);
    const [one, other] = options;
    loads(dates, one);
    refused(dates, other);
  }
  assert.equal(
    fault(barsOf(['31/12/23', '01/01/24'])),
    'line 2, column "Date": got "31/12/23", which can be day-first 2023-12-31 or year-first 2031-12-23: the oldest bar is first in one way, the newest in the other; say dates: \'day-first\' or dates: \'year-first\'',
  );
});

test('bars that are kept or let pass decide as well', () => {
  const us = ['01/02/2024', '01/02/2024', '01/03/2024', '02/01/2024'];
  refused(us);
  for (const doubled of ['first', 'last', 'all'] as const) {
    assert.ok(read(barsOf(us), { doubled }).close.length >= 3);
    assert.ok(read(barsOf([...us].reverse()), { doubled, order: 'newest-first' }).close.length >= 3);
  }
  const set = ['11/03/2024 01:30', '11/03/2024 01:00', '11/04/2024 01:00', '12/01/2024 01:00'];
  refused(set);
  assert.equal(read(barsOf(set), { clockChanges: true }).close.length, 4);
});

test('two digits are a year from 1950 to 2049', () => {
  loads(['30-Dec-49', '31-Dec-49']);
  loads(['31-Dec-50', '01-Jan-62', '31-Dec-99', '01-Jan-00', '02-Jan-49']);
  refused(['01-Jan-49', '01-Jan-50']);
  loads(['12/29/99', '12/30/99', '01/03/00']);
  refused(['01/03/00', '12/30/99', '12/29/99']);
});
