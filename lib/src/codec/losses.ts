import { CodecError, excerpt } from '../errors';
import type { CodecRequest } from './request';

/** What a value is lost as: see `LOSS_TEXTS`. */
export type LossKind =
  | 'nan'
  | 'nan_payload'
  | 'infinity'
  | 'negative_zero'
  | 'int64'
  | 'null'
  | 'overflow'
  | 'underflow'
  | 'fraction';

/** What a codec lost, by kind. */
export interface Losses {
  /** Values lost in all. */
  values: number;
  kinds: Partial<Record<LossKind, number>>;
  /** The first of them, such as `close[3]`. */
  first: { place: string; value: number | bigint | null };
}

/** How a codec treats values it can't carry. */
export interface LossOptions {
  /** Lets them through, changed, instead of refusing them. Default false. */
  lossy?: boolean;
  /** Told once what was lost, if anything was. */
  onLoss?: (losses: Losses) => void;
}

/** Why a value is refused. */
const LOSS_TEXTS: Record<LossKind, string> = {
  nan: 'it has no number for NaN; it would be written as null and read as 0',
  nan_payload: "a NaN's payload bits need not come back",
  infinity: 'it has no number for infinity; it would be written as null and read as 0',
  negative_zero: 'the sign of zero would be lost',
  int64: 'integers beyond 2^53 would be rounded',
  null: 'a value was lost when it was written; it would be read as 0',
  overflow: 'it is beyond the largest float64 and would be read as infinity',
  underflow: 'it is nearer to zero than any float64 and would be read as 0',
  fraction: 'it is no integer and would be rounded to one',
};

const REMEDY = 'use a lossless codec such as raw_fresh, or { lossy: true } to let it through';

/** Counts what is lost, or refuses the first of it. */
export class LossCounter {
  #losses: Losses | null = null;

  constructor(
    private readonly codec: string,
    private readonly options: LossOptions,
  ) {}

  /** `written` is the text of the value, where it says more. @throws CodecError unless losses are let through. */
  lost(kind: LossKind, place: string, value: number | bigint | null, written?: string): void {
    if (!this.options.lossy) {
      const as = written === undefined ? '' : `written as ${excerpt(written)}, `;
      throw new CodecError(this.codec, place, value, `${as}${LOSS_TEXTS[kind]}; ${REMEDY}`);
    }
    this.#losses ??= { values: 0, kinds: {}, first: { place, value } };
    this.#losses.values++;
    this.#losses.kinds[kind] = (this.#losses.kinds[kind] ?? 0) + 1;
  }

  done(): void {
    if (this.#losses) this.options.onLoss?.(this.#losses);
  }
}

/** Looks at every float; `kindOf` tells how one would be lost, or null. */
export function checkFloats(
  { close }: CodecRequest,
  counter: LossCounter,
  kindOf: (value: number, index: number) => LossKind | null,
): void {
  for (let i = 0; i < close.length; i++) {
    const kind = kindOf(close[i], i);
    if (kind !== null) counter.lost(kind, `close[${i}]`, close[i]);
  }
}

/** Counts integers that a number can't hold. */
export function checkIntegers({ params }: CodecRequest, counter: LossCounter): void {
  for (let i = 0; i < params.length; i++) {
    const value = params[i];
    if (!Number.isSafeInteger(Number(value))) {
      counter.lost('int64', `params[${i}]`, value);
    }
  }
}
