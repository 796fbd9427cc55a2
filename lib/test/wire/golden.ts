import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/engine/project';

/** What frames.json holds. Floats are 16 hex digits of their bits, most significant first; i64 and u64 decimal text. */
export interface GoldenFrames {
  readme: string[];
  frames: GoldenFrame[];
  errors: GoldenError[];
  refused: GoldenRefusal[];
  conversations: GoldenConversation[];
}

export interface GoldenFrame {
  name: string;
  op: string;
  opcode: number;
  a: number;
  b: number;
  floats: string[];
  combos: string[][];
  /** Null: only the request's encoding is shown. */
  reply: GoldenReply | null;
}

export interface GoldenReply {
  pnl?: string[];
  trades?: string[];
  floats?: string[];
  id?: number;
  ticks?: { side: string; trades: string; pnl: string }[];
  info?: string;
  times?: string[];
}

export interface GoldenError {
  name: string;
  code: number;
  message: string;
}

export interface GoldenRefusal {
  name: string;
  code: number;
  closes: boolean;
  /** What the length field says; differs from the bytes in `body` only where that is the fault. */
  body_len: number;
  body: string;
}

export interface GoldenConversation {
  name: string;
  steps: string[];
}

export const goldenFolder = join(projectRoot(), 'lib', 'test', 'golden', 'frames');

export function goldenFrames(): GoldenFrames {
  return JSON.parse(readFileSync(join(goldenFolder, 'frames.json'), 'utf8'));
}

export function goldenBytes(file: string): Uint8Array {
  return new Uint8Array(readFileSync(join(goldenFolder, file)));
}

/** Floats from their bits. */
export function floatsOf(bits: string[]): Float64Array {
  return new Float64Array(BigUint64Array.from(bits, (hex) => BigInt(`0x${hex}`)).buffer);
}

/** The bits of floats. */
export function bitsOf(floats: Float64Array): string[] {
  const bits = new BigUint64Array(floats.buffer, floats.byteOffset, floats.length);
  return Array.from(bits, (value) => value.toString(16).padStart(16, '0'));
}
