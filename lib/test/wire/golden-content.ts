import { bitsOf, type GoldenFrame, type GoldenFrames, type GoldenReply } from './golden';

const hex = (...floats: number[]) => bitsOf(Float64Array.from(floats));

/** A quiet NaN with a payload, the default NaN, -0, infinities, the smallest and largest subnormal, the extremes. */
const special = [
  '7ff8000000c0ffee',
  '7ff8000000000000',
  'fff8000000000001',
  '8000000000000000',
  '0000000000000000',
  '7ff0000000000000',
  'fff0000000000000',
  '0000000000000001',
  '800fffffffffffff',
  '0010000000000000',
  '7fefffffffffffff',
  '3ff0000000000001',
];

/** A combo that can be worked out by hand: long after a fall, short after a rise, unchanged after neither. */
const byHand = ['1', '2', '1', '1', '1', '1'];
const neverFull = ['50', '100', '10', '17', '25', '50'];
const closes = [100, 90, 108, 108, 81, Number.NaN];
// Long at 90, closed at 108; short at 108, closed at 81; long from there on.
const first = ((1 * (108 - 90)) / 90) * 100 - 0.09;
const second = first + (((-1 * (81 - 108)) / 108) * 100 - 0.09);

const swept: GoldenReply = { pnl: hex(second, 0), trades: ['2', '0'] };

function frame(
  name: string,
  [op, opcode]: [string, number],
  [a, b]: [number, number],
  content: { floats?: string[]; combos?: string[][]; reply: GoldenReply | null },
): GoldenFrame {
  const { floats = [], combos = [], reply } = content;
  return { name, op, opcode, a, b, floats, combos, reply };
}

/** Little-endian bytes as hex, given as [width, value] pairs: the bodies of malformed requests. */
function body(...fields: [1 | 4 | 8, number | bigint][]): string {
  return fields
    .map(([width, value]) => {
      const bytes = new Uint8Array(8);
      new DataView(bytes.buffer).setBigInt64(0, BigInt(value), true);
      return Buffer.from(bytes.subarray(0, width)).toString('hex');
    })
    .join('');
}

const header = (opcode: number, a: number, b: number) => body([1, opcode], [4, a], [4, b]);
const combo = (...lengths: (number | bigint)[]) =>
  body(...lengths.map((length) => [8, length] as [8, number | bigint]));
const good = combo(1, 2, 1, 1, 1, 1);
const one = body([8, 0x3ff0_0000_0000_0000n]);

function refused(name: string, code: number, bytes: string, bodyLength = bytes.length / 2, closes = false) {
  return { name, code, closes, body_len: bodyLength, body: bytes };
}

export const content: GoldenFrames = {
  readme: [
    'Frames of WIRE.md, to be rebuilt byte for byte in every language. Written by lib/test/wire/write-golden-frames.',
    'Floats are the 16 hex digits of their bits, most significant first (3ff0000000000000 is 1.0). i64 and u64 are decimal text.',
    'frames: NAME.request.bin is [u32 body_len][u8 opcode][u32 a][u32 b], then floats as f64, then combos as 6 i64 each;',
    'NAME.reply.bin is [u32 body_len] and the body, by the one or two keys of reply: pnl (f64 each) then trades (i64 each); floats (f64 each);',
    'id (u32); ticks (i64 side, i64 trades, f64 pnl each); info (UTF-8 text); times (u64 each); no key: empty. reply null: no reply file.',
    'errors: NAME.reply.bin is [u32 body_len with its top bit set][u16 code][UTF-8 message].',
    'refused: NAME.request.bin is [u32 body_len] then body, given in hex; a fresh connection with the default limits answers with an error frame of',
    'that code (its words are its own), then stays open, or closes where closes is true. body_len differs from the length of body only where that is the fault.',
    'conversations: steps sent on one fresh connection, in order; each frame gets exactly its NAME.reply.bin, each refused its code.',
  ],
  frames: [
    frame('sweep', ['sweep', 0], [6, 2], {
      floats: hex(...closes),
      combos: [byHand, neverFull],
      reply: swept,
    }),
    frame('sweep-nothing', ['sweep', 0], [0, 0], { reply: { pnl: [], trades: [] } }),
    frame('sweep-no-bars', ['sweep', 0], [0, 1], {
      combos: [byHand],
      reply: { pnl: hex(0), trades: ['0'] },
    }),
    frame('sweep-no-combos', ['sweep', 0], [2, 0], {
      floats: hex(100, 90),
      reply: { pnl: [], trades: [] },
    }),
    frame('sweep-wide-integers', ['sweep', 0], [1, 2], {
      floats: hex(1),
      combos: [
        ['9007199254740991', '-9007199254740991', '4294967296', '4294967295', '-1', '2147483648'],
        ['0', '-4294967296', '-4294967297', '67108864', '67108865', '1'],
      ],
      reply: null,
    }),
    frame('sweep-loaded-wide-reply', ['sweepLoaded', 3], [4294967295, 4], {
      combos: [byHand, byHand, byHand, byHand],
      reply: { pnl: special.slice(0, 4), trades: ['0', '1', '65536', '2147483647'] },
    }),
    frame('echo-nothing', ['echo', 1], [0, 0], { reply: { floats: [] } }),
    frame('echo-one', ['echo', 1], [1, 0], {
      floats: hex(100.02438033790177),
      reply: { floats: hex(100.02438033790177) },
    }),
    frame('echo-special-values', ['echo', 1], [special.length, 0], {
      floats: special,
      reply: { floats: special },
    }),
    frame('load', ['load', 2], [6, 0], { floats: hex(...closes), reply: { id: 1 } }),
    frame('load-nothing', ['load', 2], [0, 0], { reply: { id: 2 } }),
    frame('sweep-loaded', ['sweepLoaded', 3], [1, 2], { combos: [byHand, neverFull], reply: swept }),
    frame('sweep-loaded-no-combos', ['sweepLoaded', 3], [1, 0], { reply: { pnl: [], trades: [] } }),
    frame('sweep-loaded-no-bars', ['sweepLoaded', 3], [2, 1], {
      combos: [byHand],
      reply: { pnl: hex(0), trades: ['0'] },
    }),
    frame('drop', ['drop', 4], [1, 0], { reply: {} }),
    frame('load-after-drop', ['load', 2], [1, 0], { floats: special.slice(0, 1), reply: { id: 3 } }),
    frame('open-live', ['openLive', 5], [0, 1], { combos: [byHand], reply: { id: 1 } }),
    frame('tick-nothing', ['tick', 6], [1, 0], { reply: { ticks: [] } }),
    frame('tick-first', ['tick', 6], [1, 2], {
      floats: hex(...closes.slice(0, 2)),
      reply: {
        ticks: [
          { side: '0', trades: '0', pnl: hex(0)[0]! },
          { side: '1', trades: '0', pnl: hex(0)[0]! },
        ],
      },
    }),
    frame('tick-second', ['tick', 6], [1, 4], {
      floats: hex(...closes.slice(2)),
      reply: {
        ticks: [
          { side: '-1', trades: '1', pnl: hex(first)[0]! },
          { side: '-1', trades: '1', pnl: hex(first)[0]! },
          { side: '1', trades: '2', pnl: hex(second)[0]! },
          { side: '1', trades: '2', pnl: hex(second)[0]! },
        ],
      },
    }),
    frame('close-live', ['closeLive', 7], [1, 0], { reply: {} }),
    frame('info', ['info', 8], [0, 0], {
      reply: {
        info: '{"engine": "0.1.0", "protocol": 1, "kernel": "naive", "threads": 1, "limits": {"frame_bytes": 268435456}}',
      },
    }),
    frame('timing', ['timing', 9], [0, 0], {
      reply: {
        times: ['0', '1000', '18446744073709551615', '9007199254740993', '4294967296'],
      },
    }),
  ],
  errors: [
    {
      name: 'error-1-malformed',
      code: 1,
      message: 'echo payload: got 7 bytes, expected 8 (1 floats and 0 combos)',
    },
    { name: 'error-2-unknown-opcode', code: 2, message: 'opcode: got 10, expected 0 to 9' },
    { name: 'error-3-too-large', code: 3, message: 'body_len: got 268435457, expected at most 268435456' },
    {
      name: 'error-4-bad-parameters',
      code: 4,
      message: 'sweep combo 0, window half: got 0, expected 1 to 67108864',
    },
    {
      name: 'error-5-unknown-id',
      code: 5,
      message: 'drop series: got 1, expected the id of a loaded series',
    },
    { name: 'error-6-busy', code: 6, message: 'connections: got 1025, expected at most 1024' },
    { name: 'error-7-internal', code: 7, message: 'a fault of the engine’s own: — “étrange”' },
    { name: 'error-without-words', code: 7, message: '' },
    { name: 'error-of-4-KiB', code: 7, message: 'x'.repeat(4094) },
  ],
  refused: [
    refused('refused-empty-body', 1, ''),
    refused('refused-eight-bytes', 1, header(1, 0, 0).slice(0, 16)),
    refused('refused-eight-bytes-unknown-opcode', 1, header(10, 0, 0).slice(0, 16)),
    refused('refused-opcode-10', 2, header(10, 0, 0)),
    refused('refused-opcode-255-before-all-else', 2, `${header(255, 0xffff_ffff, 7)}00`),
    refused('refused-echo-b', 1, `${header(1, 1, 1)}${one}`),
    refused('refused-load-b', 1, header(2, 0, 1)),
    refused('refused-load-b-before-bars', 1, header(2, 2 ** 25 + 1, 1)),
    refused('refused-drop-b', 1, header(4, 1, 1)),
    refused('refused-open-live-a', 1, `${header(5, 1, 1)}${good}`),
    refused('refused-open-live-b-0', 1, header(5, 0, 0)),
    refused('refused-open-live-b-2', 1, `${header(5, 0, 2)}${good}${good}`),
    refused('refused-close-live-b', 1, header(7, 1, 1)),
    refused('refused-info-a', 1, header(8, 1, 0)),
    refused('refused-info-b', 1, header(8, 0, 1)),
    refused('refused-timing-a', 1, header(9, 1, 0)),
    refused('refused-timing-b', 1, header(9, 0, 1)),
    refused('refused-sweep-bars', 3, header(0, 2 ** 25 + 1, 0)),
    refused('refused-sweep-combos', 3, header(0, 0, 65_537)),
    refused('refused-sweep-combos-all-ones', 3, header(0, 0, 0xffff_ffff)),
    refused('refused-load-bars-all-ones', 3, header(2, 0xffff_ffff, 0)),
    refused('refused-sweep-loaded-combos-before-lengths', 3, `${header(3, 9, 65_537)}00`),
    refused('refused-echo-short', 1, `${header(1, 1, 0)}${one.slice(2)}`),
    refused('refused-echo-trailing-byte', 1, `${header(1, 1, 0)}${one}00`),
    refused('refused-echo-wraps-in-32-bits', 1, `${header(1, 0x2000_0001, 0)}${one}`),
    refused('refused-echo-declares-more', 1, header(1, 1, 0)),
    refused('refused-load-short', 1, header(2, 1, 0)),
    refused('refused-sweep-series-missing', 1, `${header(0, 1, 1)}${good}`),
    refused('refused-sweep-params-short', 1, `${header(0, 1, 1)}${one}${good.slice(2)}`),
    refused('refused-sweep-trailing-byte', 1, `${header(0, 1, 1)}${one}${good}00`),
    refused('refused-sweep-loaded-lengths-before-id', 1, `${header(3, 9, 1)}${good}00`),
    refused('refused-drop-payload-before-id', 1, `${header(4, 9, 0)}00`),
    refused('refused-tick-lengths-before-id', 1, `${header(6, 9, 2)}${one}`),
    refused('refused-info-payload', 1, `${header(8, 0, 0)}00`),
    refused('refused-timing-payload', 1, `${header(9, 0, 0)}00`),
    refused('refused-sweep-loaded-id', 5, `${header(3, 1, 1)}${good}`),
    refused('refused-sweep-loaded-id-before-params', 5, `${header(3, 1, 1)}${combo(0, 0, 0, 0, 0, 0)}`),
    refused('refused-drop-id', 5, header(4, 1, 0)),
    refused('refused-drop-id-0', 5, header(4, 0, 0)),
    refused('refused-drop-id-all-ones', 5, header(4, 0xffff_ffff, 0)),
    refused('refused-tick-id', 5, `${header(6, 1, 1)}${one}`),
    refused('refused-close-live-id', 5, header(7, 1, 0)),
    refused('refused-sweep-window-0', 4, `${header(0, 1, 1)}${one}${combo(1, 2, 0, 1, 1, 1)}`),
    refused('refused-sweep-window-negative', 4, `${header(0, 0, 1)}${combo(1, -2, 1, 1, 1, 1)}`),
    refused('refused-sweep-window-least-i64', 4, `${header(0, 0, 1)}${combo(1, 2, 1, -(2n ** 63n), 1, 1)}`),
    refused('refused-sweep-window-most-i64', 4, `${header(0, 0, 1)}${combo(1, 2, 1, 1, 2n ** 63n - 1n, 1)}`),
    refused(
      'refused-sweep-window-over-2-26',
      4,
      `${header(0, 0, 2)}${good}${combo(1, 2, 1, 1, 1, 2 ** 26 + 1)}`,
    ),
    refused(
      'refused-sweep-window-looks-small-in-32-bits',
      4,
      `${header(0, 0, 1)}${combo(2n ** 32n + 1n, 2, 1, 1, 1, 1)}`,
    ),
    refused('refused-open-live-window-0', 4, `${header(5, 0, 1)}${combo(0, 2, 1, 1, 1, 1)}`),
    refused('refused-frame-over-256-MiB', 3, '', 2 ** 28 + 1, true),
    refused('refused-frame-2-31-less-1', 3, header(1, 0, 0), 2 ** 31 - 1, true),
    refused('refused-frame-2-31', 3, header(1, 0, 0), 2 ** 31, true),
    refused('refused-frame-all-ones', 3, 'ff'.repeat(64), 2 ** 32 - 1, true),
  ],
  conversations: [
    {
      name: 'a series from load to drop, errors between',
      steps: [
        'echo-nothing',
        'echo-special-values',
        'load',
        'refused-opcode-10',
        'sweep-loaded',
        'sweep',
        'refused-empty-body',
        'load-nothing',
        'sweep-loaded-no-bars',
        'sweep-loaded-no-combos',
        'refused-sweep-window-0',
        'drop',
        'refused-drop-id',
        'refused-sweep-loaded-id',
        'load-after-drop',
        'sweep-nothing',
        'sweep-no-bars',
        'sweep-no-combos',
        'echo-one',
      ],
    },
    {
      name: 'a live session from open to close',
      steps: [
        'open-live',
        'tick-nothing',
        'tick-first',
        'refused-echo-trailing-byte',
        'tick-second',
        'close-live',
        'refused-tick-id',
        'refused-close-live-id',
      ],
    },
    {
      name: 'a frame too large ends the connection',
      steps: ['echo-one', 'refused-frame-over-256-MiB'],
    },
  ],
};
