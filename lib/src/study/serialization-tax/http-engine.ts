import { microseconds } from '../../bench';
import { ListenerHost } from '../../engine/listener-host';
import { feeArgs } from '../../engine/options';
import { ConnectionError } from '../../errors';
import { FEE_PERCENT, type SweepResult, type Windows } from '../../kernel';
import { httpJson, type JsonConnection } from '../../transport/http-json';
import {
  defaultLimits,
  type FrameParts,
  readSweepReply,
  readTimingReply,
  sweepReplyLength,
  sweepRequest,
  timingRequest,
} from '../../wire';
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
 * The engine over the transport `http-json`, with what JSON took on either side: one connection kept for all calls, and
 * another after a call was cancelled. It ends with `close`, and when this process does.
 */
export class HttpEngine {
  readonly #host: ListenerHost;
  #connection: JsonConnection;
  #closing: Promise<void> | null = null;

  private constructor(host: ListenerHost, connection: JsonConnection) {
    this.#host = host;
    this.#connection = connection;
  }

  /**
   * @param fee What a closed trade costs, in percent of its entry price.
   * @throws EngineStartError when it is not built; EngineExitError when it ended at once; CancelledError.
   */
  static async start(signal: AbortSignal, fee = FEE_PERCENT): Promise<HttpEngine> {
    const command = setUpFile('build', 'bin', 'ipc-tax-http-engine');
    const host = await ListenerHost.start(
      httpJson,
      { command, args: ['serve', '--die-with-stdin', ...feeArgs(fee)] },
      { signal, timeout: START_TIMEOUT, longestReply: defaultLimits.frameBytes },
    );
    try {
      return new HttpEngine(host, await opened(host, signal));
    } catch (error) {
      await host.end();
      throw error;
    }
  }

  /**
   * Sweeps `close`, sent as decimal text.
   * @throws CodecError naming a value that JSON can't carry; EngineReplyError with what the engine refused;
   * ConnectionError; CancelledError.
   */
  async sweep(close: Float64Array, windows: readonly Windows[], signal: AbortSignal): Promise<HttpCall> {
    await this.#connected(signal);
    const begin = microseconds();
    const body = await this.#request('sweep', sweepRequest(close, windows), signal, windows.length);
    const result = readSweepReply(body, windows.length);
    const us = microseconds() - begin;
    const { encodeMicroseconds: clientEncode, decodeMicroseconds: clientDecode } =
      this.#connection.translation;
    const timing = readTimingReply(await this.#request('timing', timingRequest(), signal));
    return {
      us,
      clientEncode,
      clientDecode,
      parse: timing.parseMicroseconds,
      compute: timing.computeMicroseconds,
      encode: timing.encodeMicroseconds,
      result,
    };
  }

  /** May be called twice. */
  close(): Promise<void> {
    this.#closing ??= this.#connection.close().then(() => this.#host.end());
    return this.#closing;
  }

  async #connected(signal: AbortSignal): Promise<void> {
    if (this.#closing !== null) throw new ConnectionError('the engine is closed');
    if (this.#connection.failure === null) return;
    const ended = await this.#host.ended(this.#connection, 0);
    if (ended !== null) throw ended;
    this.#connection = await opened(this.#host, signal);
  }

  #request(what: string, parts: FrameParts, signal: AbortSignal, combos?: number): Promise<Uint8Array> {
    const bytes = combos === undefined ? undefined : sweepReplyLength(combos);
    return this.#connection.request(parts, { what, bytes, signal });
  }
}

/** The transport's own connection, which tells what JSON took. */
const opened = async (host: ListenerHost, signal: AbortSignal) =>
  (await host.open({ signal })) as JsonConnection;
