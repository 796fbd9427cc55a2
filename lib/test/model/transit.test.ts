import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ARTICLE_ECHO_MODEL,
  bootstrapBoundary,
  fitBoundary,
  kneeBytes,
  roundTripUs,
  transitResiduals,
} from '../../src/model';

const SIZES = [8, 8_000, 80_000, 1_200_000];
const close = (got: number, expected: number, tolerance = 1e-9): void =>
  assert.ok(Math.abs(got / expected - 1) < tolerance, `got ${got}, expected ${expected}`);

test('points that lie on a model give it back', () => {
  const model = { floorUs: 23, bytesPerSecond: 3.1e9 };
  const found = fitBoundary(SIZES.map((bytes) => ({ bytes, us: roundTripUs(model, bytes) })));
  close(found.floorUs, 23);
  close(found.bytesPerSecond, 3.1e9);
});

test("the article's model misses the article's own points", () => {
  const points = [
    { bytes: 8, us: 14.05 },
    { bytes: 8_000, us: 18.1 },
    { bytes: 1_200_000, us: 2_043.4 },
  ];
  const residuals = transitResiduals(ARTICLE_ECHO_MODEL, points);
  close(residuals[1].model, 27.333, 1e-3);
  close(residuals[1].relative, -0.338, 1e-2);
  close(kneeBytes(ARTICLE_ECHO_MODEL), 8_400);
});

test('neither term is negative, whatever the points', () => {
  const falling = fitBoundary([
    { bytes: 8, us: 20 },
    { bytes: 8_000, us: 10 },
  ]);
  assert.ok(falling.bytesPerSecond > 1e11, String(falling.bytesPerSecond));
  close(falling.floorUs, Math.sqrt(200), 1e-6);
  const steep = fitBoundary([
    { bytes: 8, us: 1 },
    { bytes: 800, us: 1_000 },
  ]);
  assert.ok(steep.floorUs > 0 && steep.floorUs < 1e-3, String(steep.floorUs));
  close(steep.bytesPerSecond, 2e6 / Math.sqrt(1_000 / 8 / 800), 1e-3);
});

test('a relative error counts the same at either end', () => {
  const model = { floorUs: 14, bytesPerSecond: 1.2e9 };
  const bent = SIZES.map((bytes) => ({
    bytes,
    us: roundTripUs(model, bytes) * (bytes === 1_200_000 ? 1.1 : 1),
  }));
  close(fitBoundary(bent).floorUs, 14, 0.02);
});

test('half as much and twice as much weigh the same', () => {
  const off = (factor: number) =>
    Math.abs(
      Math.log(
        fitBoundary(
          SIZES.map((bytes) => ({ bytes, us: (10 + bytes / 1_000) * (bytes === 8_000 ? factor : 1) })),
        ).floorUs / 10,
      ),
    );
  close(off(2), off(0.5), 0.5);
});

test('intervals hold the fit, shrink to it without spread, and are the same each time', () => {
  const model = { floorUs: 20, bytesPerSecond: 2e9 };
  const blocks = (spread: number) =>
    SIZES.map((bytes, size) => ({
      bytes,
      starts: [0, 1, 2, 3, 4].map((start) =>
        [0, 1].map(
          (block) => roundTripUs(model, bytes) * (1 + spread * Math.sin(size + 7 * start + 3 * block)),
        ),
      ),
    }));
  const found = bootstrapBoundary(blocks(0.1));
  for (const { value, low, high } of [found.floorUs, found.bytesPerSecond, found.kneeBytes]) {
    assert.ok(low < high && low <= value && value <= high, JSON.stringify({ value, low, high }));
  }
  assert.deepEqual(bootstrapBoundary(blocks(0.1)), found);
  const exact = bootstrapBoundary(blocks(0));
  close(exact.floorUs.low, exact.floorUs.high);
  close(exact.kneeBytes.value, 20_000);
});

test('points that can not be fitted are refused', () => {
  assert.throws(() => fitBoundary([{ bytes: 8, us: 1 }]), { code: 'OPTION', message: /at least two sizes/ });
  assert.throws(
    () =>
      fitBoundary([
        { bytes: 8, us: 0 },
        { bytes: 16, us: 1 },
      ]),
    { code: 'OPTION', message: /got 0, expected microseconds above 0/ },
  );
});
