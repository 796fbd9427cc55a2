import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import {
  algorithmLanguage,
  boundaryShare,
  breakEvenCurve,
  chattyByLength,
  chattyCumulative,
  floorsBreakEven,
  gateByCombo,
  jsonJob,
  kernelSteps,
  latencyTail,
  liveLoops,
  type PlotlyFigure,
  parityDrift,
  ratioDots,
  spawnCalls,
  takeawaysFigure,
  tunedBoundary,
  verdictStack,
} from '../../src/figures';
import {
  architectures,
  breakEven,
  chattyVsChunky,
  lowerFloors,
  type ParityRow,
  parity,
  type Section,
  serializationTax,
  spawnCost,
  type TakeawayRow,
  tunedKernel,
  verdict,
} from '../../src/study';

// a folder of their own, so that no record of another run is read
const results = mkdtempSync(path.join(tmpdir(), 'ipc-tax-gate-marks-'));
process.env.IPC_TAX_RESULTS = results;
after(() => rmSync(results, { recursive: true }));

interface Trace {
  type: string;
  name?: string;
  mode?: string;
  meta?: unknown;
  of?: unknown;
  showlegend?: boolean;
  x: unknown[];
  y: unknown[];
  marker?: { color?: unknown; symbol?: unknown; pattern?: unknown };
  line?: { color?: unknown; dash?: unknown };
  hovertemplate?: unknown;
}

/** Its traces, their names in one line, which a legend breaks. */
const tracesOf = (figure: PlotlyFigure): Trace[] =>
  (figure.data as Trace[]).map((trace) => ({ ...trace, name: trace.name?.replaceAll('<br>', ' ') }));
const titleOf = (figure: PlotlyFigure): string =>
  (figure.layout!.title as { text: string }).text.replaceAll('<br>', ' ');

const GREY = '#9aa3ad';

/** Whether a trace is drawn as one whose times do not count. */
const isCrossed = ({ type, mode, marker, line, name }: Trace): boolean =>
  /\(gate (failed|shows nothing)\)/.test(name ?? '') &&
  (type === 'bar'
    ? marker?.pattern !== undefined && marker.color === '#e3e6ea'
    : mode === 'lines'
      ? line?.color === GREY && line.dash !== 'solid'
      : marker?.color === GREY && marker.symbol === 'x');

/** The section as if the gate had found these variants to differ, or all of them. */
function doctored<Row>(section: Section<Row>, names?: readonly string[]): Section<Row> {
  const found = structuredClone(section);
  for (const variant of found.gate!.variants) {
    if (names === undefined || names.includes(variant.architecture)) variant.ok = false;
  }
  found.gate!.all_ok = false;
  return found;
}

const points = (traces: readonly Trace[]): number => traces.reduce((sum, { y }) => sum + y.length, 0);

const SMALL = { bars: 2_000, lengths: [6, 21, 64], quick: true };

interface Case {
  what: string;
  section: Promise<Section<never>>;
  draw: (section: Section<never>) => PlotlyFigure;
  /** One variant, and how many of the figure's points are its times. */
  one: string;
  times: number;
  /** Traces that are no times of a gated variant: floors, launches, what others published. */
  free?: RegExp;
}

const arch = architectures.run({
  ...SMALL,
  architectures: ['in_process_numba', 'in_process_v8', 'rust_batch_unix', 'rust_chatty_unix'],
}) as Promise<Section<never>>;
const tuned = tunedKernel.run({ ...SMALL, transports: ['unix'] }) as Promise<Section<never>>;
const even = breakEven.run({ ...SMALL, length: 21, echoes: 50 }) as Promise<Section<never>>;
const chatty = chattyVsChunky.run(SMALL) as Promise<Section<never>>;
const floors = lowerFloors.run({
  ...SMALL,
  length: 21,
  transports: ['unix', 'tcp'],
  placements: ['unpinned'],
}) as Promise<Section<never>>;
const live = parity.run({ bars: SMALL.bars, length: 6, quick: true }) as Promise<Section<never>>;
const takenApart = verdict.run(SMALL) as Promise<Section<never>>;

const CASES: Case[] = [
  {
    what: 'ratioDots',
    section: arch,
    draw: (s) => ratioDots(s),
    one: 'rust_chatty_unix',
    times: 1,
    free: /article/,
  },
  { what: 'boundaryShare', section: arch, draw: boundaryShare, one: 'rust_batch_unix', times: 3 },
  {
    what: 'kernelSteps',
    section: tuned,
    draw: kernelSteps,
    one: 'Rust direct',
    times: 1,
    free: /^undefined$/,
  },
  { what: 'algorithmLanguage', section: tuned, draw: algorithmLanguage, one: 'numba tuned', times: 1 },
  {
    what: 'tunedBoundary',
    section: tuned,
    draw: tunedBoundary,
    one: 'unix stateful',
    times: 2,
    free: /^undefined$/,
  },
  {
    what: 'breakEvenCurve',
    section: even,
    draw: (s) => breakEvenCurve(s),
    one: 'rust_stateful_unix',
    times: 1,
    free: /here, |^quoted/,
  },
  {
    what: 'latencyTail of break-even',
    section: even,
    draw: latencyTail,
    one: 'rust_live_tcp',
    times: 2 * 161,
  },
  { what: 'latencyTail of parity', section: live, draw: latencyTail, one: 'rust_live_unix', times: 2 * 161 },
  { what: 'chattyByLength', section: chatty, draw: chattyByLength, one: 'stateful', times: 3 },
  {
    what: 'chattyCumulative',
    section: chatty,
    draw: chattyCumulative,
    one: 'batch',
    times: 4,
    free: /^half an echo/,
  },
  {
    what: 'spawnCalls',
    section: spawnCost.run({ ...SMALL, launches: 1, programs: ['engine'] }) as Promise<Section<never>>,
    draw: (s) => spawnCalls(s),
    one: 'running',
    times: 2 + 2,
    free: /engine, static|the article/,
  },
  {
    what: 'jsonJob',
    section: serializationTax.run({ ...SMALL, codecs: ['json'] }) as Promise<Section<never>>,
    draw: jsonJob,
    one: 'http_json_batch',
    times: 4,
  },
  {
    what: 'liveLoops',
    section: floors,
    draw: liveLoops,
    one: 'tcp',
    times: 1,
    free: /article|every bar|cut short/,
  },
  {
    what: 'floorsBreakEven',
    section: floors,
    draw: floorsBreakEven,
    one: 'unix',
    times: -1,
    free: /article/,
  },
  {
    what: 'verdictStack',
    section: takenApart,
    draw: (s) => verdictStack(s),
    one: 'rust_batch_unix',
    times: 9,
  },
  {
    what: 'verdictStack, tuned',
    section: takenApart,
    draw: (s) => verdictStack(s, { kernel: 'tuned' }),
    one: 'rust_batch_tuned',
    times: 9,
  },
];

for (const { what, section, draw, one, times, free } of CASES) {
  test(`after a failed gate no figure draws that kernel's time unmarked: ${what}`, async () => {
    const measured = await section;
    const clean = draw(measured);
    assert.ok(!tracesOf(clean).some((trace) => isCrossed(trace) || 'of' in trace));
    assert.doesNotMatch(JSON.stringify(clean), /gate (failed|shows nothing)/i);

    const all = draw(doctored(measured));
    for (const trace of tracesOf(all)) {
      assert.ok(!('of' in trace), trace.name);
      if (!free?.test(String(trace.name))) assert.ok(isCrossed(trace), `${trace.name} is not crossed out`);
    }
    assert.match(titleOf(all), /GATE FAILED, crossed out, no time of it counts: /);

    const some = draw(doctored(measured, [one]));
    const crossed = tracesOf(some).filter(isCrossed);
    assert.equal(points(crossed), times < 0 ? points(crossed) : times);
    assert.ok(crossed.length > 0);
    assert.equal(points(tracesOf(some)), points(tracesOf(clean)), 'no point is lost');
    assert.ok(titleOf(some).includes(`no time of it counts: ${one}`), titleOf(some));
    for (const { hovertemplate } of crossed) {
      if (hovertemplate !== undefined) assert.match(String(hovertemplate), /gate failed/);
    }
    // the sign beside a name in the legend is still that of what passed
    for (const trace of tracesOf(some))
      if (trace.showlegend === undefined && isCrossed(trace)) assert.match(trace.name!, /gate failed/);
  });
}

test('rows all of whose times are in doubt say so in their label', async () => {
  const figure = ratioDots(doctored(await arch, ['rust_batch_unix']) as never);
  const { ticktext, tickvals } = figure.layout!.yaxis as { ticktext: string[]; tickvals: string[] };
  assert.equal(ticktext[tickvals.indexOf('rust_batch_unix')], 'rust_batch_unix<br>(gate failed)');
  assert.equal(ticktext[tickvals.indexOf('rust_chatty_unix')], 'rust_chatty_unix');
});

test('a ratio is in doubt where what it is against is', async () => {
  const figure = ratioDots(doctored(await arch, ['in_process_numba']) as never);
  const [here] = tracesOf(figure);
  assert.ok(isCrossed(here));
  assert.equal(here.y.length, 4);
});

test('a deliberately wrong kernel is crossed out among the right ones', async () => {
  const section = await architectures.run({
    ...SMALL,
    architectures: ['in_process_v8', 'faulty_same-bar-look-ahead', 'rust_batch_unix'],
  });
  const crossed = tracesOf(ratioDots(section, { against: 'v8' })).filter(isCrossed);
  assert.deepEqual(
    crossed.map(({ y }) => y),
    [['faulty_same-bar-look-ahead']],
  );
});

test('where nothing trades every time is crossed out, and no kernel is said to be wrong', async () => {
  const section = await architectures.run({ bars: 30, lengths: [100, 200], quick: true });
  const figure = ratioDots(section);
  assert.ok(isCrossed(tracesOf(figure)[0]));
  assert.match(titleOf(figure), /GATE SHOWS NOTHING, crossed out, nothing traded: in_process_numba, /);
  assert.doesNotMatch(JSON.stringify(figure), /failed/i);
  const [heat] = gateByCombo(section.gate!, [100, 200]).data as { text: string[][] }[];
  assert.ok(heat.text.flat().every((text) => /never trades: nothing compared/.test(text)));
});

test('parity draws no fault as told apart, or not, where nothing trades', async () => {
  const section = (await parity.run({ bars: 30, length: 100, quick: true })) as Section<ParityRow>;
  const texts = (parityDrift(section).layout!.annotations as { text: string }[]).map(({ text }) => text);
  assert.equal(texts.filter((text) => /not shown, nothing trades/.test(text)).length, 6);
  assert.ok(!texts.some((text) => /no bar differs/.test(text)));
});

test('a takeaway judged behind a gate that did not pass is crossed out', () => {
  const row = (takeaway: string, gate: TakeawayRow['gate']) =>
    ({
      takeaway,
      gate,
      measured: 2,
      threshold: 1,
      holds: 'above',
      verdict: 'undecided',
      why: '',
      predicate: '',
    }) as TakeawayRow;
  const rows = [
    row('first', 'passed'),
    row('second', 'failed'),
    row('third', null),
    row('fourth', 'shows nothing'),
  ];
  const figure = takeawaysFigure({ rows } as Section<TakeawayRow>);
  const crossed = tracesOf(figure).filter(isCrossed);
  assert.deepEqual(
    crossed.map(({ y }) => y),
    [['second'], ['fourth']],
  );
  assert.match(titleOf(figure), /GATE FAILED[^:]*: second GATE SHOWS NOTHING[^:]*: fourth/);
});
