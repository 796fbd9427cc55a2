import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Connection, ListenerTransport } from '../../../src/transport';
import { Child } from '../../../src/transport/child';
import { echoRequest, loadRequest, readEchoReply, readIdReply } from '../../../src/wire';
import { until } from '../../engine/processes';
import { lineOf } from '../line-of';
import { type EngineCases, watchdog } from './case';
import { type ListeningEngine, withListening } from './listening';

/** Clients that misbehave cost the others nothing. */
export function hostileCases(cases: EngineCases): void {
  const { transport } = cases;
  if (transport.kind !== 'listener') return;

  describe(cases.group('clients that misbehave'), () => {
    test('one that stops reading and sending delays nobody; killed, it leaves nothing', watchdog, () =>
      withListening(
        transport,
        async (engine) => {
          const client = await engine.connect();
          const hostile = await stopped(transport, engine, 3);
          for (let i = 0; i < 20; i++) await echoed(client, new Float64Array(1000).fill(i));
          const newcomer = await engine.connect();
          await echoed(newcomer, new Float64Array(50_000).fill(1));
          if (cases.lasting) await assert.rejects(load(client), { wireCode: 3 });

          hostile.hold();
          hostile.kill('SIGKILL');
          await hostile.exited;
          for (let i = 0; i < 5; i++) await echoed(client, new Float64Array(1000).fill(i));
          if (cases.lasting) await freed(client);
        },
        // Room for the three series of the hostile one.
        { seriesBytes: 24_000 },
      ),
    );

    const { most = 1000 } = cases.peer;
    test(`of ${most} connections, a tenth stalled: the others are served`, watchdog, (context) =>
      withListening(transport, async (engine) => {
        const stalled = most / 10;
        const hostile = await stopped(transport, engine, stalled);
        const begin = performance.now();
        const clients = await connected(engine, most - stalled);
        const connecting = performance.now() - begin;
        const answers = clients.map((client, i) => echoed(client, new Float64Array(100).fill(i)));
        await Promise.all(answers);
        const answering = performance.now() - begin - connecting;
        context.diagnostic(
          `${transport.name}: beside ${stalled} stalled connections ${clients.length} more were made in ` +
            `${connecting.toFixed(0)} ms and each answered an echo of 100 floats, all in ${answering.toFixed(0)} ms`,
        );
        hostile.hold();
        hostile.kill('SIGKILL');
        await hostile.exited;
        await echoed(clients[0]!, Float64Array.of(1));
      }),
    );
  });
}

/** So many connections, some at once: a queue of those that wait to be accepted has an end. */
async function connected(engine: ListeningEngine, count: number): Promise<Connection[]> {
  const connections: Connection[] = [];
  while (connections.length < count) {
    const some = Math.min(50, count - connections.length);
    connections.push(...(await Promise.all(Array.from({ length: some }, () => engine.connect()))));
  }
  return connections;
}

/** A hostile client that was stopped while it was sending. */
async function stopped(
  transport: ListenerTransport,
  engine: ListeningEngine,
  connections: number,
): Promise<Child> {
  const program = join(__dirname, 'hostile-client.js');
  const args = [program, transport.name, engine.address, String(connections)];
  const child = await Child.start({ command: process.execPath, args });
  await lineOf(child, (line) => (line === 'sending' ? true : null));
  child.kill('SIGSTOP');
  return child;
}

async function echoed(connection: Connection, floats: Float64Array): Promise<void> {
  const body = await connection.request(echoRequest(floats), { what: 'echo', bytes: floats.byteLength });
  assert.deepEqual(readEchoReply(body, floats.length), floats);
}

async function load(connection: Connection): Promise<number> {
  const request = loadRequest(new Float64Array(3000));
  return readIdReply(await connection.request(request, { what: 'load', bytes: 4 }), 'load');
}

/** What the killed client held can be had again. */
async function freed(connection: Connection): Promise<void> {
  let id = 0;
  const trying = setInterval(() => {
    void load(connection).then(
      (loaded) => {
        id = loaded;
      },
      () => {},
    );
  }, 50);
  try {
    await until('the series of a killed client are forgotten', () => id !== 0, 20_000);
  } finally {
    clearInterval(trying);
  }
}
