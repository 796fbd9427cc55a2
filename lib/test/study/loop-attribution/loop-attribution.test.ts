import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopCosts } from '../../../src/figures';
import { loopAttribution } from '../../../src/study';

test('a small run has every loop in every build beside its assembly, and draws', async () => {
  const section = await loopAttribution.run({
    bars: 400,
    length: 20,
    quick: true,
    builds: ['native'],
    loops: ['iterator', 'unchecked-unsigned', 'additions'],
  });
  const loops = ['checked', 'unchecked', 'iterator', 'unchecked-unsigned', 'additions'];
  assert.deepEqual(
    section.rows.map(({ build, loop }) => `${build}/${loop}`),
    ['numba/numba', ...['engine', 'native'].flatMap((build) => loops.map((loop) => `${build}/${loop}`))],
  );
  for (const row of section.rows) {
    assert.ok(row.measured.median > 0, row.loop);
    assert.ok(row.over_numba > 0, row.loop);
    assert.equal(row.over_numba_low, null);
    assert.ok(row.instructions! >= 1, row.loop);
    assert.match(row.assembly!, /add/);
  }
  // The check is what keeps the compiler from unrolling: that is seen in the assembly, whatever the times.
  const of = (loop: string) => section.rows.find((row) => row.build === 'engine' && row.loop === loop)!;
  assert.equal(of('checked').unrolled, 1);
  assert.ok(of('unchecked').unrolled! > 1);
  assert.ok(of('checked').compares! > of('unchecked').compares!);
  assert.match(String(section.facts.bounds_checks_are_a_cause.value), /^undecided: too few starts/);
  assert.deepEqual(section.gaps, []);
  assert.equal(loopCosts(section).data.length, 3);
});

for (const [options, message] of [
  [{ loops: ['fastest'] }, /option loops: got "fastest", expected one of checked, /],
  [{ builds: 'engine' }, 'option builds: got "engine", expected a list of builds'],
  [{ bars: 10, length: 11 }, 'option length: got 11, expected an integer from 1 to 10'],
  [{ rounds: 0 }, 'option rounds: got 0, expected an integer from 1 to 1000'],
  [{ lenght: 3 }, /option lenght: got 3, expected no such option/],
] as const) {
  test(`an option out of range is refused: ${JSON.stringify(options)}`, async () => {
    await assert.rejects(loopAttribution.run(options as never), { code: 'OPTION', message });
  });
}
