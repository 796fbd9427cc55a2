import type { Windows } from '../../kernel';
import {
  FEE_PERCENT,
  Ledger,
  LiveKernel,
  nativeSweepSync,
  RUST_KERNELS,
  type RustKernel,
  type SweepResult,
  sweep,
} from '../../kernel';
import {
  defaultLimits,
  type EngineTimes,
  ErrorCode,
  echoReply,
  emptyReply,
  errorReply,
  type FrameParts,
  type Held,
  idReply,
  infoReply,
  parseRequest,
  Refusal,
  type Request,
  sweepReply,
  tickReply,
  timingReply,
} from '../../wire';
import type { ThreadSettings } from './settings';

/** What an engine is that was told nothing else. */
export const defaultSettings: ThreadSettings = {
  kernel: 'naive',
  fee: FEE_PERCENT,
  threads: 1,
  limits: { ...defaultLimits, seriesBytes: 2 ** 30 },
};

const NEVER: EngineTimes = { complete: 0n, parsed: 0n, computed: 0n, encoded: 0n, writeBegun: 0n };

/** One connection's side of the protocol, in TypeScript: every opcode, with the kernel that it is told to use. */
export class ThreadEngine implements Held {
  readonly #settings: ThreadSettings;
  readonly #series = new Map<number, Float64Array>();
  readonly #sessions = new Map<number, LiveKernel>();
  #seriesBytes = 0;
  #lastSeries = 0;
  #lastSession = 0;
  #before = NEVER;

  constructor(settings: ThreadSettings = defaultSettings) {
    this.#settings = settings;
  }

  hasSeries(id: number): boolean {
    return this.#series.has(id);
  }

  hasSession(id: number): boolean {
    return this.#sessions.has(id);
  }

  /** The reply to a request body, as the pieces to send. An echo's shares the body's memory. */
  answer(body: Uint8Array): FrameParts {
    const complete = process.hrtime.bigint();
    let parsed = complete;
    let computed = complete;
    let reply: FrameParts;
    try {
      const request = parseRequest(body, this.#settings.limits, this);
      parsed = process.hrtime.bigint();
      const encode = this.#carryOut(request);
      computed = process.hrtime.bigint();
      reply = encode();
    } catch (error) {
      reply =
        error instanceof Refusal
          ? errorReply(error.wireCode, error.message)
          : errorReply(ErrorCode.internal, `engine: ${error}`);
      parsed = parsed === complete ? process.hrtime.bigint() : parsed;
      computed = computed === complete ? parsed : computed;
    }
    const encoded = process.hrtime.bigint();
    this.#before = { complete, parsed, computed, encoded, writeBegun: process.hrtime.bigint() };
    return reply;
  }

  /** Computes what is asked; what is returned encodes the reply. */
  #carryOut(request: Request): () => FrameParts {
    switch (request.op) {
      case 'sweep':
        return this.#sweep(request.close, request.combos);
      case 'sweepLoaded':
        return this.#sweep(this.#series.get(request.series)!, request.combos);
      case 'echo':
        return () => echoReply(request.floats);
      case 'load': {
        const id = this.#load(request.close);
        return () => idReply(id);
      }
      case 'drop':
        this.#seriesBytes -= this.#series.get(request.series)!.byteLength;
        this.#series.delete(request.series);
        return emptyReply;
      case 'openLive': {
        this.#checkCount('openLive sessions on this connection', this.#sessions.size + 1, 'sessions');
        const id = ++this.#lastSession;
        this.#sessions.set(id, new LiveKernel(request.windows, new Ledger(this.#settings.fee)));
        return () => idReply(id);
      }
      case 'tick': {
        const session = this.#sessions.get(request.session)!;
        const ticks = Array.from(request.close, (close) => session.tick(close));
        return () =>
          tickReply({
            side: Int8Array.from(ticks, (tick) => tick.side),
            trades: Int32Array.from(ticks, (tick) => tick.trades),
            pnl: Float64Array.from(ticks, (tick) => tick.pnl),
          });
      }
      case 'closeLive':
        this.#sessions.delete(request.session);
        return emptyReply;
      case 'info':
        return () => infoReply(this.#info());
      case 'timing':
        return () => timingReply(this.#before);
    }
  }

  #sweep(close: Float64Array, combos: readonly Windows[]): () => FrameParts {
    const { kernel, fee, threads } = this.#settings;
    let result: SweepResult;
    if (kernel === 'naive') result = sweep(close, combos, { fee });
    else result = nativeSweepSync(close, combos, { kernel: kernel as RustKernel, fee, threads });
    return () => sweepReply(result);
  }

  #load(close: Float64Array): number {
    this.#checkCount('load series on this connection', this.#series.size + 1, 'series');
    this.#checkCount('load bytes of series in all', this.#seriesBytes + close.byteLength, 'seriesBytes');
    const id = ++this.#lastSeries;
    this.#series.set(id, close.slice());
    this.#seriesBytes += close.byteLength;
    return id;
  }

  #checkCount(what: string, count: number, limit: keyof ThreadSettings['limits']): void {
    const most = this.#settings.limits[limit];
    if (count > most) {
      throw new Refusal(ErrorCode.tooLarge, `${what}: got ${count}, expected at most ${most}`);
    }
  }

  #info() {
    const { kernel, fee, threads, limits } = this.#settings;
    const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return {
      engine: 'node',
      protocol: 1,
      kernel: kernel === 'naive' ? 'naive in TypeScript' : kernel,
      threads,
      fee,
      limits: Object.fromEntries(Object.entries(limits).map(([name, value]) => [snake(name), value])),
    };
  }
}

/** The kernels that an engine in a worker thread can have. */
export const threadKernels: readonly string[] = ['naive', ...RUST_KERNELS.filter((name) => name !== 'naive')];
