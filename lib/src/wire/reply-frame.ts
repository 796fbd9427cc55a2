import type { SweepResult } from '../kernel';
import type { EngineInfo } from './engine-info';
import { bytesOf, ERROR_BIT, LENGTH_BYTES, setInt64, TICK_BYTES, TIMING_BYTES } from './layout';
import { LONGEST_ERROR_BODY } from './limits';
import type { FrameParts } from './request';
import type { Ticks } from './ticks';
import type { EngineTimes } from './timing';

/** A server's side of `readSweepReply`. */
export function sweepReply(result: SweepResult): FrameParts {
  const { pnl, trades } = result;
  return built(pnl.length * 16, (view, bytes) => {
    bytes.set(bytesOf(pnl));
    trades.forEach((value, i) => {
      setInt64(view, (pnl.length + i) * 8, value);
    });
  });
}

/** A server's side of `readEchoReply`. Shares the floats' memory. */
export function echoReply(floats: Float64Array): FrameParts {
  return [length(floats.byteLength), bytesOf(floats)];
}

/** A server's side of `readIdReply`. */
export function idReply(id: number): FrameParts {
  return built(4, (view) => view.setUint32(0, id, true));
}

/** A server's side of `readEmptyReply`. */
export function emptyReply(): FrameParts {
  return [length(0)];
}

/** A server's side of `readTickReply`. */
export function tickReply(ticks: Ticks): FrameParts {
  const pnl = bytesOf(ticks.pnl);
  return built(ticks.pnl.length * TICK_BYTES, (view, bytes) => {
    for (let i = 0; i < ticks.pnl.length; i++) {
      setInt64(view, i * TICK_BYTES, ticks.side[i]!);
      setInt64(view, i * TICK_BYTES + 8, ticks.trades[i]!);
      bytes.set(pnl.subarray(i * 8, i * 8 + 8), i * TICK_BYTES + 16);
    }
  });
}

/** A server's side of `readInfoReply`. */
export function infoReply(info: EngineInfo): FrameParts {
  const body = new TextEncoder().encode(JSON.stringify(info));
  return [length(body.byteLength), body];
}

/** A server's side of `readTimingReply`. */
export function timingReply(times: EngineTimes): FrameParts {
  return built(TIMING_BYTES, (view) => {
    view.setBigUint64(0, times.complete, true);
    view.setBigUint64(8, times.parsed, true);
    view.setBigUint64(16, times.computed, true);
    view.setBigUint64(24, times.encoded, true);
    view.setBigUint64(32, times.writeBegun, true);
  });
}

/** A server's side of `readErrorReply`. A message too long for the frame is cut between two characters. */
export function errorReply(code: number, message: string): FrameParts {
  const room = new Uint8Array(LONGEST_ERROR_BODY - 2);
  const { written = 0 } = new TextEncoder().encodeInto(message, room);
  const frame = new Uint8Array(LENGTH_BYTES + 2 + written);
  const view = new DataView(frame.buffer);
  view.setUint32(0, ERROR_BIT + 2 + written, true);
  view.setUint16(LENGTH_BYTES, code, true);
  frame.set(room.subarray(0, written), LENGTH_BYTES + 2);
  return [frame];
}

function length(bodyBytes: number): Uint8Array {
  const bytes = new Uint8Array(LENGTH_BYTES);
  new DataView(bytes.buffer).setUint32(0, bodyBytes, true);
  return bytes;
}

/** A short reply in one piece, its body filled by `write`. Floats are copied as bytes, so NaN keeps its bits. */
function built(bodyBytes: number, write: (view: DataView, bytes: Uint8Array) => void): FrameParts {
  const frame = new Uint8Array(LENGTH_BYTES + bodyBytes);
  new DataView(frame.buffer).setUint32(0, bodyBytes, true);
  write(new DataView(frame.buffer, LENGTH_BYTES), frame.subarray(LENGTH_BYTES));
  return [frame];
}
