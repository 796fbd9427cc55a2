import { ConnectionError, integerOption, OptionError, TimeoutError } from '../../errors';
import type { FrameParts } from '../../wire';
import { viewOf } from '../../wire/layout';
import type { SharingConnection } from '../blocking';
import type { ExchangeOptions, RequestOptions } from '../connection';
import { checkRequest, type Line, Pipeline } from '../pipeline';
import type { NativeMemory, WaitMode } from './addon';
import { checkReference, InPlaceRequest, isEcho, REFERENCE_BYTES, shareRequest } from './reference';
import { SharedStream, type StreamTaker } from './stream';

/** The most floats of a segment: 1 GiB, the most series that an engine holds unless told otherwise. */
const MOST_FLOATS = 2 ** 27;

/** A connection to an engine in shared memory. */
export class SharedMemoryConnection implements SharingConnection {
  readonly child = null;
  readonly lastTiming = null;
  readonly #stream: SharedStream;
  readonly #pipeline: Pipeline;
  readonly #longestReply: number;
  /** The engine's ids of what is shared, by memory. */
  readonly #segments = new WeakMap<ArrayBufferLike, number>();
  #shares = false;
  /** What was asked for the last time, and found: most often it is asked for again. */
  #lastFloats: Uint8Array | null = null;
  #lastSegment: number | undefined;
  /** For the one exchange that is under way. */
  readonly #inPlace = new InPlaceRequest();
  readonly #reference: ExchangeOptions = {
    what: 'echo',
    bytes: REFERENCE_BYTES,
    into: new Uint8Array(REFERENCE_BYTES),
  };

  constructor(native: NativeMemory, mode: WaitMode, longestReply: number) {
    const line = new StreamLine();
    const pipeline = new Pipeline(line, longestReply);
    const taker: StreamTaker = {
      space: () => pipeline.receiver.space(),
      received: (bytes) => pipeline.received(bytes),
      ended: (cause) => pipeline.lost(cause),
      broken: (error) => pipeline.fail(error),
    };
    this.#pipeline = pipeline;
    this.#longestReply = longestReply;
    this.#stream = line.use(new SharedStream(native, mode, taker));
  }

  get failure(): Error | null {
    return this.#pipeline.failure;
  }

  get lostByPeer(): boolean {
    return this.#pipeline.lostByPeer;
  }

  async request(parts: FrameParts, options: RequestOptions): Promise<Uint8Array> {
    const segment = this.#segmentOf(parts);
    if (segment === undefined) return this.#pipeline.request(parts, options);
    checkRequest(options);
    const request = new InPlaceRequest().parts(parts, segment);
    if (!isEcho(parts)) return this.#pipeline.request(request, options);
    const instead = { ...options, bytes: REFERENCE_BYTES, into: undefined };
    return echoed(await this.#pipeline.request(request, instead), request, parts, options);
  }

  exchange(parts: FrameParts, options: ExchangeOptions): Uint8Array {
    if (options.timeout !== undefined || options.into !== undefined) checkRequest(options);
    const segment = this.#segmentOf(parts);
    if (segment === undefined) return this.#exchange(parts, options);
    const request = this.#inPlace.parts(parts, segment);
    if (!isEcho(parts)) return this.#exchange(request, options);
    const instead = this.#reference;
    instead.timeout = options.timeout;
    return echoed(this.#exchange(request, instead), request, parts, options);
  }

  allocate(count: number): Float64Array {
    integerOption('count', count, 0, MOST_FLOATS);
    this.#checkUsable('allocate');
    let segment: { offset: number; buffer: ArrayBuffer };
    try {
      segment = this.#stream.native.allocate(count * 8);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new ConnectionError(`can't allocate ${count} floats to share: ${why}`, { cause });
    }
    const { offset, buffer } = segment;
    const body = this.#exchange(shareRequest(offset, buffer.byteLength), { what: 'share', bytes: 4 });
    this.#segments.set(buffer, viewOf(body).getUint32(0, true));
    this.#shares = true;
    return new Float64Array(buffer, 0, count);
  }

  cancel(cause: unknown): void {
    this.#pipeline.cancel(cause);
  }

  close(): Promise<void> {
    this.#lastFloats = null;
    return this.#pipeline.close();
  }

  /** The engine's id of the memory in which the floats of a request lie, if it has one. */
  #segmentOf(parts: FrameParts): number | undefined {
    if (!this.#shares || parts.length === 1) return undefined;
    const floats = parts[1]!;
    if (floats !== this.#lastFloats) {
      this.#lastFloats = floats;
      this.#lastSegment = this.#segments.get(floats.buffer);
    }
    return this.#lastSegment;
  }

  #checkUsable(what: string): void {
    const { failure, busy } = this.#pipeline;
    if (failure !== null) throw failure;
    if (busy) {
      throw new OptionError(what, 'a request that is under way', 'none: await it before waiting in place');
    }
  }

  /** The body that is there whole, else null. What the peer wrote that can't be ends the connection. */
  #taken(bytes: number, into: Uint8Array | undefined): Uint8Array | null {
    try {
      return this.#stream.take(bytes, into);
    } catch (error) {
      this.#pipeline.fail(error as Error);
      throw error;
    }
  }

  #exchange(parts: FrameParts, options: ExchangeOptions): Uint8Array {
    const { what, bytes, into, timeout } = options;
    const stream = this.#stream;
    this.#checkUsable(what);
    stream.attend();
    if (this.#pipeline.failure !== null) throw this.#pipeline.failure;
    const sent = stream.sendNow(parts);
    if (sent && bytes !== undefined && bytes <= this.#longestReply && stream.comes()) {
      const body = this.#taken(bytes, into);
      if (body !== null) return body;
    }
    const begin = timeout === undefined ? 0 : performance.now();
    return this.#pipeline.inPlace(parts, options, () => {
      const left = timeout === undefined ? undefined : Math.max(0, begin + timeout - performance.now());
      if (!stream.step(left)) throw new TimeoutError(what, timeout!);
    });
  }
}

/** The floats that an echo in place referred to: the same memory again, or copied where they are wanted elsewhere. */
function echoed(
  body: Uint8Array,
  request: FrameParts,
  parts: FrameParts,
  { into }: ExchangeOptions,
): Uint8Array {
  checkReference(body, request);
  const floats = parts[1]!;
  if (into === undefined) return floats;
  into.set(floats);
  return into.subarray(0, floats.length);
}

class StreamLine implements Line {
  #stream!: SharedStream;

  /** The stream; it reads through the pipeline, which has this line, so it can only come last. */
  use(stream: SharedStream): SharedStream {
    this.#stream = stream;
    return stream;
  }

  get idle(): boolean {
    return this.#stream.idle;
  }

  send(parts: FrameParts, sent: () => void): void {
    this.#stream.send(parts, sent);
  }

  hold(): void {
    this.#stream.hold();
  }

  release(): void {
    this.#stream.release();
  }

  abandon(): void {
    this.#stream.close();
  }

  end(): Promise<void> {
    return this.#stream.closed();
  }
}
