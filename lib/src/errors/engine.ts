import { type ErrorOptions, IpcTaxError } from './base';

/** The engine's binary is missing, can't be built, or did not become ready. `code` is `ENGINE_START`. */
export class EngineStartError extends IpcTaxError {
  constructor(message: string, options?: ErrorOptions) {
    super('ENGINE_START', message, options);
  }
}

/** Characters of what an engine said last that a message repeats: the end of it tells why. */
const LAST_WORDS = 2048;

/** The engine ended while it was needed; tells how, and its last lines of stderr. `code` is `ENGINE_EXIT`. */
export class EngineExitError extends IpcTaxError {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stderr: string;

  constructor(exitCode: number | null, signal: string | null, stderr: string, options?: ErrorOptions) {
    const how = signal === null ? `exit code ${exitCode}` : `signal ${signal}`;
    const said = stderr.trim();
    const last = said.length > LAST_WORDS ? `...${said.slice(-LAST_WORDS)}` : said;
    super(
      'ENGINE_EXIT',
      `the engine ended with ${how}${last ? `; its last words: ${last}` : ', saying nothing'}`,
      options,
    );
    this.exitCode = exitCode;
    this.signal = signal;
    this.stderr = stderr;
  }
}

/** The engine answered a request with an error frame (WIRE.md, Errors). `code` is `ENGINE_REPLY`. */
export class EngineReplyError extends IpcTaxError {
  /** The protocol's own number, 1 to 7. */
  readonly wireCode: number;

  constructor(wireCode: number, wireName: string, message: string) {
    super('ENGINE_REPLY', `the engine refused the request (error ${wireCode}, ${wireName}): ${message}`);
    this.wireCode = wireCode;
  }
}

/** No connection, or it was lost before the reply was whole. `code` is `CONNECTION`. */
export class ConnectionError extends IpcTaxError {
  constructor(message: string, options?: ErrorOptions) {
    super('CONNECTION', message, options);
  }
}

/** Bytes that do not follow the protocol. `code` is `PROTOCOL`. */
export class ProtocolError extends IpcTaxError {
  constructor(message: string, options?: ErrorOptions) {
    super('PROTOCOL', message, options);
  }
}

/** Options of the errors of a call that was stopped: `when` says where it was, as in "after 2 of 5 starts". */
interface StoppedOptions extends ErrorOptions {
  when?: string;
}

const place = (when: string | undefined): string => (when === undefined ? '' : ` ${when}`);

/** A call took longer than its `timeout`. `code` is `TIMEOUT`. */
export class TimeoutError extends IpcTaxError {
  readonly milliseconds: number;

  constructor(what: string, milliseconds: number, { when, ...options }: StoppedOptions = {}) {
    super('TIMEOUT', `${what} took longer than its timeout of ${milliseconds} ms${place(when)}`, options);
    this.milliseconds = milliseconds;
  }
}

/** A call was cancelled through its `signal`. `code` is `CANCELLED`; the signal's reason is the cause. */
export class CancelledError extends IpcTaxError {
  constructor(what: string, { when, ...options }: StoppedOptions = {}) {
    super('CANCELLED', `${what} was cancelled${place(when)}`, options);
  }
}
