/**
 * Floats of random bits, NaN and its payloads included, so that a reply that was rounded, reordered
 * or cut shows. Xorshift (Marsaglia, 2003), a word at a time: the same floats for the same count.
 */
export function randomFloats(count: number): Float64Array {
  const floats = new Float64Array(count);
  const words = new Uint32Array(floats.buffer);
  let state = count ^ 0x9e37_79b9 || 1;
  for (let i = 0; i < words.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[i] = state;
  }
  return floats;
}
