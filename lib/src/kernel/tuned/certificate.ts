import type { Windows } from '../windows';

/** Half a unit in the last place of 1: what one rounding may add, relative to its result. */
const U = 2 ** -53;

/** For what is left out below, all of the order of U squared, and for the rounding of the bound itself. */
const SLACK = 1.01;

/** How large the values of one block and its history are: the largest absolute value of each. */
export interface Magnitudes {
  /** Of the closes as they are. */
  close: number;
  /** Of the closes less the block's first one. */
  centred: number;
  /** Of the sums of the centred closes: once, twice, three and four times summed. */
  p1: number;
  p2: number;
  p3: number;
  p4: number;
}

/** What one unit of each magnitude adds to the bound of one combo. */
export type Certificate = Readonly<Magnitudes>;

/**
 * The bound on how far D = HMA3 - HMA, as the sparse filters give it in float64, can be from the same difference of the
 * reference's averages. Beyond it the sign of D is the reference's; within it nothing is claimed.
 *
 * Write u = 2^-53, |.| for the sum of absolute values of a filter's taps, w_n for the filter WMA(., n), g for the filter
 * that gives D from the closes (piecewise cubic), dg for its difference, and x for the closes less the block's first.
 * Both averages keep a constant what it is, so g sums to 0 and D is the same over x. |w_n| = 1, |dw_n| = 4/(n+1),
 * |ddw_n| = 4/n. The inner filters 2*w_half - w_full and 3*w_(p/3) - w_(p/2) - w_p have absolute sums of at most 3 and 5,
 * and their second differences, the taps before the division by d(sqrt) or d(p), of at most
 *
 *     A = 2*4/half + 4/full        B = 3*4/(p/3) + 4/(p/2) + 4/p        (their first differences: no more).
 *
 * 1. Centring: each x is rounded once, by at most u*|x|, and passes g, |g| <= 3 + 5:        8 * u * max|x|.
 * 2. Summing: each P_k[i] = P_k[i-1] + P_(k-1)[i] is rounded once, by at most u*|P_k|. What is added to P_k passes as
 *    many differences of g as P_k has sums: with dg = (inner filter's difference) * w and so on,
 *    |g| <= 8, |dg| <= A + B, |ddg| <= 4A/(sqrt+1) + 4B/(p+1), |dddg| <= the same, with ddw:  u * (8 M1 + (A+B) M2
 *    + (4A/(sqrt+1) + 4B/(p+1)) M3 + (4A/sqrt + 4B/p) M4), where M_k = max|P_k|.
 * 3. T_n = (n*P4[i] - (n+1)*P4[i-1]) + P4[i-1-n]: the two products round by u*(2n+1)*M4, the first sum is
 *    n*(P4[i] - P4[i-1]) - P4[i-1], at most n*M3 + M4, the second at most d(n)*M2:           u * ((2n+2) M4 + n M3 + d(n) M2).
 *    Times the taps, A/d(sqrt) and B/d(p):  u * ((4A/sqrt + 4B/p) M4 + (2A/(sqrt+1) + 2B/(p+1)) M3 + (A+B) M2).
 * 4. The taps and their sums, each term at most tap * d(n) * M2: a tap of HMA3 is rounded up to 4 times when it is made
 *    (a quotient, two differences, a quotient), its product once, its way through the additions at most 3 times, and
 *    HMA3 - HMA once; those of HMA fewer:                                                    u * 9 * (A+B) M2.
 * 5. The reference rounds too, and it is its sign that counts. An average over n values whose largest is X rounds n
 *    products, n sums and a quotient, at most u*(n+1)*X in all; 2a - b adds one rounding of a value up to 3X; (3a - b) - c
 *    adds three, of values up to 3X, 4X and 5X:
 *    u * X * (2(half+1) + (full+1) + 3 + 3(sqrt+1)  +  3(p/3+1) + (p/2+1) + (p+1) + 12 + 5(p+1)).
 *
 * The Rust kernel's module `tuned` derives the same in another notation; it takes the norms of g from its taps, where
 * closed forms that are easier to check stand here.
 *
 * The reference compares its two averages without subtracting them. Products that underflow add less than 2^-1070 in
 * all, nothing beside the slack of 5. as long as X is above 1e-250 (`Sums` sees to that).
 */
export function certificateOf({ half, full, sqrt, pThird, pHalf, p }: Windows): Certificate {
  const a = 8 / half + 4 / full;
  const b = 12 / pThird + 4 / pHalf + 4 / p;
  const unit = U * SLACK;
  return {
    close: unit * (2 * half + full + 3 * sqrt + 9 + (3 * pThird + pHalf + 6 * p + 22)),
    centred: unit * 8,
    p1: unit * 8,
    p2: unit * 11 * (a + b),
    p3: unit * 6 * (a / (sqrt + 1) + b / (p + 1)),
    p4: unit * 8 * (a / sqrt + b / p),
  };
}

/** The bound for one combo in one block; NaN or infinite where the sums are, and then it decides nothing. */
export function boundIn(block: Magnitudes, certificate: Certificate): number {
  return (
    certificate.close * block.close +
    certificate.centred * block.centred +
    certificate.p1 * block.p1 +
    certificate.p2 * block.p2 +
    certificate.p3 * block.p3 +
    certificate.p4 * block.p4
  );
}
