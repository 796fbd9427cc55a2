import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { EngineCases } from './case';

const MEBIBYTE = 131_072;

/** Both ways at once: a side that wrote all before it read would stand still, and so would the other. */
export function bulkCases(cases: EngineCases): void {
  describe(cases.group('bulk'), () => {
    cases.over('64 MiB both ways at once, in one request', async (engine) => {
      const floats = new Float64Array(64 * MEBIBYTE).fill(1.5);
      floats[floats.length - 1] = 2.5;
      const back = await engine.echo(floats);
      assert.deepEqual([back.length, back[0], back[floats.length - 1]], [floats.length, 1.5, 2.5]);
    });

    cases.over('64 MiB both ways at once, in many requests', async (engine) => {
      const requests = cases.lasting ? 64 : 4;
      const floats = Array.from({ length: requests }, (_, i) =>
        new Float64Array((64 / requests) * MEBIBYTE).fill(i),
      );
      const backs = await Promise.all(floats.map((each) => engine.echo(each)));
      backs.forEach((back, i) => {
        assert.deepEqual([back.length, back[0], back[back.length - 1]], [floats[i]!.length, i, i]);
      });
    });
  });
}
