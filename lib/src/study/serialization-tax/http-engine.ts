import { Client, errors } from 'undici';
import { microseconds } from '../../bench';
import { codecNamed, codecRequest } from '../../codec';
import { CancelledError, ConnectionError, IpcTaxError, ProtocolError } from '../../errors';
import type { SweepResult, Windows } from '../../kernel';
import { Child } from '../../transport/child';
import { setUpFile } from './program';

/** One call over HTTP, in microseconds: by this side's clock, and by the engine's. */
export interface HttpCall {
  us: number;
  clientEncode: number;
  clientDecode: number;
  parse: number;
  compute: number;
  encode: number;
  result: SweepResult;
}

/** Milliseconds until the engine must listen. */
const START_TIMEOUT = 30_000;

/**
 * The engine that speaks JSON over HTTP/1.1, and its client: undici, one connection kept for all calls. It ends with
 * `close`, and when this process does.
 */
export class HttpEngine {
  readonly #child: Child;
  readonly #client: Client;
  #closing: Promise<void> | null = null;

  private constructor(child: Child, origin: string) {
    this.#child = child;
    // A sweep may take as long as it takes: a signal or the engine's end are what gives it up.
    this.#client = new Client(origin, { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  }

  /** @throws EngineStartError when it is not built; EngineExitError when it ended at once; CancelledError. */
  static async start(signal: AbortSignal): Promise<HttpEngine> {
    const command = setUpFile('build', 'bin', 'ipc-tax-http-engine');
    const child = await Child.start({
      command,
      args: ['serve', '--http', '127.0.0.1:0', '--die-with-stdin'],
    });
    try {
      return new HttpEngine(child, `http://${await address(child, signal)}`);
    } catch (error) {
      child.hold();
      child.kill('SIGKILL');
      await child.exited;
      throw error;
    }
  }

  /**
   * Sweeps `close`, sent as decimal text.
   * @throws CodecError naming a close that JSON can't carry; IpcTaxError `HTTP` with what the engine answered;
   * ConnectionError; CancelledError.
   */
  async sweep(close: Float64Array, windows: readonly Windows[], signal: AbortSignal): Promise<HttpCall> {
    const begin = microseconds();
    const body = codecNamed('json').encode(codecRequest(close, windows));
    const encoded = microseconds();
    const { status, timing, bytes } = await this.#post(body, signal);
    const received = microseconds();
    if (status !== 200) {
      throw new IpcTaxError('HTTP', `the engine answered with status ${status}: ${bytes.toString('utf8')}`);
    }
    const result = readReply(bytes, windows.length);
    const end = microseconds();
    return {
      us: end - begin,
      clientEncode: encoded - begin,
      clientDecode: end - received,
      ...serverTiming(timing),
      result,
    };
  }

  /** May be called twice. */
  close(): Promise<void> {
    this.#closing ??= Promise.all([this.#client.destroy(), this.#child.end()]).then(() => {});
    return this.#closing;
  }

  async #post(
    body: Uint8Array,
    signal: AbortSignal,
  ): Promise<{ status: number; timing: string; bytes: Buffer }> {
    this.#child.hold();
    try {
      const headers = { 'content-type': 'application/json' };
      const response = await this.#client.request({ method: 'POST', path: '/sweep', headers, body, signal });
      const bytes = Buffer.from(await response.body.arrayBuffer());
      return { status: response.statusCode, timing: String(response.headers['server-timing']), bytes };
    } catch (cause) {
      if (signal.aborted) throw new CancelledError('the sweep over HTTP', { cause: signal.reason });
      if (cause instanceof errors.UndiciError || (cause as NodeJS.ErrnoException).code) {
        const words = this.#child.stderr.text.trim();
        throw new ConnectionError(`no answer over HTTP: ${(cause as Error).message}; the engine: ${words}`, {
          cause,
        });
      }
      throw cause;
    } finally {
      this.#child.release();
    }
  }
}

/** HOST:PORT, once the engine says that it listens. */
async function address(child: Child, signal: AbortSignal): Promise<string> {
  child.hold();
  let timer: NodeJS.Timeout | undefined;
  let giveUp = (): void => {};
  try {
    return await new Promise<string>((resolve, reject) => {
      giveUp = () => reject(new CancelledError('starting the engine behind HTTP', { cause: signal.reason }));
      if (signal.aborted) giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      timer = setTimeout(
        () => reject(new ConnectionError('the engine behind HTTP does not listen')),
        START_TIMEOUT,
      );
      child.stderr.onLine((line) => {
        const found = /^listening http (\S+)$/.exec(line);
        if (found) resolve(found[1]);
      });
      void child.exited.then(() => reject(child.exitError()));
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    child.release();
  }
}

/** `{"pnl": [...], "trades": [...]}` as a sweep's result. */
function readReply(bytes: Buffer, combos: number): SweepResult {
  const { pnl, trades } = JSON.parse(bytes.toString('utf8')) as { pnl: number[]; trades: number[] };
  if (pnl?.length !== combos || trades?.length !== combos) {
    throw new ProtocolError(
      `HTTP reply: got ${pnl?.length} PnL and ${trades?.length} trades, expected ${combos}`,
    );
  }
  return { pnl: Float64Array.from(pnl), trades: Int32Array.from(trades) };
}

/** `parse;dur=1.5, compute;dur=...`, in milliseconds, as microseconds. */
function serverTiming(header: string): Pick<HttpCall, 'parse' | 'compute' | 'encode'> {
  const us = (step: string): number => {
    const found = new RegExp(`\\b${step};dur=([0-9.]+)`).exec(header);
    if (!found) throw new ProtocolError(`server-timing: got ${header}, expected ${step};dur=`);
    return Number(found[1]) * 1_000;
  };
  return { parse: us('parse'), compute: us('compute'), encode: us('encode') };
}
