import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../src/engine';
import { architectures, chattyVsChunky, echoCurve, serializationTax, spawnCost } from '../../src/study';

// Kept in constants, as in a notebook's cell, where TypeScript widens each name to string: this compiles without
// `as const`, and the names are checked when they are used.
const chatty = { ways: ['batch', 'stateful'], transport: 'tcp', kernel: 'niave' };
const echoes = { clients: ['rust'], transports: ['unix'], placements: ['sidewise'] };
const spawns = { programs: ['node', 'ruby'], kernel: 'naive' };
const codecs = { codecs: ['json', 'yaml'], jobs: ['http_json_batch'] };
const engine = { kernel: 'naive', transport: 'pigeon' };

test('names in constants compile, and the wrong one is named', async () => {
  const refused = (message: RegExp) => ({ code: 'OPTION', message });
  await assert.rejects(
    chattyVsChunky.run(chatty),
    refused(/^option kernel: got "niave", expected one of naive/),
  );
  await assert.rejects(
    echoCurve.run(echoes),
    refused(/^option placements: got "sidewise", expected one of same/),
  );
  await assert.rejects(
    spawnCost.run(spawns),
    refused(/^option programs: got "ruby", expected one of engine/),
  );
  await assert.rejects(
    serializationTax.run(codecs),
    refused(/^option codecs: got "yaml", expected one of raw_view/),
  );
  await assert.rejects(
    architectures.run({ architectures: ['in_process_v9'] }),
    refused(/^option architectures: got "in_process_v9", expected one of in_process_numba/),
  );
  await assert.rejects(startEngine(engine), refused(/^option transport: got "pigeon", expected one of unix/));
});
