import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type Engine, type EngineOptions, startEngine } from '../../src/engine';
import { EngineReplyError } from '../../src/errors';
import { windowLengths } from '../../src/kernel';
import { unix } from '../../src/transport/unix';
import {
  joined,
  loadRequest,
  openLiveRequest,
  readErrorReply,
  sweepRequest,
  tickRequest,
} from '../../src/wire';
import { goldenBytes, goldenFrames } from '../wire/golden';

// Every error of WIRE.md, provoked in the project's own engine with raw bytes, apart from the library's client.

const golden = goldenFrames();
const watchdog = { timeout: 20_000 };

/** A reply frame as it came: its raw length field, and its body. */
interface Raw {
  length: number;
  body: Uint8Array;
}

/** A plain client: bytes out, frames in. */
class RawClient {
  readonly #socket: Socket;
  #bytes = Buffer.alloc(0);
  #ended = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      this.#wake();
    });
    const end = () => {
      this.#ended = true;
      this.#wake();
    };
    socket.on('error', end);
    socket.once('end', end);
  }

  static open(path: string): Promise<RawClient> {
    return new Promise((resolve, reject) => {
      const socket: Socket = connect({ path, allowHalfOpen: true }, () => resolve(new RawClient(socket)));
      socket.once('error', reject);
    });
  }

  send(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** The next frame, or null at the end. */
  async next(): Promise<Raw | null> {
    for (;;) {
      if (this.#bytes.length >= 4) {
        const length = this.#bytes.readUInt32LE(0);
        const whole = 4 + (length & 0x7fff_ffff);
        if (this.#bytes.length >= whole) {
          const body = new Uint8Array(this.#bytes.subarray(4, whole));
          this.#bytes = this.#bytes.subarray(whole);
          return { length, body };
        }
      }
      if (this.#ended) {
        assert.equal(this.#bytes.length, 0, 'the connection ended inside a frame');
        return null;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The next frame, which must be an error of that code, said in at most 4 KiB. */
  async refused(code: number): Promise<EngineReplyError> {
    const raw = await this.next();
    assert(raw !== null, 'the connection ended without an error frame');
    assert(raw.length >= 2 ** 31, 'got a reply, expected an error frame');
    const error = readErrorReply(raw.body);
    assert(error instanceof EngineReplyError);
    assert.equal(error.wireCode, code, error.message);
    assert.match(error.message, /got .*expected/);
    return error;
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Engines' socket paths: the test talks to them behind the library's back. */
const paths = new Map<Engine, string>();

async function listening(options: EngineOptions = {}): Promise<Engine> {
  const listen = unix.listen;
  let path = '';
  unix.listen = () => {
    const listened = listen.call(unix);
    path = listened.file!;
    return listened;
  };
  try {
    const starting = startEngine({ ...options, transport: 'unix' });
    const engine = await starting;
    paths.set(engine, path);
    return engine;
  } finally {
    unix.listen = listen;
  }
}

async function withRaw(engine: Engine, use: (raw: RawClient) => Promise<void>): Promise<void> {
  const raw = await RawClient.open(paths.get(engine)!);
  try {
    await use(raw);
  } finally {
    raw.close();
  }
}

async function withLimits(
  limits: EngineOptions['limits'],
  use: (engine: Engine) => Promise<void>,
): Promise<void> {
  const engine = await listening({ ...(limits && { limits }) });
  try {
    await use(engine);
  } finally {
    await engine.close();
  }
}

const combo = windowLengths(6);
const echoOne = goldenBytes('echo-one.request.bin');
const echoOneReply = goldenBytes('echo-one.reply.bin').subarray(4);

async function echoes(raw: RawClient): Promise<void> {
  raw.send(echoOne);
  assert.deepEqual((await raw.next())?.body, echoOneReply);
}

describe('with the default limits', () => {
  let engine: Engine;
  before(async () => {
    engine = await listening();
  });
  after(() => engine.close());

  for (const { name, code, closes } of golden.refused) {
    test(`${name}: error ${code}, then it ${closes ? 'closes' : 'stays'}`, watchdog, () =>
      withRaw(engine, async (raw) => {
        raw.send(goldenBytes(`${name}.request.bin`));
        await raw.refused(code);
        if (closes) assert.equal(await raw.next(), null);
        else await echoes(raw);
      }),
    );
  }

  for (const { name, steps } of golden.conversations) {
    for (const pace of ['a step at a time', 'all at once', 'a byte at a time']) {
      test(`${name}, ${pace}`, watchdog, () =>
        withRaw(engine, async (raw) => {
          const requests = steps.map((step) => goldenBytes(`${step}.request.bin`));
          if (pace === 'all at once') raw.send(joined(requests));
          for (const [i, step] of steps.entries()) {
            if (pace === 'a step at a time') raw.send(requests[i]!);
            if (pace === 'a byte at a time') for (const byte of requests[i]!) raw.send(Uint8Array.of(byte));
            const refusal = golden.refused.find((each) => each.name === step);
            if (refusal !== undefined) await raw.refused(refusal.code);
            else
              assert.deepEqual((await raw.next())?.body, goldenBytes(`${step}.reply.bin`).subarray(4), step);
          }
          if (name.includes('ends the connection')) assert.equal(await raw.next(), null);
        }),
      );
    }
  }

  test('a frame too large is refused while it is still being sent', watchdog, () =>
    withRaw(engine, async (raw) => {
      raw.send(goldenBytes('refused-frame-over-256-MiB.request.bin'));
      raw.send(new Uint8Array(8 * 1024 * 1024));
      await raw.refused(3);
      assert.equal(await raw.next(), null);
    }),
  );

  test('a 65th series, and a 65th session, on a connection', watchdog, () =>
    withRaw(engine, async (raw) => {
      for (let i = 1; i <= 65; i++) {
        raw.send(joined(loadRequest(Float64Array.of(i))));
        raw.send(joined(openLiveRequest(combo)));
      }
      for (let i = 1; i <= 64; i++) {
        const id = Uint8Array.of(i, 0, 0, 0);
        assert.deepEqual((await raw.next())?.body, id);
        assert.deepEqual((await raw.next())?.body, id);
      }
      await raw.refused(3);
      await raw.refused(3);
      await echoes(raw);
      await withRaw(engine, async (other) => {
        other.send(joined(loadRequest(Float64Array.of(1))));
        assert.deepEqual((await other.next())?.body, Uint8Array.of(1, 0, 0, 0));
      });
    }),
  );

  test('a peer that goes away inside a frame costs only its own connection', watchdog, async () => {
    for (let cut = 0; cut < echoOne.length; cut++) {
      await withRaw(engine, async (raw) => raw.send(echoOne.subarray(0, cut)));
    }
    await withRaw(engine, echoes);
  });

  test('the client sees an error frame as an EngineReplyError', watchdog, async () => {
    const refused = engine.sweep(Float64Array.of(1), [{ ...combo, sqrt: 2 ** 26 + 1 }]);
    await assert.rejects(refused, (error) => error instanceof EngineReplyError && error.wireCode === 4);
    await engine.echo(Float64Array.of(1));
  });
});

describe('with limits of our own', () => {
  test('a frame of just the limit, and a byte over it', watchdog, () =>
    withLimits({ frameBytes: 17 }, (engine) =>
      withRaw(engine, async (raw) => {
        await echoes(raw);
        raw.send(joined([Uint8Array.of(18, 0, 0, 0), new Uint8Array(18)]));
        await raw.refused(3);
        assert.equal(await raw.next(), null);
      }),
    ),
  );

  test('a reply over the frame limit', watchdog, () =>
    withLimits({ frameBytes: 1000 }, (engine) =>
      withRaw(engine, async (raw) => {
        raw.send(joined(openLiveRequest(combo)));
        assert.deepEqual((await raw.next())?.body, Uint8Array.of(1, 0, 0, 0));
        raw.send(joined(tickRequest(1, new Float64Array(42))));
        await raw.refused(3);
        raw.send(joined(tickRequest(1, new Float64Array(41))));
        assert.equal((await raw.next())?.length, 41 * 24);
      }),
    ),
  );

  test('bars, combos, window, series and their bytes', watchdog, () =>
    withLimits({ bars: 10, combos: 2, window: 6, series: 3, seriesBytes: 100 }, (engine) =>
      withRaw(engine, async (raw) => {
        const bars = (count: number) => new Float64Array(count).fill(1);
        raw.send(joined(sweepRequest(bars(10), [combo, combo])));
        assert.equal((await raw.next())?.length, 32);
        raw.send(joined(sweepRequest(bars(11), [combo])));
        await raw.refused(3);
        raw.send(joined(loadRequest(bars(11))));
        await raw.refused(3);
        raw.send(joined(sweepRequest(bars(1), [combo, combo, combo])));
        await raw.refused(3);
        raw.send(joined(sweepRequest(bars(1), [windowLengths(7)])));
        await raw.refused(4);
        raw.send(joined(loadRequest(bars(10))));
        assert.equal((await raw.next())?.length, 4);
        raw.send(joined(loadRequest(bars(3))));
        await raw.refused(3);
        raw.send(joined(loadRequest(bars(2))));
        assert.equal((await raw.next())?.length, 4);
      }),
    ),
  );

  test('a connection too many hears busy, unasked, and is closed', watchdog, () =>
    withLimits({ connections: 2 }, (engine) =>
      withRaw(engine, async (first) => {
        await echoes(first);
        await withRaw(engine, async (second) => {
          await second.refused(6);
          assert.equal(await second.next(), null);
        });
        // The library's client hears the same.
        const busy = (error: unknown) => error instanceof EngineReplyError && error.wireCode === 6;
        const third = await engine.connect();
        await assert.rejects(third.echo(Float64Array.of(1)), busy);
        await third.close();
        await echoes(first);
      }),
    ),
  );

  test('a frame that does not become whole in time', watchdog, () =>
    withLimits({ frameTimeoutMs: 100 }, (engine) =>
      withRaw(engine, async (raw) => {
        await echoes(raw);
        await new Promise((resolve) => setTimeout(resolve, 300));
        await echoes(raw);
        raw.send(echoOne.subarray(0, 7));
        for (let frame = await raw.next(); frame !== null; frame = await raw.next()) {
          assert(frame.length >= 2 ** 31, 'got a reply, expected the end');
        }
      }),
    ),
  );

  test('a reply nobody reads', watchdog, () =>
    withLimits({ writeTimeoutMs: 200 }, async (engine) => {
      const raw = await RawClient.open(paths.get(engine)!);
      const stuck = connect(paths.get(engine)!);
      stuck.on('error', () => {});
      stuck.pause();
      const closed = new Promise<void>((resolve) => stuck.once('close', () => resolve()));
      // 32 MiB out, none of it read back.
      stuck.write(joined([Uint8Array.of(9, 0, 0, 2, 1, 0, 0, 64, 0, 0, 0, 0, 0), new Uint8Array(2 ** 25)]));
      await echoes(raw);
      await new Promise((resolve) => setTimeout(resolve, 600));
      stuck.resume();
      await closed;
      await echoes(raw);
      raw.close();
    }),
  );
});
