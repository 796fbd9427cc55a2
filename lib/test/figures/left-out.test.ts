import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSound, DRAWN, type Rows } from './drawn-sections';
import type { SectionOf } from './small-sections';
import { measureSmall } from './small-sections';

/** Options that leave out what others are compared with, or nearly everything. */
const LEFT_OUT: { [Name in keyof SectionOf]?: Parameters<(typeof measureSmall)[Name]>[0][] } = {
  architectures: [
    { architectures: ['in_process_v8', 'rust_batch_unix', 'rust_batch_tcp'] },
    { architectures: ['rust_chatty_unix'] },
    { architectures: ['in_process_numba', 'rust_spawn_stdin'] },
  ],
  echoes: [{ clients: ['rust'] }, { clients: ['python_bulk'], transports: ['tcp'], placements: ['same'] }],
  codecs: [
    { codecs: ['json'], jobs: ['http_json_chatty'] },
    { codecs: ['v8'], sweeps: 0 },
    { codecs: ['msgpack_binary'], jobs: ['rust_chatty_unix'] },
  ],
  chatty: [{ ways: ['batch'] }, { ways: ['pipelined'] }, { ways: ['stateful'], lengths: [6] }],
  spawns: [{ programs: ['engine'] }],
  tuned: [
    { which: ['Rust tuned'], transports: ['spawn'] },
    { which: ['TypeScript naive'], transports: ['shared-memory'], traced: 0 },
  ],
  loops: [{ loops: ['checked'], builds: ['engine'] }],
  floors: [{ transports: ['spawn'] }, { transports: ['worker-message'], placements: ['same'] }],
};

for (const [name, tries] of Object.entries(LEFT_OUT)) {
  for (const options of tries as object[]) {
    test(`${name} with ${JSON.stringify(options)}: figures and facts of what is left`, async () => {
      const measure = measureSmall[name as keyof SectionOf] as (more: object) => Promise<unknown>;
      const section = (await measure(options)) as Rows;
      for (const [figure, draw] of Object.entries(DRAWN[name as keyof SectionOf])) {
        assertSound(draw(section as never), figure);
      }
      for (const [fact, { value, low, high }] of Object.entries(section.facts)) {
        for (const number of [value, low, high]) {
          assert.ok(typeof number !== 'number' || Number.isFinite(number), `${fact} is ${number}`);
        }
        assert.doesNotMatch(String(value), /NaN|undefined|Infinity/, fact);
      }
    });
  }
}
