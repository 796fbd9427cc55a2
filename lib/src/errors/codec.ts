import { type ErrorOptions, IpcTaxError } from './base';
import { quoted } from './quoted';

/**
 * A codec met a value it would lose, or bytes it can't read. `code` is `CODEC`. `place` names the value,
 * such as `close[3]`, and is null where the bytes as a whole are at fault.
 */
export class CodecError extends IpcTaxError {
  readonly codec: string;
  readonly place: string | null;
  readonly value: unknown;

  constructor(codec: string, place: string | null, value: unknown, problem: string, options?: ErrorOptions) {
    const what = place === null ? '' : ` ${place} is ${Object.is(value, -0) ? '-0' : quoted(value)}:`;
    super('CODEC', `codec ${codec}:${what} ${problem}`, options);
    this.codec = codec;
    this.place = place;
    this.value = value;
  }
}
