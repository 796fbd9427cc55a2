import assert from 'node:assert/strict';
import type { PlotlyFigure } from '../../src/figures';
import * as figures from '../../src/figures';
import { FIXED } from '../../src/figures/before';
import { WHY } from '../../src/figures/nothing-drawn';
import { gbm } from '../../src/market';
import { describeFigure } from '../../src/notebook/figure-check';
import type { Section } from '../../src/study';
import type { SMALL_NAMES } from './small-sections';

export type Rows = Section<Record<string, unknown>>;
type Draw = (section: never) => PlotlyFigure;

/** What a section's rows and facts are shown by: its figures, each with options that ask for nothing by name. */
export const DRAWN: Record<(typeof SMALL_NAMES)[number], Record<string, Draw>> = {
  experiment: { pnlByLength: figures.pnlByLength },
  architectures: {
    ratioDots: figures.ratioDots,
    'ratioDots, against numba': (section) => figures.ratioDots(section, { against: 'numba' }),
    'ratioDots, against V8': (section) => figures.ratioDots(section, { against: 'v8' }),
    boundaryShare: figures.boundaryShare,
    gateByCombo: (section: Rows) => figures.gateByCombo(section.gate!, [6, 12, 50, 100]),
  },
  echoes: { echoCurveLines: figures.echoCurveLines, echoFloors: figures.echoFloors },
  codecs: {
    codecPlane: figures.codecPlane,
    'codecPlane, cold': (section) => figures.codecPlane(section, { warmth: 'cold' }),
    jsonJob: figures.jsonJob,
  },
  chatty: { chattyByLength: figures.chattyByLength, chattyCumulative: figures.chattyCumulative },
  spawns: { spawnCalls: figures.spawnCalls },
  breakEven: {
    breakEvenCurve: figures.breakEvenCurve,
    'breakEvenCurve, with work': (section) =>
      figures.breakEvenCurve(section, { work: { name: 'mine', us: 3 } as never }),
    latencyTail: figures.latencyTail,
  },
  parity: { parityDrift: figures.parityDrift, latencyTail: figures.latencyTail },
  tuned: {
    algorithmLanguage: figures.algorithmLanguage,
    boundError: figures.boundError,
    decidedAgain: figures.decidedAgain,
    kernelSteps: figures.kernelSteps,
    tunedBoundary: figures.tunedBoundary,
  },
  loops: { loopCosts: figures.loopCosts },
  floors: {
    allFloors: figures.allFloors,
    payloadPanels: figures.payloadPanels,
    floorsBreakEven: figures.floorsBreakEven,
    liveLoops: figures.liveLoops,
    idleProcessor: figures.idleProcessor,
  },
  verdict: {
    verdictStack: figures.verdictStack,
    'verdictStack, tuned': (section) => figures.verdictStack(section, { kernel: 'tuned' }),
  },
  takeaways: { takeawaysFigure: figures.takeawaysFigure },
};

/** What is not of a section. */
export const ALONE = {
  frameLayout: () => figures.frameLayout(),
  priceFlips: () => figures.priceFlips(gbm({ bars: 2_000 })),
  sparseFilter: () => figures.sparseFilter(),
};

type Trace = Record<string, unknown>;

/** Points of a trace that is of the section itself: not the article's, nor an entry of the legend alone. */
function pointsOf({ meta, type, x, y, z }: Trace): number {
  if (meta === FIXED) return 0;
  if (type === 'heatmap') return (z as number[][]).reduce((sum, row) => sum + row.length, 0);
  const [across, up] = [x, y].map((values) => Array.from(values as ArrayLike<unknown>));
  const isPlace = (value: unknown): boolean => typeof value === 'string' || Number.isFinite(value);
  return across.filter((value, i) => isPlace(value) && isPlace(up[i])).length;
}

/** Every text that a reader sees in a figure. */
function textsOf(value: unknown, found: string[] = []): string[] {
  if (typeof value === 'string') found.push(value);
  else if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value)) {
    // what a codec loses, such as NaN, is said where the mouse is
    for (const [key, part] of Object.entries(value)) if (key !== 'customdata') textsOf(part, found);
  }
  return found;
}

const NONSENSE = /\b(NaN|undefined|Infinity|null)\b(?! taken)/;

/** Points of the section that a figure draws. Fails where it has neither a point of its section nor a reason why, or a text that says nothing. */
export function assertSound(figure: PlotlyFigure, of: string): number {
  const { data, layout } = figure as { data: Trace[]; layout: Record<string, unknown> };
  const annotations = (layout.annotations ?? []) as { name?: string; text: string }[];
  const why = annotations.find(({ name }) => name === WHY);
  const points = data.reduce((sum, trace) => sum + pointsOf(trace), 0);
  assert.ok(points > 0 || why !== undefined, `${of}: nothing is drawn, and nothing says why`);
  if (why !== undefined) assert.match(why.text.replaceAll('<br>', ' '), /^Nothing to draw: .{10,}/, of);
  for (const text of textsOf({ data, layout })) assert.doesNotMatch(text, NONSENSE, of);
  assert.doesNotMatch(describeFigure(figure), NONSENSE, of);
  assert.ok((layout.title as { text: string }).text.length > 5, of);
  JSON.stringify(layout, (key, value) => {
    assert.ok(typeof value !== 'number' || Number.isFinite(value), `${of}: ${key} is ${value}`);
    return value;
  });
  return points;
}
