import { WINDOW_NAMES, type Windows } from '../windows';

/** The windows of a combo together: what direct sums cost a bar, and more or less what any kernel does. */
const cost = (windows: Windows): number => WINDOW_NAMES.reduce((sum, name) => sum + windows[name], 0);

/**
 * Deals combos to workers, the costliest first and turning round at each end (1 2 2 1 1 2 ...), so that all have about
 * the same work. Each worker gets its share at once, so that a kernel can share work between the combos of it.
 * @returns For each worker that gets any, the places of its combos in the list.
 */
export function deal(combos: readonly Windows[], workers: number): number[][] {
  const costs = combos.map(cost);
  const order = costs.map((_, i) => i).sort((a, b) => costs[b] - costs[a]);
  const shares: number[][] = Array.from({ length: Math.min(workers, combos.length) }, () => []);
  order.forEach((place, turn) => {
    const round = Math.floor(turn / shares.length);
    const at = turn % shares.length;
    shares[round % 2 === 0 ? at : shares.length - 1 - at].push(place);
  });
  return shares;
}
