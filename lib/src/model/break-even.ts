import { amount, positive } from './boundary';

/** One call, in microseconds: its work, and the parts of the boundary around it. */
export interface CallParts {
  workUs: number;
  /** An empty call's cost; above 0. */
  floorUs: number;
  /** What its payload adds. Default 0. */
  transitUs?: number;
}

/** Where a call stands between nearly all boundary and nearly all work. */
export interface BreakEven {
  /** Work over floor: above 1 the call works longer than an empty one takes. */
  g: number;
  /** 1 / (1 + G): the floor's share of floor and work. */
  floorShare: number;
  /** The boundary's share of the whole call, payload transit included. */
  boundaryShare: number;
}

/**
 * G = work per call / floor, and the boundary's share of the call: 1 / (1 + G), and with its payload's
 * transit on top. It says nothing about overlap: a client that pipelines hides part of the boundary.
 * @throws OptionError naming the part that is negative or no number, or a floor of 0.
 */
export function breakEvenOf(call: CallParts): BreakEven {
  const work = amount('workUs', call.workUs);
  const floor = positive('floorUs', call.floorUs);
  const boundary = floor + amount('transitUs', call.transitUs ?? 0);
  return {
    g: work / floor,
    floorShare: floor / (floor + work),
    boundaryShare: boundary / (boundary + work),
  };
}
