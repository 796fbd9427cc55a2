import { LiveKernel, sweep } from '../../src/kernel';
import {
  defaultLimits,
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
} from '../../src/wire';

/** All opcodes for one connection, on the reference kernel: a second engine to test clients and the first against. */
export class NodeEngine implements Held {
  readonly #series = new Map<number, Float64Array>();
  readonly #sessions = new Map<number, LiveKernel>();
  #lastSeries = 0;
  #lastSession = 0;
  #times = [0n, 0n, 0n, 0n, 0n] as const as readonly [bigint, bigint, bigint, bigint, bigint];

  hasSeries(id: number): boolean {
    return this.#series.has(id);
  }

  hasSession(id: number): boolean {
    return this.#sessions.has(id);
  }

  /** The reply to a request body. */
  answer(body: Uint8Array): FrameParts {
    const complete = process.hrtime.bigint();
    try {
      const request = parseRequest(body, defaultLimits, this);
      const parsed = process.hrtime.bigint();
      const reply = this.#carryOut(request);
      const done = process.hrtime.bigint();
      this.#times = [complete, parsed, done, done, done];
      return reply;
    } catch (error) {
      if (error instanceof Refusal) return errorReply(error.wireCode, error.message);
      return errorReply(ErrorCode.internal, String(error));
    }
  }

  #carryOut(request: Request): FrameParts {
    switch (request.op) {
      case 'sweep':
        return sweepReply(sweep(request.close, request.combos));
      case 'echo':
        return echoReply(request.floats);
      case 'load':
        this.#series.set(++this.#lastSeries, request.close.slice());
        return idReply(this.#lastSeries);
      case 'sweepLoaded':
        return sweepReply(sweep(this.#series.get(request.series)!, request.combos));
      case 'drop':
        this.#series.delete(request.series);
        return emptyReply();
      case 'openLive':
        this.#sessions.set(++this.#lastSession, new LiveKernel(request.windows));
        return idReply(this.#lastSession);
      case 'tick': {
        const ticks = Array.from(request.close, (close) => this.#sessions.get(request.session)!.tick(close));
        return tickReply({
          side: Int8Array.from(ticks, (tick) => tick.side),
          trades: Int32Array.from(ticks, (tick) => tick.trades),
          pnl: Float64Array.from(ticks, (tick) => tick.pnl),
        });
      }
      case 'closeLive':
        this.#sessions.delete(request.session);
        return emptyReply();
      case 'info':
        return infoReply({
          engine: 'node',
          protocol: 1,
          kernel: 'reference',
          threads: 1,
          limits: { frame_bytes: defaultLimits.frameBytes, bars: defaultLimits.bars },
        });
      case 'timing': {
        const [completed, parsed, computed, encoded, writeBegun] = this.#times;
        return timingReply({ complete: completed, parsed, computed, encoded, writeBegun });
      }
    }
  }
}
