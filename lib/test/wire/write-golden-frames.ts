import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GoldenReply, goldenFolder } from './golden';
import { content } from './golden-content';

// Writes frames.json and the .bin files beside it. Run by hand after a change of golden-content:
//   node lib/dist/test/wire/write-golden-frames.js
// It shares no code with src/wire: tests compare the two.

function le(width: number, value: number | string | bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)));
  return bytes.subarray(0, width);
}

const float = (bits: string) => Buffer.from(bits, 'hex').reverse();
const framed = (body: Buffer, length = body.length) => Buffer.concat([le(4, length), body]);

function replyBody(reply: GoldenReply): Buffer {
  return Buffer.concat([
    ...(reply.pnl ?? []).map(float),
    ...(reply.trades ?? []).map((value) => le(8, value)),
    ...(reply.floats ?? []).map(float),
    ...(reply.id === undefined ? [] : [le(4, reply.id)]),
    ...(reply.ticks ?? []).flatMap((tick) => [le(8, tick.side), le(8, tick.trades), float(tick.pnl)]),
    Buffer.from(reply.info ?? ''),
    ...(reply.times ?? []).map((value) => le(8, value)),
  ]);
}

function write(file: string, bytes: Buffer | string): void {
  writeFileSync(join(goldenFolder, file), bytes);
}

mkdirSync(goldenFolder, { recursive: true });
for (const file of readdirSync(goldenFolder)) rmSync(join(goldenFolder, file));
for (const frame of content.frames) {
  const combos = frame.combos.flat().map((value) => le(8, value));
  const head = [le(1, frame.opcode), le(4, frame.a), le(4, frame.b)];
  write(`${frame.name}.request.bin`, framed(Buffer.concat([...head, ...frame.floats.map(float), ...combos])));
  if (frame.reply !== null) write(`${frame.name}.reply.bin`, framed(replyBody(frame.reply)));
}
for (const { name, code, message } of content.errors) {
  const body = Buffer.concat([le(2, code), Buffer.from(message)]);
  write(`${name}.reply.bin`, framed(body, 2 ** 31 + body.length));
}
for (const { name, body_len, body } of content.refused) {
  write(`${name}.request.bin`, framed(Buffer.from(body, 'hex'), body_len));
}
write('frames.json', `${JSON.stringify(content, null, 1)}\n`);
