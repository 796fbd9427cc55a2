import type { LossOptions } from './losses';
import type { CodecRequest } from './request';

/** A way to write a sweep's request as bytes, and to read it again. */
export interface Codec<Name extends string = string> {
  /** As tables and options name it. */
  readonly name: Name;
  /** What it is, for tables. */
  readonly title: string;
  readonly mediaType: string;
  /** Whether every float64 and int64 comes back bit for bit. */
  readonly lossless: boolean;
  /** What does not come back; null when lossless. */
  readonly loses: string | null;
  /** Whether what it returns is overwritten by its next call. */
  readonly reuses: boolean;
  /**
   * Writes a request.
   * @throws CodecError naming the first value that would be lost, unless `lossy` lets it through.
   */
  encode(request: CodecRequest, options?: LossOptions): Uint8Array;
  /**
   * Reads a request. What it returns may share the memory of `bytes`.
   * @throws CodecError when the bytes are no request, or have lost a value, unless `lossy` lets it through.
   */
  decode(bytes: Uint8Array, options?: LossOptions): CodecRequest;
  /**
   * Where nothing need be copied: the pieces to write one after another, together the bytes of `encode`.
   * They share the request's memory.
   */
  pieces?(request: CodecRequest): readonly Uint8Array[];
  /**
   * Where it writes text, which has a longest: checks that a request is not beyond it, without writing any of it.
   * @throws CodecError telling how long it would be.
   */
  checkLength?(request: CodecRequest): void;
}
