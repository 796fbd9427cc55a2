import { type GateOutcome, worstNoise } from '../../bench';
import { knownOptions } from '../../errors';
import { architectures } from '../architectures';
import { chattyVsChunky } from '../chatty-vs-chunky';
import type { Keep, Measuring } from '../measuring';
import { keepNeeded, type Needed } from '../needed';
import { isQuick, section } from '../run';
import { type Fact, fact, type Progress, type Study } from '../section';
import { serializationTax } from '../serialization-tax';
import { spawnCost } from '../spawn-cost';
import { type WorkloadOptions, workload, workloadRecord } from '../workload';
import {
  judge,
  type Predicate,
  quotient,
  type Source,
  type TakeawayVerdict,
  worstOutcome,
} from './predicate';
import { PREDICATES } from './predicates';

export type { TakeawayVerdict } from './predicate';

export interface TakeawaysOptions extends WorkloadOptions {
  /** Marks the record as a quick run's. Default: whether `QUICK=1` asked for it. */
  quick?: boolean;
}

/** A takeaway of the article, judged by this machine's measurements. */
export interface TakeawayRow extends Predicate {
  /** Null where its section was not measured. */
  measured: number | null;
  low: number | null;
  high: number | null;
  /** What the gates of the sections it is judged by say; null where they have none. */
  gate: GateOutcome | null;
  verdict: TakeawayVerdict;
  why: string;
}

/** The article's six takeaways, each as a predicate with a threshold. */
export const takeaways: Study<TakeawaysOptions, TakeawayRow> = {
  name: 'takeaways',
  title: 'The takeaways',
  run(options = {}, context = {}) {
    knownOptions(options, ['bars', 'lengths', 'fee', 'quick']);
    const work = workload(options);
    const quick = options.quick ?? isQuick();
    return section(takeaways, quick, workloadRecord(work), context, async (measuring) => {
      const found = await sources({ bars: work.series, lengths: work.lengths, fee: work.fee }, measuring);
      // their noise is what these verdicts were taken in
      const noises = [...found.values()].flatMap(({ section: { noise } }) => (noise ? [noise] : []));
      const rows = PREDICATES.map((predicate): TakeawayRow => {
        const look = ({ section: name, fact: of }: Source): Fact | undefined =>
          found.get(name)?.section.facts[of];
        const own = look(predicate.of);
        const gate = worstOutcome(
          [predicate.of, ...(predicate.over ? [predicate.over] : [])].map(
            ({ section: name }) => found.get(name)?.section.gate,
          ),
        );
        const known = predicate.over ? quotient(own, look(predicate.over)) : own;
        return {
          ...predicate,
          measured: typeof known?.value === 'number' ? known.value : null,
          low: known?.low ?? null,
          high: known?.high ?? null,
          gate,
          ...judge(predicate, known, gate),
        };
      });
      const count = (verdict: TakeawayVerdict) =>
        fact(rows.filter((row) => row.verdict === verdict).length, 'takeaways');
      return {
        noise: noises.length > 0 ? worstNoise(noises, null) : null,
        gate: null,
        rows,
        facts: { hold: count('holds'), do_not_hold: count('does not hold'), undecided: count('undecided') },
        gaps: [...found.values()].flatMap(({ gap }) => (gap ? [gap] : [])),
      };
    });
  },
};

/** The sections that the predicates are about, by name; measured one after the other where not recorded. */
async function sources(
  options: WorkloadOptions,
  measuring: Measuring,
): Promise<Map<string, Needed<unknown>>> {
  const { signal } = measuring;
  const steps = 4;
  let done = 0;
  const found = await measuring.each<Needed<unknown>>('sections', steps, async (keep) => {
    const find = async <Row>(study: Study<WorkloadOptions, Row>): Promise<void> => {
      const progress: Progress = (_done, _total, note) =>
        measuring.progress?.(done, steps, `${study.title}: ${note}`);
      await keepNeeded(study, options, { signal, progress }, keep as Keep<Needed<Row>>);
      done++;
    };
    await find(architectures);
    await find(serializationTax);
    await find(chattyVsChunky);
    await find(spawnCost);
  });
  if (measuring.partial === null) {
    const now = found.filter(({ measured }) => measured).length;
    measuring.progress?.(steps, steps, now === 0 ? 'read from the records' : `${now} measured now, quickly`);
  }
  return new Map(found.map((each) => [each.section.name, each]));
}
