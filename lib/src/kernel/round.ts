/**
 * The nearest integer, halves to the even one, as numpy, Python and IEEE 754 round (`Math.round` rounds
 * halves up). NaN and infinities stay what they are.
 */
export function roundHalfEven(x: number): number {
  const below = Math.floor(x);
  const over = x - below;
  if (over < 0.5) return below;
  if (over > 0.5) return below + 1;
  return over === 0.5 && below % 2 !== 0 ? below + 1 : below;
}
