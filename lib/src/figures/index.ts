export { boundaryShare } from './boundary-share';
export type { PlotlyFigure } from './figure';
export { type FrameLayoutOptions, frameLayout } from './frame-layout';
export { gateRows } from './gate-rows';
export { pnlByLength } from './pnl-by-length';
export { type PriceFlipsOptions, priceFlips } from './price-flips';
export { type RatioDotsOptions, ratioDots } from './ratio-dots';
