import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { LONGEST_PATH, socketPath } from '../../src/transport/socket-path';

test('a new name each time, in the first folder that has room for it', () => {
  assert.notEqual(socketPath(['/a']), socketPath(['/a']));
  const longest = `/${'a'.repeat(79)}`;
  assert.equal(dirname(socketPath([longest, '/b'])), longest.length + 26 <= LONGEST_PATH ? longest : '/b');
  assert.equal(dirname(socketPath([`/${'a'.repeat(90)}`, '/b'])), '/b');
  // Bytes count, not characters.
  assert.equal(dirname(socketPath([`/${'é'.repeat(50)}`, '/b'])), '/b');
});

test('no folder with room', () => {
  const long = `/${'a'.repeat(100)}`;
  assert.throws(() => socketPath([long]), /no folder for a socket: .* set TMPDIR to a shorter one/);
});
