import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PackedArray, plotlyJson } from '../../src/notebook/plotly-json';

/** plotly.js' own decoding, from its src/lib/array.js, for one and two dimensions. */
const KINDS = {
  f8: Float64Array,
  f4: Float32Array,
  i4: Int32Array,
  u4: Uint32Array,
  i2: Int16Array,
  u2: Uint16Array,
  i1: Int8Array,
  u1: Uint8Array,
  u1c: Uint8ClampedArray,
};

function unpacked({ dtype, bdata }: PackedArray): ArrayLike<number> {
  const bytes = Uint8Array.from(Buffer.from(bdata, 'base64'));
  return new KINDS[dtype as keyof typeof KINDS](bytes.buffer);
}

for (const [dtype, Kind] of Object.entries(KINDS)) {
  test(`${Kind.name} goes as base64 of ${dtype} and comes back`, () => {
    const values = Kind.from([0, 1, 2, 100, 127]);
    const packed = plotlyJson(values) as PackedArray;
    assert.equal(packed.dtype, dtype);
    assert.deepEqual(unpacked(packed), values);
  });
}

test('a view into a larger buffer sends its own numbers only', () => {
  const view = new Float64Array(8).map((_, i) => i).subarray(3, 5);
  assert.deepEqual(unpacked(plotlyJson(view) as PackedArray), Float64Array.of(3, 4));
});

test('numbers in shared memory and in a Buffer are sent', () => {
  const shared = new Float64Array(new SharedArrayBuffer(16));
  shared.set([1.5, -2]);
  assert.deepEqual(unpacked(plotlyJson(shared) as PackedArray), Float64Array.of(1.5, -2));
  assert.deepEqual(plotlyJson(Buffer.from([1, 2])), { dtype: 'u1', bdata: 'AQI=' });
});

test('NaN and infinities stay in a typed array and are null in a list', () => {
  const values = Float64Array.of(Number.NaN, Number.POSITIVE_INFINITY, 1);
  assert.deepEqual(unpacked(plotlyJson(values) as PackedArray), values);
  assert.deepEqual(plotlyJson([Number.NaN, Number.POSITIVE_INFINITY, 1]), [null, null, 1]);
});

test('big integers become numbers', () => {
  assert.deepEqual(unpacked(plotlyJson(BigInt64Array.of(-3n, 5n)) as PackedArray), Float64Array.of(-3, 5));
  assert.equal(plotlyJson({ at: 12n } as object) && (plotlyJson({ at: 12n }) as { at: number }).at, 12);
});

test('rows of one kind and length are a matrix', () => {
  const z = [Float64Array.of(1, 2, 3), Float64Array.of(4, 5, 6)];
  const packed = plotlyJson({ z }) as { z: PackedArray };
  assert.equal(packed.z.shape, '2,3');
  assert.deepEqual(unpacked(packed.z), Float64Array.of(1, 2, 3, 4, 5, 6));
});

test('rows of different lengths are lists, which plotly reads where it reads no packed rows', () => {
  const z = [Float64Array.of(1, 2), Float64Array.of(3)];
  assert.deepEqual(plotlyJson({ z }), { z: [[1, 2], [3]] });
});

test('dates become ISO texts, functions and undefined are left out', () => {
  const value = {
    at: new Date(0),
    no: new Date(Number.NaN),
    f: () => 1,
    u: undefined,
    list: [undefined, 'a'],
  };
  assert.deepEqual(JSON.parse(JSON.stringify(plotlyJson(value))), {
    at: '1970-01-01T00:00:00.000Z',
    no: null,
    list: [null, 'a'],
  });
});

test('a value that holds itself is named', () => {
  const layout: Record<string, unknown> = {};
  layout.xaxis = { layout };
  assert.throws(() => plotlyJson({ data: [], layout }), {
    code: 'OPTION',
    message: /figure\.layout\.xaxis\.layout/,
  });
});

test('one object in two places is no cycle', () => {
  const axis = { type: 'log' };
  assert.deepEqual(plotlyJson({ xaxis: axis, yaxis: axis }), {
    xaxis: { type: 'log' },
    yaxis: { type: 'log' },
  });
});

test('a Map, a Set and a DataView are refused', () => {
  for (const x of [new Map(), new Set(), new DataView(new ArrayBuffer(8))]) {
    assert.throws(() => plotlyJson({ data: [{ x }] }), {
      code: 'OPTION',
      message: /figure\.data\[0\]\.x.*array/,
    });
  }
});

test('a title that is a text is drawn, where plotly reads a title and nowhere else', () => {
  const figure = {
    data: [
      { type: 'pie', title: 'pie', customdata: [{ title: 'mine' }] },
      { type: 'heatmap', colorbar: { title: 'bar' }, meta: { title: 'mine' } },
    ],
    layout: {
      title: 'whole',
      xaxis: { title: 'x' },
      scene: { zaxis: { title: 'z' } },
      legend: { title: { text: 'kept' } },
      meta: { title: 'mine' },
    },
  };
  assert.deepEqual(plotlyJson(figure), {
    data: [
      { type: 'pie', title: { text: 'pie' }, customdata: [{ title: 'mine' }] },
      { type: 'heatmap', colorbar: { title: { text: 'bar' } }, meta: { title: 'mine' } },
    ],
    layout: {
      title: { text: 'whole' },
      xaxis: { title: { text: 'x' } },
      scene: { zaxis: { title: { text: 'z' } } },
      legend: { title: { text: 'kept' } },
      meta: { title: 'mine' },
    },
  });
});
