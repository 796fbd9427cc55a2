import type { FrameParts } from '../wire';

/** Up to this many bytes a loop is quicker than a view and a call. */
export const BY_LOOP = 64;

/** Copies a whole frame to `to`, from its byte `at` on, where there is room for it; the bytes that were copied. */
export function copyFrame(parts: FrameParts, to: Uint8Array, at = 0): number {
  let place = at;
  for (let k = 0; k < parts.length; k++) {
    const part = parts[k]!;
    if (part.length > BY_LOOP) to.set(part, place);
    else for (let i = 0; i < part.length; i++) to[place + i] = part[i]!;
    place += part.length;
  }
  return place - at;
}
