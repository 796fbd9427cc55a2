import { ConnectionError, EngineReplyError } from '../../errors';
import { errorMeaning } from '../../wire';
import type { ConnectOptions } from '../connection';
import { checkSignal, patience } from '../patience';
import { LONGEST_PATH, socketPath } from '../socket-path';
import type { ListenerTransport } from '../transport';
import { type NativeMemory, sharedMemoryAddon, type WaitMode, waitModes } from './addon';
import { SharedMemoryConnection } from './connection';

/** Bytes of each ring. What is longer goes through it in pieces, which costs little: they are copied on both sides at once. */
const RING_BYTES = 256 * 1024;

/** Milliseconds to wait for an engine's side, where no timeout is given. */
const PATIENCE = 30_000;

/** A transport over shared memory whose sides wait in that way. */
export function sharedMemoryTransport<Name extends string>(
  name: Name,
  mode: WaitMode,
): ListenerTransport & { name: Name } {
  return {
    kind: 'listener',
    name,
    program: 'ipc-tax-engine',
    keepsState: true,
    listen() {
      const path = socketPath();
      return { args: ['--shared-memory', path], file: path };
    },
    addressIn: (line) => /^listening shared-memory (.+)$/.exec(line)?.[1] ?? null,
    connect: (path, options) => connectSharedMemory(path, mode, options),
  };
}

/**
 * Connects to an engine's control socket and maps the memory that it offers.
 * @throws ConnectionError when nothing listens there, or there is too little memory; EngineReplyError when the engine
 * refuses; KernelError when the addon can't be used.
 */
async function connectSharedMemory(
  path: string,
  mode: WaitMode,
  options: ConnectOptions,
): Promise<SharedMemoryConnection> {
  const what = `connecting to ${path}`;
  checkSignal(what, options.signal);
  const bytes = Buffer.byteLength(path);
  if (bytes > LONGEST_PATH) {
    throw new ConnectionError(
      `can't connect to ${path}: the path has ${bytes} bytes, a socket's at most ${LONGEST_PATH}`,
    );
  }
  const { connectSharedMemory: connect } = await sharedMemoryAddon();
  const native = await settled(
    what,
    connect(path, RING_BYTES, waitModes[mode], options.timeout ?? PATIENCE).catch((cause: Error) => {
      throw new ConnectionError(`can't connect to ${path}: ${cause.message}`, { cause });
    }),
    options,
  );
  return new SharedMemoryConnection(native, mode, options.longestReply);
}

/** What the addon connected, unless it is given up before; then it is closed when it comes. */
function settled(
  what: string,
  connecting: Promise<NativeMemory | { code: number; message: string }>,
  options: ConnectOptions,
): Promise<NativeMemory> {
  return new Promise((resolve, reject) => {
    let given = false;
    const forget = patience(what, options, (error) => {
      given = true;
      reject(error);
    });
    connecting
      .then((native) => {
        if ('code' in native) {
          reject(new EngineReplyError(native.code, errorMeaning(native.code) ?? 'unknown', native.message));
        } else if (given) native.close();
        else resolve(native);
      }, reject)
      .finally(forget);
    checkSignal(what, options.signal);
  });
}
