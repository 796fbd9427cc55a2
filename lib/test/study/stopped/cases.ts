/** Every study, small, and where it is stopped: each note of its progress is looked at. */

import type { PlotlyFigure } from '../../../src/figures';
import * as draw from '../../../src/figures';
import { grid } from '../../../src/kernel';
import {
  architectures,
  breakEven,
  chattyVsChunky,
  echoCurve,
  experiment,
  loopAttribution,
  lowerFloors,
  parity,
  type Section,
  type SectionPart,
  type Study,
  serializationTax,
  spawnCost,
  takeaways,
  tunedKernel,
  verdict,
} from '../../../src/study';

export interface StoppedCase {
  // biome-ignore lint/suspicious/noExplicitAny: each study has options and rows of its own
  study: Study<any, any>;
  options: object;
  /** The note at which it is stopped: what is complete by then is known. */
  at: RegExp;
  /** `done` null: as many as were done by then, which is not known before. */
  part: Omit<SectionPart, 'why' | 'done'> & { done: number | null };
  /** Other parts it does not have. */
  gaps?: RegExp[];
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  figures: ((section: Section<any>) => PlotlyFigure)[];
}

const SMALL = { bars: 3_000, lengths: [6, 21, 64], quick: false };
const SECOND = /^start 2 of 2: /;
const HALF: StoppedCase['part'] = { unit: 'starts', asked: 2, done: 1 };
const byCombo = (section: Section): PlotlyFigure => draw.gateByCombo(section.gate!, SMALL.lengths);

export const CASES: readonly StoppedCase[] = [
  {
    study: experiment,
    options: { bars: 20_000, lengths: grid() },
    at: /combos/,
    part: { unit: 'combos', asked: 80, done: null },
    figures: [draw.pnlByLength],
  },
  {
    study: architectures,
    options: { ...SMALL, runs: 2, starts: 2 },
    at: SECOND,
    part: HALF,
    figures: [draw.ratioDots, draw.boundaryShare, byCombo],
  },
  {
    study: echoCurve,
    options: {
      floats: [1, 1_000],
      starts: 2,
      rounds: 1,
      blockMs: 1,
      clients: ['node_reused', 'rust'],
      quick: false,
    },
    at: SECOND,
    part: HALF,
    figures: [draw.echoCurveLines, draw.echoFloors],
  },
  {
    study: serializationTax,
    options: { ...SMALL, starts: 2, rounds: 2, sweeps: 2 },
    at: SECOND,
    part: HALF,
    figures: [draw.codecPlane, draw.jsonJob],
  },
  {
    study: chattyVsChunky,
    options: { ...SMALL, starts: 2, rounds: 2 },
    at: SECOND,
    part: HALF,
    figures: [draw.chattyCumulative, draw.chattyByLength, byCombo],
  },
  {
    study: spawnCost,
    options: { ...SMALL, starts: 2, launches: 1 },
    at: SECOND,
    part: HALF,
    figures: [draw.spawnCalls],
  },
  {
    study: breakEven,
    options: { ...SMALL, length: 21, starts: 2, ticks: 2_000, echoes: 100, pacedTicks: 50, pace: 20_000 },
    at: SECOND,
    part: HALF,
    gaps: [/^2,000 of 3,000 one-bar calls$/, /^1 of 3 combos called one by one$/],
    figures: [draw.breakEvenCurve, draw.latencyTail],
  },
  {
    study: verdict,
    options: SMALL,
    at: SECOND,
    part: { unit: 'sections', asked: 2, done: 0 },
    gaps: [/^architectures in full$/, /tuned kernel/],
    figures: [draw.verdictStack],
  },
  {
    study: takeaways,
    options: SMALL,
    at: /^Chatty against chunky: start 1 of/,
    part: { unit: 'sections', asked: 4, done: 2 },
    figures: [draw.takeawaysFigure],
  },
  {
    study: parity,
    options: { bars: 3_000, length: 6, pace: 20_000, pacedTicks: 50, starts: 2, quick: false },
    at: SECOND,
    part: HALF,
    figures: [draw.parityDrift, draw.latencyTail],
  },
  {
    study: tunedKernel,
    options: {
      ...SMALL,
      starts: 2,
      rounds: 1,
      traced: 2,
      which: ['Rust naive', 'Rust tuned', 'numba naive'],
    },
    at: SECOND,
    part: HALF,
    gaps: [/^the bound of each length$/],
    figures: [
      draw.algorithmLanguage,
      draw.kernelSteps,
      draw.tunedBoundary,
      draw.boundError,
      draw.decidedAgain,
    ],
  },
  {
    study: lowerFloors,
    options: {
      ...SMALL,
      length: 21,
      transports: ['unix', 'shared-memory'],
      floats: [1, 1_000],
      blockMs: 1,
      ticksMs: 1_000,
      idleMs: 20,
      starts: 2,
    },
    at: SECOND,
    part: HALF,
    gaps: [/^live loop and idleness of every transport$/],
    figures: [draw.allFloors, draw.payloadPanels, draw.liveLoops, draw.floorsBreakEven, draw.idleProcessor],
  },
  {
    study: loopAttribution,
    options: { bars: 400, length: 20, starts: 2, rounds: 1, builds: [], loops: ['additions'], quick: false },
    at: SECOND,
    part: HALF,
    figures: [draw.loopCosts],
  },
];
