import { ProtocolError } from '../errors';
import type { Side, Tick } from '../kernel';
import type { BlockingConnection, ExchangeOptions } from '../transport';
import { LENGTH_BYTES, Opcode, REQUEST_HEADER_BYTES, TICK_BYTES } from '../wire';
import { getInt64 } from '../wire/layout';

const FLOAT_BYTES = 8;

/**
 * A tick of one close with the request, the place of its reply and its result made beforehand: only numbers move.
 * The request: 0 u32 body length, 4 u8 opcode, 5 u32 session, 9 u32 count, 13 f64 close.
 * The reply: 0 i64 side, 8 i64 trades, 16 f64 pnl.
 */
export class BarExchange {
  readonly #connection: BlockingConnection;
  readonly #request = new DataView(new ArrayBuffer(LENGTH_BYTES + REQUEST_HEADER_BYTES + FLOAT_BYTES));
  readonly #parts = [new Uint8Array(this.#request.buffer)];
  readonly #reply = new DataView(new ArrayBuffer(TICK_BYTES));
  readonly #options: ExchangeOptions & { timeout: number | undefined } = {
    what: 'tick',
    bytes: TICK_BYTES,
    into: new Uint8Array(this.#reply.buffer),
    timeout: undefined,
  };
  readonly #tick: Tick = { side: 0, trades: 0, pnl: 0 };

  constructor(connection: BlockingConnection) {
    this.#connection = connection;
    this.#request.setUint32(0, REQUEST_HEADER_BYTES + FLOAT_BYTES, true);
    this.#request.setUint8(4, Opcode.tick);
    this.#request.setUint32(9, 1, true);
  }

  /**
   * The session's state after one more close, in the same object each time.
   * @throws what `exchange` throws; ProtocolError for a side that is none, or trades that are not a count.
   */
  tick(session: number, close: number, timeout: number | undefined): Tick {
    this.#request.setUint32(5, session, true);
    this.#request.setFloat64(13, close, true);
    this.#options.timeout = timeout;
    this.#connection.exchange(this.#parts, this.#options);
    const reply = this.#reply;
    const side = getInt64(reply, 0);
    const trades = getInt64(reply, 8);
    if ((side !== 1 && side !== -1 && side !== 0) || trades < 0 || trades > 0x7fff_ffff) {
      throw new ProtocolError(
        `tick reply: got side ${side} and ${trades} trades, expected 1, -1 or 0 and a count up to 2^31 - 1`,
      );
    }
    const tick = this.#tick;
    tick.side = side as Side;
    tick.trades = trades;
    tick.pnl = reply.getFloat64(16, true);
    return tick;
  }
}
