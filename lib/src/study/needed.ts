import type { IpcTaxError } from '../errors';
import { FEE_PERCENT } from '../kernel';
import { type Keep, partText } from './measuring';
import { recorded } from './record';
import { runId } from './run';
import type { Gap, Section, Study, StudyContext } from './section';
import { type WorkloadOptions, type WorkloadRecord, workload, workloadRecord } from './workload';

/** A section that another builds on, and what is to be said of where it comes from. */
export interface Needed<Row> {
  section: Section<Row>;
  /** Null when it was measured by this same run, on the same series and at the same fee. */
  gap: Gap | null;
  /** Whether it had to be measured now. */
  measured: boolean;
}

/**
 * The record of a section, or the section measured now, quickly, where there is none. A record is not
 * measured again for being of an earlier run, of another series, at another fee, or partial: that is said.
 * @param options For measuring it now.
 * @param keep Takes it; when it was stopped while it was measured, what there is of it, which does not count as whole.
 * @throws What stopped it.
 */
export async function keepNeeded<Options extends WorkloadOptions, Row>(
  study: Study<Options, Row>,
  options: Options,
  context: StudyContext,
  keep: Keep<Needed<Row>>,
): Promise<void> {
  const record = recorded().get(study.name) as Section<Row> | undefined;
  if (record) {
    keep({ section: record, gap: recordGap(record, options), measured: false });
    return;
  }
  const now = (section: Section<Row>, why: string): Needed<Row> => ({
    section,
    gap: { what: `${study.name} in full`, why },
    measured: true,
  });
  try {
    const section = await study.run({ ...options, quick: true }, context);
    keep(now(section, 'no record of it was there: measured quickly'));
  } catch (error) {
    const partial = (error as IpcTaxError | undefined)?.partial as Section<Row> | undefined;
    if (partial?.run.partial) keep(now(partial, `measured quickly, ${partText(partial.run.partial)}`), {});
    throw error;
  }
}

/** What is to be said of a record that is not wholly this run's, or not of the workload asked for; null when there is nothing. */
function recordGap({ name, run }: Section<unknown>, options: WorkloadOptions): Gap | null {
  const isOwn = run.id === runId();
  const asked = workload(options);
  // before a fee could be chosen it was the study's
  const { series = workloadRecord(asked).series, fee = FEE_PERCENT } = run.options as Partial<WorkloadRecord>;
  const [sameSeries, sameFee] = [series.sha256 === asked.sha256, fee === asked.fee];
  const whys = [
    ...(isOwn ? [] : [`of an earlier run, ${run.started}`]),
    ...(sameSeries ? [] : [`of ${seriesText(series)}, not of ${seriesText(workloadRecord(asked).series)}`]),
    ...(sameFee ? [] : [`at a fee of ${fee} %, not ${asked.fee} %`]),
    ...(run.partial ? [`partial: ${partText(run.partial)}`] : []),
  ];
  if (whys.length === 0) return null;
  const what = whatOf(isOwn, sameSeries, sameFee);
  return { what: `${name} ${what}`, why: `its record is ${whys.join(', ')}` };
}

function whatOf(isOwn: boolean, sameSeries: boolean, sameFee: boolean): string {
  if (!isOwn) return 'of this run';
  if (!sameSeries) return 'of the series asked for';
  return sameFee ? 'in full' : 'at the fee asked for';
}

const seriesText = ({ name, bars }: WorkloadRecord['series']): string =>
  `${name}, ${bars.toLocaleString('en')} bars`;
