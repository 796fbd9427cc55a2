/** A column name without what exports put around and between its words: `<DATE>`, `Open Time`, `open_time`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Whether this is the column of prices: the one named exactly `wanted`, else one called close in any case. */
export const isCloseName = (name: string, wanted: string | undefined): boolean =>
  wanted === undefined ? name.toLowerCase() === 'close' : name === wanted.trim();
