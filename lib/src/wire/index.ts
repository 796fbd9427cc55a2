export { faultOfCombo } from './combo';
export type { EngineInfo } from './engine-info';
export { ErrorCode, type ErrorCodeValue, errorMeaning } from './error-code';
export { bytesOf, ERROR_BIT, floatsAt, LENGTH_BYTES, REQUEST_HEADER_BYTES, TICK_BYTES } from './layout';
export { defaultLimits, type Limits, LONGEST_BODY, LONGEST_ERROR_BODY } from './limits';
export { Opcode, type OpcodeName, opcodeName } from './opcode';
export { checkRequestLength, type Held, nothingHeld, parseRequest, type Request } from './parse-request';
export { Refusal } from './refusal';
export {
  readEchoReply,
  readEmptyReply,
  readErrorReply,
  readIdReply,
  readInfoReply,
  readSweepReply,
  readTickReply,
  readTimingReply,
  sweepReplyLength,
  tickReplyLength,
} from './reply';
export {
  echoReply,
  emptyReply,
  errorReply,
  idReply,
  infoReply,
  sweepReply,
  tickReply,
  timingReply,
} from './reply-frame';
export { type Expected, ReplyReceiver, type ReplyTaker } from './reply-receiver';
export {
  closeLiveRequest,
  dropRequest,
  echoRequest,
  type FrameParts,
  infoRequest,
  joined,
  loadRequest,
  openLiveRequest,
  sweepLoadedRequest,
  sweepRequest,
  tickRequest,
  timingRequest,
} from './request';
export type { Ticks } from './ticks';
export { type EngineTimes, type Timing, timingOf } from './timing';
