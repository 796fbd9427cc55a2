import type { Windows } from './windows';
import { wma } from './wma';

/** The two averages whose order decides the side; NaN where a window is not full. One value a bar. */
export interface Averages {
  hma: Float64Array;
  hma3: Float64Array;
}

/** Reusable arrays, one value a bar, so that a sweep allocates once. */
export class Scratch {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly c: Float64Array;
  readonly averages: Averages;

  constructor(bars: number) {
    this.a = new Float64Array(bars);
    this.b = new Float64Array(bars);
    this.c = new Float64Array(bars);
    this.averages = { hma: new Float64Array(bars), hma3: new Float64Array(bars) };
  }
}

type HmaWindows = Pick<Windows, 'half' | 'full' | 'sqrt'>;
type Hma3Windows = Pick<Windows, 'pThird' | 'pHalf' | 'p'>;

/** The Hull moving average: WMA(2*WMA(x, half) - WMA(x, full), sqrt). NaN until all its windows are full. */
export function hma(x: Float64Array, windows: HmaWindows, scratch = new Scratch(x.length)): Float64Array {
  const half = wma(x, windows.half, scratch.a);
  const full = wma(x, windows.full, scratch.b);
  const raw = scratch.c;
  for (let i = 0; i < x.length; i++) raw[i] = 2 * half[i] - full[i];
  return wma(raw, windows.sqrt, scratch.averages.hma);
}

/**
 * The three-term Hull moving average: WMA(3*WMA(x, p/3) - WMA(x, p/2) - WMA(x, p), p), subtracted from
 * left to right. NaN until all its windows are full.
 */
export function hma3(x: Float64Array, windows: Hma3Windows, scratch = new Scratch(x.length)): Float64Array {
  const third = wma(x, windows.pThird, scratch.a);
  const half = wma(x, windows.pHalf, scratch.b);
  const full = wma(x, windows.p, scratch.c);
  for (let i = 0; i < x.length; i++) third[i] = 3 * third[i] - half[i] - full[i];
  return wma(third, windows.p, scratch.averages.hma3);
}

/** Both averages of one combo: seven WMA passes. With a scratch, its arrays are the result. */
export function averages(x: Float64Array, windows: Windows, scratch = new Scratch(x.length)): Averages {
  hma(x, windows, scratch);
  hma3(x, windows, scratch);
  return scratch.averages;
}
