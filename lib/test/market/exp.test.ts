import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exp } from '../../src/market/exp';
import fixtures from '../golden/numpy/functions.json';

test('exp has the bits of the C library', () => {
  for (const [x, expected] of fixtures.exp) assert.ok(Object.is(exp(x), expected), `exp(${x}) = ${exp(x)}`);
});

test('exp at the ends of the range', () => {
  assert.equal(exp(0), 1);
  assert.equal(exp(-0), 1);
  assert.equal(exp(2 ** -60), 1);
  assert.equal(exp(709.782712893384), 1.7976931348622732e308);
  assert.equal(exp(709.7827128933841), Infinity);
  assert.equal(exp(1e308), Infinity);
  assert.equal(exp(Infinity), Infinity);
  assert.equal(exp(-745.1332191019411), 5e-324);
  assert.equal(exp(-745.1332191019412), 0);
  assert.equal(exp(-1e308), 0);
  assert.equal(exp(-Infinity), 0);
  assert.ok(Number.isNaN(exp(NaN)));
});
