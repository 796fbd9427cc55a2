import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownOptions, OptionError, signalOption } from '../../src/errors';

test('options that are no object are refused, not taken for none given', () => {
  for (const given of [null, 5, 'fast', [], true, undefined]) {
    assert.throws(
      () => knownOptions(given as never, ['runs']),
      (error) =>
        error instanceof OptionError &&
        /^option options: got .*an object with any of runs$/.test(error.message),
    );
  }
  knownOptions({ runs: 1 }, ['runs']);
  assert.throws(() => knownOptions(5 as never, ['bars'], 'limits'), /option limits: got 5/);
});

test('a signal is an AbortSignal or left out', () => {
  assert.equal(signalOption('signal', undefined), undefined);
  const { signal } = new AbortController();
  assert.equal(signalOption('signal', signal), signal);
  for (const wrong of [null, 5, {}, 'now', { aborted: false }]) {
    assert.throws(() => signalOption('signal', wrong), OptionError);
  }
});
