import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allFloors,
  floorsBreakEven,
  idleProcessor,
  liveLoops,
  type PlotlyFigure,
  payloadPanels,
} from '../../src/figures';
import { lowerFloorsSection } from './lower-floors-section';

const section = lowerFloorsSection();

interface Trace {
  name: string;
  x: (number | null)[];
  y: (number | string | null)[];
  xaxis?: string;
  showlegend?: boolean;
  text?: string[];
  marker?: { symbol: string | string[] };
}
const traces = (figure: { data: object[] }): Trace[] => figure.data as Trace[];
const named = (figure: { data: object[] }, name: string): Trace =>
  traces(figure).find((trace) => trace.name === name)!;
const categories = (figure: PlotlyFigure): string[] =>
  [...(figure.layout!.yaxis!.categoryarray as string[])].reverse();

test('every floor has a row, the quickest on top, beside the article’s two', () => {
  const figure = allFloors(section);
  const labels = categories(figure);
  assert.equal(labels.length, 36);
  assert.deepEqual(
    [labels[0], labels[1], labels[35]],
    ['native spin', 'shared-memory-spin<br>zero-copy', 'spawn'],
  );
  assert.deepEqual(named(figure, 'the article, 14.05 µs').x, [14.05, 14.05]);
  assert.deepEqual(named(figure, 'quoted, 39 ns').x, [0.039, 0.039]);
  assert.match(JSON.stringify(figure.layout), /8 bytes, every boundary,<br>unpinned/);
});

test('a quantile without samples enough for it is not drawn', () => {
  const figure = allFloors(section);
  assert.ok(named(figure, 'Unix sockets, p99.9').y.includes('unix'));
  assert.ok(named(figure, 'ZeroMQ, p99').y.includes('zeromq-tcp'));
  assert.deepEqual(named(figure, 'ZeroMQ, p99.9').y, []);
  assert.match(named(figure, 'Unix sockets').text![0], /p50 of 10,000, 1\.70x native unix/);
});

test('another placement or size is drawn on request, and what was not measured is refused', () => {
  assert.match(
    JSON.stringify(allFloors(section, { placement: 'same', bytes: 1_200_000 }).layout),
    /1\.2 MB, every boundary,<br>both on one processor/,
  );
  for (const [options, message] of [
    [{ placement: 'different' }, 'option placement: got "different", expected one that the section measured'],
    [{ placement: 'near' }, /option placement: got "near", expected one of/],
    [{ bytes: 16 }, 'option bytes: got 16, expected a size that the section measured'],
    [{ byte: 8 }, /option byte: got 8, expected no such option/],
  ] as const) {
    assert.throws(() => allFloors(section, options as never), { code: 'OPTION', message });
  }
  assert.throws(() => payloadPanels(section, { placement: 'different' }), { code: 'OPTION' });
});

test('each family has a panel with its own lines, named with their signs, and the others behind', () => {
  const figure = payloadPanels(section);
  const unix = named(figure, 'unix-naive');
  assert.deepEqual(unix.x, [8, 1_000, 8_000, 80_000, 1_200_000]);
  const panel = traces(figure).filter((trace) => trace.xaxis === unix.xaxis);
  assert.deepEqual(
    panel.map(({ name }) => name),
    ['the others', 'unix', 'unix-naive', 'unix-blocking', 'unix-blocking, blocking', 'native unix'],
  );
  const signs = panel.slice(1).map(({ marker }) => marker!.symbol);
  assert.equal(new Set(signs).size, signs.length);
  assert.match(JSON.stringify(figure.layout), /●<\/span> unix<br><span [^>]*>■<\/span> unix-naive<br>/);
});

test('a family of many lines has a row for itself', () => {
  const layout = payloadPanels(section).layout as Record<string, { domain: [number, number] }>;
  assert.deepEqual(layout.xaxis.domain, [0, 1], 'shared memory');
  assert.deepEqual(layout.xaxis2.domain, [0, 0.47]);
  assert.deepEqual(layout.xaxis3.domain, [0.53, 1]);
});

test('break-even has a bar, a combo and a sweep for every floor, under the article’s', () => {
  const figure = floorsBreakEven(section);
  const [bar, combo, sweep, article] = traces(figure);
  assert.deepEqual([bar.x.length, combo.x.length, sweep.x.length], [36, 36, 36]);
  assert.deepEqual(article.x, [1 / 84, 1_795, 100_000]);
  assert.equal(categories(figure)[0], 'the article');
  assert.equal(bar.x[bar.y.indexOf('unix')], 0.3 / 34);
});

test('idle processor time is in percent of one processor, an engine without a process at none', () => {
  const [client, engine] = traces(idleProcessor(section));
  assert.equal(client.x[0], 0.2);
  assert.equal(engine.x[engine.y.indexOf('worker-message')], 0);
  assert.ok(Math.abs(engine.x[engine.y.indexOf('unix')]! - 0.0102) < 1e-12);
});

test('a live loop that was cut short is an open dot, and says so', () => {
  const family = named(liveLoops(section), 'HTTP and gRPC');
  const at = family.y.indexOf('grpc-unary');
  assert.equal(family.marker!.symbol[at], 'circle-open');
  assert.match(family.text![at], /s for 13,857 of 150,000 bars/);
  const unix = named(liveLoops(section), 'Unix sockets');
  assert.equal(unix.marker!.symbol[unix.y.indexOf('unix')], 'circle');
});
