import type { Windows } from '../windows';
import { weightSum } from '../wma';

/**
 * HMA and HMA3 of one combo as sparse filters over repeated cumulative sums of the close.
 *
 * WMA(x, n) weighs n, n-1, ... 1, a straight line down to zero: its second difference has three values that are not
 * zero. So on P2, the close summed up twice, n(n+1)/2 * WMA(x, n)[i] is
 *
 *     T_n[i] = n*P2[i] - (n+1)*P2[i-1] + P2[i-1-n].
 *
 * A WMA of WMAs is the same step twice, on P4, the close summed up four times. With d(n) = n(n+1)/2 and T_n now over P4,
 *
 *     HMA[i]  = sum over k of hma[k]  * T_sqrt[i - hmaAt[k]],   hmaAt  = 0, 1, half+1, full+1
 *     HMA3[i] = sum over k of hma3[k] * T_p[i - hma3At[k]],     hma3At = 0, 1, p/3+1, p/2+1, p+1
 *
 * in exact arithmetic: nine multiplications a bar, whatever the windows are. The first two taps gather what each inner
 * average has at 0 and 1.
 */
export interface Taps {
  /** 2*WMA(half) - WMA(full), over d(sqrt). */
  readonly hma: readonly [number, number, number, number];
  /** 3*WMA(p/3) - WMA(p/2) - WMA(p), over d(p). */
  readonly hma3: readonly [number, number, number, number, number];
}

export function tapsOf({ half, full, sqrt, pThird, pHalf, p }: Windows): Taps {
  const d = weightSum;
  const [s, q] = [d(sqrt), d(p)];
  return {
    hma: [
      ((2 * half) / d(half) - full / d(full)) / s,
      ((full + 1) / d(full) - (2 * (half + 1)) / d(half)) / s,
      2 / d(half) / s,
      -1 / d(full) / s,
    ],
    hma3: [
      ((3 * pThird) / d(pThird) - pHalf / d(pHalf) - p / d(p)) / q,
      ((pHalf + 1) / d(pHalf) + (p + 1) / d(p) - (3 * (pThird + 1)) / d(pThird)) / q,
      3 / d(pThird) / q,
      -1 / d(pHalf) / q,
      -1 / d(p) / q,
    ],
  };
}

/** The first bar at which both averages exist, from 0. */
export function firstBar({ half, full, sqrt, pThird, pHalf, p }: Windows): number {
  return Math.max(Math.max(half, full) + sqrt, Math.max(pThird, pHalf, p) + p) - 2;
}

/** How many bars before a bar the filters reach back: their last tap, and the last of T there. */
export function reachOf({ half, full, sqrt, pThird, pHalf, p }: Windows): number {
  return Math.max(Math.max(half, full) + sqrt, Math.max(pThird, pHalf, p) + p) + 2;
}
