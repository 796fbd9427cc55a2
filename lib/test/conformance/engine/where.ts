import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { describe, test } from 'node:test';
import { engineBinary } from '../../../src/engine';
import { ConnectionError, EngineExitError } from '../../../src/errors';
import { sweep, windowLengths } from '../../../src/kernel';
import { Child } from '../../../src/transport/child';
import { echoRequest, readSweepReply, sweepReplyLength, sweepRequest } from '../../../src/wire';
import { openFiles } from '../../engine/processes';
import { type EngineCases, watchdog } from './case';
import { withListening } from './listening';
import { waves } from './series';

/** Where an engine listens, and how it stops. */
export function listenerCases(cases: EngineCases): void {
  const { transport } = cases;
  if (transport.kind !== 'listener') return;

  describe(cases.group('listening'), () => {
    test('on loopback, or on files of the user alone, and nowhere else', watchdog, () =>
      withListening(transport, async ({ child, file }) => {
        if (file !== null) assert.equal(statSync(file).mode & 0o077, 0);
        if (process.platform !== 'linux') return;
        const where = listenersOf(child.pid);
        for (const address of where.tcp) assert.match(address, /^127\./);
        for (const path of where.unix) assert.equal(statSync(path).mode & 0o777, 0o600, path);
        assert(file !== null || where.tcp.length > 0);
      }),
    );

    const { args } = transport.listen();
    if (args.some((arg) => arg.endsWith('127.0.0.1:0'))) {
      test('anything beyond loopback is refused', watchdog, async () => {
        const command = await engineBinary({ program: transport.program });
        for (const beyond of ['0.0.0.0:0', '[::]:0', '192.0.2.1:0', 'example.org:0']) {
          const beyondArgs = args.map((arg) => arg.replace('127.0.0.1:0', beyond));
          const child = await Child.start({ command, args: ['serve', '--die-with-stdin', ...beyondArgs] });
          child.hold();
          assert.deepEqual(await child.exited, { code: 2, signal: null }, beyond);
          assert(child.stderr.text.includes(`got ${beyond}`), child.stderr.text);
        }
      });
    }

    test('told to stop, it finishes the request it is at, and takes no other', watchdog, () =>
      withListening(transport, async (engine) => {
        const connection = await engine.connect();
        const close = waves(20_000);
        // What is still on its way when the engine stops is not its request.
        await connection.request(echoRequest(close), { what: 'echo', bytes: close.byteLength });
        const combos = Array.from({ length: 20 }, () => windowLengths(100));
        const call = connection.request(sweepRequest(close, combos), {
          what: 'sweep',
          bytes: sweepReplyLength(combos.length),
        });
        // Until it is at the request; should it be done by then, all the better.
        await new Promise((resolve) => setTimeout(resolve, 100));
        engine.child.hold();
        process.kill(engine.child.pid, 'SIGTERM');
        assert.deepEqual(readSweepReply(await call, combos.length), sweep(close, combos));
        assert.deepEqual(await engine.child.exited, { code: 0, signal: null });
        const late = connection.request(sweepRequest(close, []), { what: 'sweep', bytes: 0 });
        await assert.rejects(late, isLoss);
        await assert.rejects(engine.connect(), isLoss);
      }),
    );
  });
}

function isLoss(error: unknown): boolean {
  return error instanceof ConnectionError || error instanceof EngineExitError;
}

/** Where a process listens: addresses of TCP, paths of Unix sockets. */
function listenersOf(pid: number): { tcp: string[]; unix: string[] } {
  const inodes = new Set(openFiles(pid).flatMap((name) => /^socket:\[(\d+)\]$/.exec(name)?.[1] ?? []));
  const rows = (table: string) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((row) => row.trim().split(/\s+/));
  // sl local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode; st 0A listens.
  const listening = (table: string) => rows(table).filter((row) => row[3] === '0A' && inodes.has(row[9]!));
  const tcp = listening('tcp').map((row) => dotted(row[1]!.split(':')[0]!));
  const tcp6 = listening('tcp6').map((row) => row[1]!);
  // Num RefCount Protocol Flags Type St Inode Path; flag 0x10000 listens.
  const unix = rows('unix').filter((row) => row[3] === '00010000' && inodes.has(row[6]!));
  return { tcp: [...tcp, ...tcp6], unix: unix.map((row) => row[7]!) };
}

/** 0100007F is 127.0.0.1: an address as the number it is in this machine's memory. */
function dotted(hex: string): string {
  return (hex.match(/../g) ?? [])
    .reverse()
    .map((byte) => Number.parseInt(byte, 16))
    .join('.');
}
