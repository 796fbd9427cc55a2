/** Where piece `at` of `pieces` of 0 to `total` begins; piece `pieces` would begin at `total`. As equal as they can be. */
export const pieceStart = (total: number, at: number, pieces: number): number =>
  Math.floor((at * total) / pieces);

/** How much of `total` falls to piece `at` of `pieces`. */
export const piece = (total: number, at: number, pieces: number): number =>
  pieceStart(total, at + 1, pieces) - pieceStart(total, at, pieces);
