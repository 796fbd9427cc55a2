import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gbm } from '../../src/market';
import { experiment, studyFee } from '../../src/study';
import { workload, workloadRecord } from '../../src/study/workload';

test("the default workload is the article's, and knows it", () => {
  const work = workload();
  assert.equal(work.published, true);
  assert.equal(work.sha256, 'b1bdd8083e41f520466707d981b1dde8e807c57d1e58ca27fd79c6c72200ff47');
  assert.equal(work.windows.length, 80);
});

test("another series, or another grid, is not the article's", () => {
  assert.equal(workload({ bars: gbm({ seed: 7 }) }).published, false);
  assert.equal(workload({ lengths: [6, 200] }).published, false);
});

test('a number of bars means seeded bars', () => {
  assert.equal(workload({ bars: 500 }).series.close.length, 500);
});

test('a fault in the workload names the option and the value', () => {
  assert.throws(
    () => workload({ bars: 'prices.csv' as never }),
    /option bars: got "prices\.csv", expected a series/,
  );
  assert.throws(() => workload({ bars: -1 }), /option bars: got -1/);
  assert.throws(() => workload({ lengths: [] }), /option lengths: got \[\], expected a list/);
  assert.throws(() => workload({ lengths: [6, 0] }), /option lengths\[1\]: got 0/);
  // biome-ignore lint/suspicious/noSparseArray: the hole is what is tested
  assert.throws(() => workload({ lengths: [6, , 8] as number[] }), /option lengths\[1\]: got undefined/);
  assert.throws(() => workload({ lengths: new Array(65_537).fill(6) }), /option lengths\.length: got 65537/);
});

test('a series whose prices are none is refused before it is measured', () => {
  const series = (...close: number[]) => ({
    name: 'x',
    description: '',
    close: Float64Array.from(close),
    dates: null,
  });
  for (const wrong of [NaN, Infinity, -Infinity, 0, -0, -1]) {
    assert.throws(
      () => workload({ bars: series(1, wrong, 2) }),
      /option bars\.close\[1\]: got .*expected a finite price above zero/,
    );
  }
  assert.throws(() => workload({ bars: series() }), /option bars\.close\.length: got 0/);
});
test("the fee of `make run FEE=...` is the user's, unless a cell has another", async () => {
  try {
    for (const [text, fee] of [
      ['0', 0],
      ['0.0', 0],
      ['0.002', 0.002],
      ['.5', 0.5],
      ['1e-9', 1e-9],
      ['100', 100],
      ['0.09', 0.09],
    ] as const) {
      process.env.IPC_TAX_FEE = text;
      assert.equal(studyFee(), fee, text);
      assert.equal(workload({ bars: 9 }).fee, fee, text);
      assert.equal(workload({ bars: 9, fee: 12.5 }).fee, 12.5);
      assert.equal(workload({ bars: 9, fee: 0 }).fee, 0);
      assert.equal(workload().published, fee === 0.09, text);
      assert.equal(workloadRecord(workload({ bars: 9 })).fee, fee);
    }
    process.env.IPC_TAX_FEE = '0.002';
    const found = await experiment.run({ bars: 500, lengths: [6] });
    assert.equal(found.rows[0].fees, found.rows[0].trades * 0.002);
    for (const text of ['-0.1', '0,09', 'x', '100.5', 'NaN', 'Infinity', '0x10', '9%', ' ', '1_0']) {
      process.env.IPC_TAX_FEE = text;
      assert.throws(() => workload({ bars: 9 }), {
        code: 'OPTION',
        message:
          /^option IPC_TAX_FEE: got .*, expected a number from 0 to 100, in percent of a trade's entry/,
      });
      assert.equal(workload({ bars: 9, fee: 1 }).fee, 1, 'a cell that has one needs none from outside');
    }
  } finally {
    delete process.env.IPC_TAX_FEE;
  }
  assert.equal(studyFee(), 0.09);
});
