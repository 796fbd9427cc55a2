/** The six window lengths of a combo, in bars, in the order of the wire. */
export interface Windows {
  half: number;
  full: number;
  sqrt: number;
  pThird: number;
  pHalf: number;
  p: number;
}
