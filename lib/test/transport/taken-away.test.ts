import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OptionError } from '../../src/errors';
import { type Line, Pipeline } from '../../src/transport/pipeline';
import { bytesOf, echoReply, echoRequest, joined } from '../../src/wire';

/** A line that is busy until told to go on, and keeps what it was given. */
class SlowLine implements Line {
  idle = true;
  readonly frames: Uint8Array[] = [];
  #sent: () => void = () => {};
  send(parts: readonly Uint8Array[], sent: () => void): void {
    this.frames.push(joined(parts));
    this.idle = false;
    this.#sent = sent;
  }
  goOn(): void {
    this.idle = true;
    this.#sent();
  }
  hold(): void {}
  release(): void {}
  abandon(): void {
    throw new Error('the connection should go on');
  }
  async end(): Promise<void> {}
}

function started() {
  const line = new SlowLine();
  const pipeline = new Pipeline(line, 1_000_000);
  const echo = (floats: Float64Array, into?: Float64Array) =>
    pipeline.request(echoRequest(floats), {
      what: 'echo',
      bytes: floats.byteLength,
      into: into && bytesOf(into),
    });
  const answer = (floats: Float64Array) => joined(echoReply(floats));
  return { line, pipeline, echo, answer };
}

const transfer = (array: Float64Array) =>
  structuredClone(array.buffer, { transfer: [array.buffer as ArrayBuffer] });
const stays = (error: unknown) =>
  error instanceof OptionError && /transferred or resized.*until the call settles/.test(error.message);

for (const [how, make, takeAway] of [
  ['transferred', () => new Float64Array(1000), transfer],
  [
    'resized',
    // Resizable buffers came after the library this is compiled against.
    () => new Float64Array(Reflect.construct(ArrayBuffer, [8000, { maxByteLength: 8000 }])),
    (array: Float64Array) => (array.buffer as unknown as { resize(bytes: number): void }).resize(80),
  ],
] as const) {
  test(`an array that is ${how} before it is sent fails its own call alone`, async () => {
    const { line, pipeline, echo, answer } = started();
    const one = Float64Array.of(1);
    const first = echo(one);
    const gone = make();
    const second = assert.rejects(echo(gone), stays);
    const third = echo(one);
    takeAway(gone);
    line.goOn();
    await second;
    line.goOn();
    pipeline.pushed(answer(one));
    pipeline.pushed(answer(one));
    await Promise.all([first, third]);
    assert.equal(line.frames.length, 2);
  });
}

test('memory for a reply that is transferred before or while it comes fails its own call alone', async () => {
  const floats = new Float64Array(1000).fill(2);
  for (const came of [0, 2, 4, 5, 4000, 8003]) {
    for (const read of [false, true]) {
      const { line, pipeline, echo, answer } = started();
      const into = new Float64Array(1000);
      const first = assert.rejects(echo(floats, into), stays);
      line.goOn();
      const second = echo(floats);
      line.goOn();
      const take = (bytes: Uint8Array) => {
        if (!read) return pipeline.pushed(bytes);
        for (let at = 0; at < bytes.length; ) {
          const space = pipeline.receiver.space();
          const count = Math.min(space.length, bytes.length - at);
          assert(count > 0);
          space.set(bytes.subarray(at, at + count));
          pipeline.received(count);
          at += count;
        }
      };
      const reply = answer(floats);
      take(reply.subarray(0, came));
      transfer(into);
      take(reply.subarray(came));
      take(reply);
      await first;
      assert.deepEqual(new Float64Array((await second).buffer), floats);
    }
  }
});
