import { randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ConnectionError, TimeoutError } from '../errors';
import type { FrameParts } from '../wire';
import { closedSocket } from './closed-socket';
import type { ConnectOptions } from './connection';
import { InPlacePipeline, timedOut, type WaitingLine } from './in-place';
import { loopSocket } from './loop-socket';
import { checkSignal } from './patience';
import { socketPath } from './socket-path';
import type { ListenerTransport } from './transport';

/**
 * Two named pipes, waited on with plain synchronous reads and writes of `fs`: the least that Node can do without an
 * addon. Requests that are awaited go through the event loop.
 */
export const namedPipes: ListenerTransport & { name: 'named-pipes' } = {
  kind: 'listener',
  name: 'named-pipes',
  program: 'ipc-tax-engine',
  keepsState: true,
  listen() {
    const folder = socketPath();
    return { args: ['--pipes', folder], file: folder };
  },
  addressIn: (line) => /^listening pipes (.+)$/.exec(line)?.[1] ?? null,
  connect: connectNamedPipes,
};

/** Milliseconds for the engine to make a pair and to open it, where no timeout is given. */
const PATIENCE = 30_000;

/** The byte with which each side says that it has opened both pipes. */
const HELLO = Buffer.from('h');

const READ = constants.O_RDONLY;
const WRITE = constants.O_WRONLY;
const AT_ONCE = constants.O_NONBLOCK;

/** A pair of pipes, each opened twice: to wait on in place, and not to wait. */
interface Ends {
  read: number;
  write: number;
  readAtOnce: number;
  writeAtOnce: number;
}

/**
 * Asks the engine that listens in `folder` for a pair of pipes. Their files are removed once both sides have them open.
 * @throws ConnectionError when nothing listens there, TimeoutError, CancelledError.
 */
export async function connectNamedPipes(folder: string, options: ConnectOptions): Promise<InPlacePipeline> {
  const what = `connecting to ${folder}`;
  checkSignal(what, options.signal);
  const name = randomBytes(8).toString('hex');
  const files = { in: join(folder, `${name}.in`), out: join(folder, `${name}.out`) };
  const timeout = options.timeout ?? PATIENCE;
  const end = performance.now() + timeout;
  const open: number[] = [];
  const opened = (file: string, flags: number): number => {
    const descriptor = openSync(file, flags);
    open.push(descriptor);
    return descriptor;
  };
  /** Tries until it works, or can't any more. */
  const patiently = async <T>(attempt: () => T | null): Promise<T> => {
    for (;;) {
      checkSignal(what, options.signal);
      const result = attempt();
      if (result !== null) return result;
      if (performance.now() >= end) throw new TimeoutError(what, timeout);
      await pause(1);
    }
  };
  try {
    ask(folder, name);
    // Nobody reads it before the engine has made both.
    const writeAtOnce = await patiently(() => unlessNotYet(() => opened(files.in, WRITE | AT_ONCE)));
    const readAtOnce = opened(files.out, READ | AT_ONCE);
    writeSync(writeAtOnce, HELLO);
    await patiently(() => hello(readAtOnce, writeAtOnce));
    const ends = {
      readAtOnce,
      writeAtOnce,
      read: openedInPlace(files.out, READ, opened),
      write: openedInPlace(files.in, WRITE, opened),
    };
    const line = new PipesLine(ends);
    const pipeline = new InPlacePipeline(line, options.longestReply);
    line.use(pipeline);
    return pipeline;
  } catch (error) {
    for (const descriptor of open) closeSync(descriptor);
    if ((error as NodeJS.ErrnoException).errno === undefined) throw error;
    throw new ConnectionError(`can't connect to ${folder}: ${(error as Error).message}`, { cause: error });
  } finally {
    for (const file of Object.values(files)) rmSync(file, { force: true });
  }
}

/**
 * A pipe's end that is waited on in place. To open one waits too, until its other end is open: without end if the
 * engine has closed by now, as one does that has connections enough. So this side holds the other end open meanwhile.
 */
function openedInPlace(file: string, flags: number, opened: (file: string, flags: number) => number): number {
  const reader = openSync(file, READ | AT_ONCE);
  const writer = openSync(file, WRITE | AT_ONCE);
  try {
    return opened(file, flags);
  } finally {
    closeSync(reader);
    closeSync(writer);
  }
}

/** Tells the engine the name of a pair to make: few enough bytes to stay in one piece. */
function ask(folder: string, name: string): void {
  const control = openSync(join(folder, 'control'), WRITE | AT_ONCE);
  try {
    writeSync(control, `${name}\n`);
  } finally {
    closeSync(control);
  }
}

/** What `open` gives, or null while the file is not there or has no reader. */
function unlessNotYet(open: () => number): number | null {
  try {
    return open();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENXIO') return null;
    throw error;
  }
}

/** Whether the engine has said hello; null while it may. A pipe that nobody writes to reads as ended. */
function hello(read: number, write: number): true | null {
  const byte = new Uint8Array(1);
  try {
    if (readSync(read, byte) === 1) return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
  // It fails when the engine has closed its side.
  writeSync(write, NOTHING);
  return null;
}

const NOTHING = new Uint8Array(0);

/** Both pipes: waited on in place, and, from the first request that is awaited, in the event loop. */
class PipesLine implements WaitingLine {
  readonly #ends: Ends;
  #pipeline!: InPlacePipeline;
  #loop: { input: Socket; output: Socket } | null = null;
  #closed = false;

  constructor(ends: Ends) {
    this.#ends = ends;
  }

  /** The pipeline; it has this line, so it can only come last. */
  use(pipeline: InPlacePipeline): void {
    this.#pipeline = pipeline;
  }

  /**
   * Without a timeout the write itself waits, also while the engine sends something: it never does before it has the whole
   * frame.
   */
  sendNow(parts: FrameParts, from: number, timeout: number | undefined): number {
    let sent = from;
    let begin = 0;
    for (const part of parts) {
      for (let at = Math.max(0, sent - begin); at < part.byteLength; at = sent - begin) {
        const rest = part.subarray(at);
        sent +=
          timeout === undefined
            ? writeSync(this.#ends.write, rest)
            : patiently(timeout, () => writeSync(this.#ends.writeAtOnce, rest));
      }
      begin += part.byteLength;
    }
    return sent;
  }

  receiveNow(room: Uint8Array, timeout: number | undefined): number {
    if (timeout === undefined) return readSync(this.#ends.read, room);
    return patiently(timeout, () => readSync(this.#ends.readAtOnce, room));
  }

  get idle(): boolean {
    return this.#loop === null || this.#loop.output.writableLength === 0;
  }

  send(parts: FrameParts, sent: () => void): void {
    const { output } = this.#inLoop();
    output.cork();
    parts.forEach((part, i) => {
      output.write(part, i === parts.length - 1 ? sent : undefined);
    });
    output.uncork();
  }

  hold(): void {
    const { input, output } = this.#inLoop();
    input.ref();
    output.ref();
  }

  release(): void {
    this.#loop?.input.unref();
    this.#loop?.output.unref();
  }

  abandon(): void {
    if (this.#closed) return;
    this.#closed = true;
    const { read, write, readAtOnce, writeAtOnce } = this.#ends;
    closeSync(read);
    closeSync(write);
    if (this.#loop === null) {
      closeSync(readAtOnce);
      closeSync(writeAtOnce);
    } else {
      this.#loop.input.destroy();
      this.#loop.output.destroy();
    }
  }

  async end(): Promise<void> {
    this.abandon();
    if (this.#loop === null) return;
    await Promise.all(Object.values(this.#loop).map(closedSocket));
  }

  #inLoop(): { input: Socket; output: Socket } {
    if (this.#loop !== null) return this.#loop;
    const { readAtOnce, writeAtOnce } = this.#ends;
    const input = loopSocket({ fd: readAtOnce, readable: true, writable: false }, this.#pipeline);
    const output = new Socket({ fd: writeAtOnce, readable: false, writable: true });
    // What can't be written any more is told by the end of what is read.
    output.on('error', () => {});
    output.unref();
    this.#loop = { input, output };
    return this.#loop;
  }
}

/** Milliseconds to sleep before the next attempt, at first and at most. */
const SHORTEST_SLEEP = 0.02;
const LONGEST_SLEEP = 1;

const sleeping = new Int32Array(new SharedArrayBuffer(4));

/** Tries a call that does not wait until it does something, sleeping longer and longer in between. */
function patiently(timeout: number, attempt: () => number): number {
  const end = performance.now() + timeout;
  for (let sleep = SHORTEST_SLEEP; ; sleep = Math.min(LONGEST_SLEEP, sleep * 1.5)) {
    try {
      return attempt();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
    if (performance.now() >= end) throw timedOut;
    Atomics.wait(sleeping, 0, 0, sleep);
  }
}
