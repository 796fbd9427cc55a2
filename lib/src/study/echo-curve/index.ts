import path from 'node:path';
import { type Noise, STARTS_FOR_INTERVAL, worstNoise } from '../../bench';
import { shuffled } from '../../bench/rounds';
import { Pcg64 } from '../../market';
import type { Measuring } from '../measuring';
import { section } from '../run';
import type { Gap, Study } from '../section';
import { inStarts } from '../starts';
import { echoFacts } from './facts';
import { echoFits } from './fits';
import { type CheckedOptions, checked, type EchoCurveOptions } from './options';
import type { Block } from './order';
import { timeHere } from './own-process';
import { type Placement, placementGap, processors } from './processors';
import { type EchoRow, type EchoSubject, echoRow } from './rows';
import { cellKey, type StartOptions, type StartResult } from './start';

export { ECHO_CLIENT_NAMES, type EchoClientName, projectPython } from './clients';
export { boundaryOf, type EchoFit, echoFits } from './fits';
export { ECHO_FLOATS, type EchoCurveOptions } from './options';
export { ECHO_TRANSPORTS, type EchoTransport } from './order';
export { PLACEMENTS, type Placement } from './processors';
export { ARTICLE_ECHOES, blockMedian, type EchoProcess, type EchoRow } from './rows';

/** What one start gave: the worker's blocks, and those of the process that asked. */
interface Measured {
  blocks: StartResult['blocks'];
  here: Map<number, Block[]>;
  noise: Noise;
}

/**
 * The echo curve: what a round trip costs from 1 float up, by client, transport and placement, in
 * closed loop: the next echo leaves when the one before has come back. Every echo is checked bit for
 * bit.
 */
export const echoCurve: Study<EchoCurveOptions, EchoRow> = {
  name: 'echo-curve',
  title: 'The echo curve',
  async run(options = {}, context = {}) {
    const given = checked(options);
    const gaps = given.placements.flatMap((placement): Gap[] => {
      const why = placementGap(placement);
      return why === null ? [] : [{ what: `placement ${placement}`, why }];
    });
    const placements = given.placements.filter((placement) => placementGap(placement) === null);
    const where = Object.fromEntries(placements.map((each) => [each, processors(each)]));
    return section(echoCurve, given.quick, { ...given, processors: where }, context, async (measuring) => {
      const starts = placements.length === 0 ? [] : await measure({ ...given, placements }, measuring);
      return { gate: null, gaps, ...parts({ ...given, placements }, starts) };
    });
  },
};

/** The sizes that are timed in the asking process too: smallest, largest, and one between. */
function sizesHere(floats: readonly number[]): number[] {
  const middle = floats.includes(1_000) ? 1_000 : floats[Math.floor(floats.length / 2)];
  return [...new Set([floats[0], middle, floats[floats.length - 1]])];
}

/** The placement the asking process is measured at: one there is a worker's row for; null where there is none. */
function placementHere({ clients, placements }: CheckedOptions): Placement | null {
  if (!clients.includes('node_reused')) return null;
  return placements.includes('same') ? 'same' : placements[0];
}

function measure(given: CheckedOptions, measuring: Measuring): Promise<Measured[]> {
  const { clients, transports, floats, placements, rounds, blockMs, starts } = given;
  const total = clients.length * transports.length * floats.length * placements.length * rounds * starts;
  const random = new Pcg64(given.seed);
  const options = Array.from(
    { length: starts },
    (_, start): StartOptions => ({
      floats,
      transports,
      clients,
      placements: shuffled(placements.length, random)
        .map((i) => placements[i])
        .map((placement) => ({ placement, processors: processors(placement) })),
      rounds,
      blockMs,
      seed: given.seed + 10 * start,
    }),
  );
  const placement = placementHere(given);
  const withHere = async ({ blocks, noise }: StartResult): Promise<Measured> => {
    if (placement === null) return { blocks, here: new Map<number, Block[]>(), noise };
    const [transport] = transports;
    const sizes = sizesHere(floats);
    const here = { transport, sizes, rounds, blockMs, processors: processors(placement) };
    return { blocks, here: await timeHere(here, measuring.signal), noise };
  };
  const module = path.join(__dirname, 'start.js');
  return inStarts(module, 'measureStart', options, total, measuring, withHere);
}

function parts(given: CheckedOptions, starts: readonly Measured[]) {
  if (starts.length === 0) return { noise: null, rows: [], facts: {} };
  const intervals = !given.quick && starts.length >= STARTS_FOR_INTERVAL;
  const rows: EchoRow[] = [];
  for (const client of given.clients) {
    for (const transport of given.transports) {
      for (const placement of given.placements) {
        for (const floats of given.floats) {
          const key = cellKey(client, transport, placement, floats);
          const blocks = starts.map((start) => start.blocks.get(key)!);
          rows.push(echoRow({ client, transport, placement, process: 'worker' }, floats, blocks, intervals));
        }
      }
    }
  }
  const caller: EchoSubject = {
    client: 'node_reused',
    transport: given.transports[0],
    placement: placementHere(given) ?? 'unpinned',
    process: 'caller',
  };
  for (const floats of starts[0].here.keys()) {
    rows.push(
      echoRow(
        caller,
        floats,
        starts.map(({ here }) => here.get(floats)!),
        intervals,
      ),
    );
  }
  const fits = echoFits({ rows, run: { quick: given.quick } });
  return {
    noise: worstNoise(
      starts.map(({ noise }) => noise),
      null,
    ),
    rows,
    facts: echoFacts(rows, fits, intervals),
  };
}
