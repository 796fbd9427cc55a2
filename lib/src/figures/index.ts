export { boundaryShare } from './boundary-share';
export { type BreakEvenCurveOptions, breakEvenCurve } from './break-even-curve';
export type { PlotlyFigure } from './figure';
export { type FrameLayoutOptions, frameLayout } from './frame-layout';
export { gateByCombo } from './gate-by-combo';
export { pnlByLength } from './pnl-by-length';
export { type PriceFlipsOptions, priceFlips } from './price-flips';
export { type RatioDotsOptions, ratioDots } from './ratio-dots';
export { verdictStack } from './verdict-stack';
