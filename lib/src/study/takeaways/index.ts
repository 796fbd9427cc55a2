import { worstNoise } from '../../bench';
import { knownOptions } from '../../errors';
import { architectures } from '../architectures';
import { chattyVsChunky } from '../chatty-vs-chunky';
import { type Needed, needed } from '../needed';
import { isQuick, section } from '../run';
import { type Fact, fact, type Progress, type Study, type StudyContext } from '../section';
import { serializationTax } from '../serialization-tax';
import { spawnCost } from '../spawn-cost';
import { type WorkloadOptions, workload, workloadRecord } from '../workload';
import { judge, type Predicate, quotient, type Source, type TakeawayVerdict } from './predicate';
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
    return section('takeaways', options.quick ?? isQuick(), workloadRecord(work), async () => {
      const found = await sources({ bars: work.series, lengths: work.lengths, fee: work.fee }, context);
      // their noise is what these verdicts were taken in
      const noises = [...found.values()].flatMap(({ section: { noise } }) => (noise ? [noise] : []));
      const rows = PREDICATES.map((predicate): TakeawayRow => {
        const look = ({ section: name, fact: of }: Source): Fact | undefined =>
          found.get(name)?.section.facts[of];
        const own = look(predicate.of);
        const known = predicate.over ? quotient(own, look(predicate.over)) : own;
        return {
          ...predicate,
          measured: typeof known?.value === 'number' ? known.value : null,
          low: known?.low ?? null,
          high: known?.high ?? null,
          ...judge(predicate, known),
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
  context: StudyContext,
): Promise<Map<string, Needed<unknown>>> {
  const found = new Map<string, Needed<unknown>>();
  const steps = 4;
  const find = async <Row>(study: Study<WorkloadOptions, Row>): Promise<void> => {
    const done = found.size;
    const progress: Progress = (_done, _total, note) =>
      context.progress?.(done, steps, `${study.title}: ${note}`);
    found.set(study.name, await needed(study, options, { signal: context.signal, progress }));
  };
  await find(architectures);
  await find(serializationTax);
  await find(chattyVsChunky);
  await find(spawnCost);
  const now = [...found.values()].filter(({ measured }) => measured).length;
  context.progress?.(steps, steps, now === 0 ? 'read from the records' : `${now} measured now, quickly`);
  return found;
}
