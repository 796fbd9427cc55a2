import { feePercent } from './fee';

/** Long, short, or not yet in the market. */
export type Side = 1 | 0 | -1;

/**
 * The books of one strategy: the side it holds, where it entered, and what its closed trades gave.
 * It sees each bar once, in order. Batch and streaming kernels keep the same books.
 */
export class Ledger {
  side: Side = 0;
  /** Entry price of the position held; NaN before the first. */
  entry = NaN;
  /** Closed trades. The first entry closes nothing, and the last position stays open. */
  trades = 0;
  /** Sum of the closed trades' gains, fees taken off, in percent of each entry price. */
  pnl = 0;
  /** What a closed trade costs, in percent of its entry price. */
  readonly fee: number;

  /**
   * @param fee Default 0.09, the study's.
   * @throws OptionError unless it is a number from 0 to 100.
   */
  constructor(fee?: number) {
    this.fee = feePercent(fee);
  }

  /**
   * Takes in one bar. Where the wanted side differs from the one held, the position is closed at this
   * bar's close and the new one entered at the same price.
   * @returns whether the side changed.
   */
  bar(hma3: number, hma: number, close: number): boolean {
    const wanted = this.wanted(hma3, hma);
    if (wanted === this.side) return false;
    this.turn(wanted, close);
    return true;
  }

  /** Long while HMA3 is above HMA, short while below; equal or NaN keeps what is held. */
  protected wanted(hma3: number, hma: number): Side {
    if (hma3 > hma) return 1;
    if (hma3 < hma) return -1;
    return this.side;
  }

  protected turn(side: Side, price: number): void {
    if (this.side !== 0) {
      this.pnl += this.gain(price);
      this.trades++;
    }
    this.side = side;
    this.entry = price;
  }

  /** Of the position held, closed at `exit`: ((side * (exit - entry)) / entry) * 100 - fee, in percent. */
  protected gain(exit: number): number {
    return ((this.side * (exit - this.entry)) / this.entry) * 100 - this.fee;
  }
}
