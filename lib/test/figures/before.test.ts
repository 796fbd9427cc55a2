import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pnlByLength } from '../../src/figures';
import { before, remember, type Section } from '../../src/study';

type Rows = Parameters<typeof pnlByLength>[0];
type Trace = { name: string; y: number[]; line: { color: string } };

const measured = (pnl: number): Rows =>
  ({ name: 'experiment', rows: [{ length: 6, pnl, gross_pnl: 0, trades: 1 }] }) as unknown as Rows;

test('a section that is measured again is drawn over the one before, which is grey', () => {
  const [first, second, other] = [measured(-1), measured(-2), { name: 'other' } as Section<unknown>];
  remember(first);
  assert.equal(before(first), null);
  assert.equal(pnlByLength(first).data.length, 2);
  remember(other);
  remember(second);
  assert.equal(before(second), first);
  const traces = pnlByLength(second).data as Trace[];
  assert.deepEqual(
    traces.map(({ name, y }) => [name, y[0]]),
    [
      ['net of fees, the run before', -1],
      ['gross, the run before', 0],
      ['net of fees', -2],
      ['gross', 0],
    ],
  );
  assert.notEqual(traces[0].line.color, traces[2].line.color);
});

test('noting the same section twice does not put it over itself', () => {
  const section = measured(-3);
  remember(section);
  const was = before(section);
  remember(section);
  assert.equal(before(section), was);
});
