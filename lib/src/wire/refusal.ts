import { IpcTaxError } from '../errors';
import { ErrorCode, type ErrorCodeValue, errorMeaning } from './error-code';

/**
 * Why a request is not carried out: what a server answers with an error frame. `code` is `REFUSED`, `wireCode` the
 * protocol's number. `closes` tells that the connection ends after the answer, since the frame can't be skipped.
 */
export class Refusal extends IpcTaxError {
  readonly wireCode: ErrorCodeValue;
  readonly closes: boolean;

  constructor(wireCode: ErrorCodeValue, message: string, closes = wireCode === ErrorCode.busy) {
    super('REFUSED', `${errorMeaning(wireCode)}: ${message}`);
    this.wireCode = wireCode;
    this.closes = closes;
  }
}
