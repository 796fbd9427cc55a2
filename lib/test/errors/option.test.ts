import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownOptions, OptionError, quoted, signalOption } from '../../src/errors';

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

test('any value at all can be quoted, in 80 characters at most', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  for (const [value, text] of [
    ['a"b', '"a\\"b"'],
    [3n, '3n'],
    [-0, '0'],
    [undefined, 'undefined'],
    [Symbol('s'), 'Symbol(s)'],
    [() => 1, 'a function'],
    [new Float32Array(2), 'a Float32Array of 8 bytes'],
    [new DataView(new ArrayBuffer(3)), 'a DataView of 3 bytes'],
    [circle, '[object Object]'],
    [Object.assign(Object.create(null), { big: 1n }), '[object Object]'],
  ] as const) {
    assert.equal(quoted(value), text);
  }
  const cut = quoted(new Array(5_000_000).fill(1.5));
  assert.equal(cut.length, 80);
  assert(cut.startsWith('[1.5,1.5,') && cut.endsWith('...'));
});
