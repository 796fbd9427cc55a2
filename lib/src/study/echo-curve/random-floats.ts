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

/**
 * Floats from 1 up to 2, every bit behind the point random, for boundaries that have no number for NaN: what was rounded
 * or cut shows still. As text each takes some eighteen characters, as prices do.
 */
export function randomNumbers(count: number): Float64Array {
  const floats = randomFloats(count);
  const words = new Uint32Array(floats.buffer);
  // the upper words, little-endian: sign and exponent of 1, the fraction's upper bits left
  for (let i = 1; i < words.length; i += 2) words[i] = 0x3ff0_0000 | (words[i] & 0xf_ffff);
  return floats;
}
