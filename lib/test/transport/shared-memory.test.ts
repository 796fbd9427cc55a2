import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Engine, startEngine } from '../../src/engine';
import {
  ConnectionError,
  EngineReplyError,
  OptionError,
  ProtocolError,
  TimeoutError,
} from '../../src/errors';
import { grid, sweep, windowLengths } from '../../src/kernel';
import { isSharing } from '../../src/transport';
import { removeFile } from '../../src/transport/leftovers';
import { sharedMemory } from '../../src/transport/shared-memory';
import { type NativeMemory, sharedMemoryAddon, waitModes } from '../../src/transport/shared-memory/addon';
import { SharedMemoryConnection } from '../../src/transport/shared-memory/connection';
import { replyRing, requestRing } from '../../src/transport/shared-memory/layout';
import { socketPath } from '../../src/transport/socket-path';
import { defaultLimits, echoRequest, readEchoReply, readSweepReply, sweepRequest } from '../../src/wire';
import { arbitraryFloats, assertSameBits } from '../conformance/floats';
import { sharedMemoryOf, until } from '../engine/processes';

const watchdog = { timeout: 30_000 };
const combos = grid({ from: 3, to: 40, count: 4 }).map(windowLengths);
const longestReply = defaultLimits.frameBytes;
const waves = (bars: number) => Float64Array.from({ length: bars }, (_, i) => 100 + 9 * Math.sin(i / 7));

async function withEngine(use: (engine: Engine) => Promise<void>, limits = {}): Promise<void> {
  const engine = await startEngine({ transport: 'shared-memory', limits });
  try {
    await use(engine);
  } finally {
    await engine.close();
  }
}

/** Both sides of a connection in this process, as the addon has them. */
async function withBoth(use: (client: NativeMemory, listener: NativeMemory) => Promise<void>): Promise<void> {
  const { connectSharedMemory, offerSharedMemory } = await sharedMemoryAddon();
  const path = socketPath();
  const server = createServer({ pauseOnConnect: true });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  try {
    const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
    const connecting = connectSharedMemory(path, 65_536, waitModes.futex, 10_000);
    const socket = await accepted;
    const listener = offerSharedMemory((socket as unknown as { _handle: { fd: number } })._handle.fd);
    socket.destroy();
    const client = await connecting;
    assert(!('code' in client));
    await use(client, listener);
    client.close();
    listener.close();
  } finally {
    server.close();
    removeFile(path);
  }
}

describe('a series that both sides see', () => {
  test('an echo is the same memory again', watchdog, () =>
    withEngine(async (engine) => {
      const client = await engine.connectBlocking();
      for (const count of [0, 1, 300, 150_000]) {
        const shared = client.allocate(count);
        assert.equal(shared.length, count);
        shared.set(arbitraryFloats(count));
        const back = client.echo(shared);
        assert.equal(back.buffer, shared.buffer);
        assertSameBits(back, arbitraryFloats(count));
      }
      const shared = client.allocate(10_000);
      shared.set(arbitraryFloats(10_000));
      const part = client.echo(shared.subarray(100, 9000));
      assert.equal(part.byteOffset, 800);
      assertSameBits(part, shared.subarray(100, 9000));
      const into = new Float64Array(10_000);
      assert.equal(client.echo(shared, { into }).buffer, into.buffer);
      assertSameBits(into, shared);
    }),
  );

  test('it is loaded and swept where it lies', watchdog, () =>
    withEngine(async (engine) => {
      const client = await engine.connectBlocking();
      const close = waves(5000);
      const shared = client.allocate(5000);
      shared.set(close);
      assert.deepEqual(client.sweep(shared, combos), sweep(close, combos));
      const series = client.load(shared);
      assert.deepEqual(client.sweepLoaded(series, combos), sweep(close, combos));
      const session = client.openLive(combos[0]!);
      assert.deepEqual(client.tick(session, shared).pnl, client.tick(client.openLive(combos[0]!), close).pnl);
      shared.fill(0);
      assert.deepEqual(client.sweepLoaded(series, combos), sweep(new Float64Array(5000), combos));
      client.drop(series);
    }),
  );

  test('by the event loop too', watchdog, () =>
    withEngine(async (engine) => {
      const connection = await sharedMemory.connect(pathOf(engine), { longestReply });
      assert(isSharing(connection));
      const shared = connection.allocate(4000);
      shared.set(waves(4000));
      const echo = () => connection.request(echoRequest(shared), { what: 'echo', bytes: 32_000 });
      for (const body of await Promise.all([echo(), echo(), echo()])) {
        assert.equal(body.buffer, shared.buffer);
        assertSameBits(readEchoReply(body, 4000), waves(4000));
      }
      const rows = await connection.request(sweepRequest(shared, combos), { what: 'sweep', bytes: 64 });
      assert.deepEqual(readSweepReply(rows, 4), sweep(waves(4000), combos));
      // Any other connection is sent the floats.
      assertSameBits(await engine.echo(shared), shared);
      await connection.close();
    }),
  );

  test('more than the engine takes is refused by name', watchdog, () =>
    withEngine(
      async (engine) => {
        const client = await engine.connectBlocking();
        assert.throws(
          () => client.allocate(100_000),
          (error) => error instanceof EngineReplyError && /share bytes of segments/.test(error.message),
        );
        assert.throws(() => client.allocate(-1), OptionError);
        assert.throws(() => client.allocate(2 ** 27 + 1), /option count: got 134217729/);
        assertSameBits(client.echo(waves(10)), waves(10));
      },
      { seriesBytes: 65_536 },
    ),
  );

  test('too little memory is told with how much there is', watchdog, () =>
    withBoth(async (native) => {
      const full: NativeMemory = {
        ringBytes: native.ringBytes,
        mode: native.mode,
        memory: () => native.memory(),
        doorbell: () => native.doorbell(),
        wait: (...all) => native.wait(...all),
        wake: (word) => native.wake(word),
        ring: () => native.ring(),
        giveWay: () => native.giveWay(),
        close: () => native.close(),
        // What no machine has.
        allocate: () => native.allocate(2 ** 50),
      };
      const connection = new SharedMemoryConnection(full, 'futex', longestReply);
      assert.throws(
        () => connection.allocate(10),
        (error) => {
          assert(error instanceof ConnectionError);
          assert.match(
            error.message,
            /can't allocate 10 floats to share: .*got \d+ bytes free in .*expected 1125/,
          );
          return true;
        },
      );
      await connection.close();
    }),
  );
});

describe('memory and its end', () => {
  test('views stay good after the connection and its engine are gone', watchdog, async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const views: Float64Array[] = [];
    await withEngine(async (engine) => {
      for (let i = 0; i < 3; i++) {
        const client = await engine.connectBlocking();
        views.push(client.allocate(20_000).fill(i));
        client.allocate(20_000).fill(7);
        await client.close();
        assert.throws(() => client.allocate(5), ConnectionError);
        assert.throws(() => client.echo(views[i]!), ConnectionError);
      }
    });
    for (let round = 0; round < 3; round++) {
      collect();
      await new Promise(setImmediate);
    }
    views.forEach((view, i) => {
      assert.equal(view[19_999], i);
    });
    if (process.platform !== 'linux') return;
    views.length = 0;
    await until('what nobody sees is unmapped', () => {
      collect();
      return sharedMemoryOf(process.pid).length === 0;
    });
  });

  test('a client that is killed leaves nothing with the engine', watchdog, () =>
    withEngine(async (engine) => {
      await engine.echo(waves(3));
      const before = sharedMemoryOf(engine.pid!).length;
      const path = pathOf(engine);
      const child = spawn(process.execPath, [join(__dirname, 'shared-memory-program.js'), path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await new Promise((resolve) => child.stdout.once('data', resolve));
      if (process.platform === 'linux') {
        await until('both have it mapped', () => sharedMemoryOf(engine.pid!).length > before + 1);
      }
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('close', resolve));
      await until('it is unmapped', () => sharedMemoryOf(engine.pid!).length === before);
      await engine.echo(waves(3));
    }),
  );
});

describe('a side that writes what can not be', () => {
  const corrupt = (native: NativeMemory, word: number, value: number) => {
    new Int32Array(native.memory())[word >> 2] = value;
  };

  test('a tail', watchdog, () =>
    withBoth(async (client, listener) => {
      const connection = new SharedMemoryConnection(client, 'futex', longestReply);
      const call = connection.request(echoRequest(waves(3)), { what: 'echo', bytes: 24 });
      corrupt(listener, replyRing(65_536).tail, 1 << 30);
      listener.ring();
      await assert.rejects(call, (error) => {
        assert(error instanceof ProtocolError);
        assert.match(error.message, /got tail 1073741824 and head 0, expected 0 to 65536/);
        return true;
      });
      assert(connection.failure instanceof ProtocolError);
      assert.throws(() => connection.exchange(echoRequest(waves(3)), { what: 'echo' }), ProtocolError);
      await connection.close();
    }),
  );

  test('a tail, while it is waited for in place: what is repaired afterwards is not believed', watchdog, () =>
    withBoth(async (client, listener) => {
      const connection = new SharedMemoryConnection(client, 'spinThenFutex', longestReply);
      corrupt(listener, replyRing(65_536).tail, 1 << 30);
      const ask = () => connection.exchange(echoRequest(waves(1)), { what: 'echo', bytes: 8 });
      assert.throws(ask, ProtocolError);
      corrupt(listener, replyRing(65_536).tail, 0);
      assert(connection.failure instanceof ProtocolError);
      assert.throws(ask, ProtocolError);
      await assert.rejects(connection.request(echoRequest(waves(1)), { what: 'echo' }), ProtocolError);
      await connection.close();
    }),
  );

  test('a head', watchdog, () =>
    withBoth(async (client, listener) => {
      const connection = new SharedMemoryConnection(client, 'futex', longestReply);
      corrupt(listener, requestRing(65_536).head, 50_000);
      assert.throws(
        // Only a frame for which there is too little room makes the writer look at it.
        () => connection.exchange(echoRequest(waves(9000)), { what: 'echo', bytes: 72_000, timeout: 5000 }),
        /got tail 13 and head 50000/,
      );
      await connection.close();
    }),
  );

  test('a length', watchdog, () =>
    withBoth(async (client, listener) => {
      const connection = new SharedMemoryConnection(client, 'spinThenFutex', longestReply);
      const memory = listener.memory();
      new DataView(memory).setUint32(replyRing(65_536).bytes, 0x7fff_ffff, true);
      const call = connection.request(echoRequest(waves(3)), { what: 'echo', bytes: 24 });
      new Int32Array(memory)[replyRing(65_536).tail >> 2] = 4;
      listener.ring();
      await assert.rejects(call, /got a body of 2147483647 bytes, expected at most/);
      await connection.close();
    }),
  );
});

test('a peer that does not answer is given up in place, and the connection with it', watchdog, () =>
  withBoth(async (client) => {
    const connection = new SharedMemoryConnection(client, 'spinThenFutex', longestReply);
    const stuck = () => connection.exchange(echoRequest(waves(100_000)), { what: 'echo', timeout: 40 });
    assert.throws(stuck, TimeoutError);
    assert.throws(stuck, ConnectionError);
    await connection.close();
  }),
);

test('a connection to where nothing listens, or with a path no socket has', watchdog, async () => {
  const nowhere = socketPath();
  await assert.rejects(sharedMemory.connect(nowhere, { longestReply }), (error) => {
    assert(error instanceof ConnectionError);
    assert(error.message.startsWith(`can't connect to ${nowhere}: `), error.message);
    return true;
  });
  await assert.rejects(sharedMemory.connect('p'.repeat(108), { longestReply }), /the path has 108 bytes/);
});

test('a thousand in place, of every size around the ring', watchdog, () =>
  withEngine(async (engine) => {
    const client = await engine.connectBlocking();
    for (let i = 0; i < 1000; i++) {
      const floats = arbitraryFloats(32_700 + (i % 70));
      assertSameBits(client.echo(floats), floats);
    }
  }),
);

/** The path by which the engine's clients come: its own command line tells it. */
function pathOf(engine: Engine): string {
  const line = readFileSync(`/proc/${engine.pid}/cmdline`, 'utf8').split('\0');
  return line[line.indexOf('--shared-memory') + 1]!;
}
