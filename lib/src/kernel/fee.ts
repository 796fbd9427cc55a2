/** What a closed trade costs, in percent of its entry price. */
export const FEE_PERCENT = 0.09;
