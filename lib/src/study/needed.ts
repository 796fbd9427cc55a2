import { FEE_PERCENT } from '../kernel';
import { recorded } from './record';
import { runId } from './run';
import type { Gap, Section, Study, StudyContext } from './section';
import { studyFee, type WorkloadOptions } from './workload';

/** A section that another builds on, and what is to be said of where it comes from. */
export interface Needed<Row> {
  section: Section<Row>;
  /** Null when it was measured by this same run, at the same fee. */
  gap: Gap | null;
  /** Whether it had to be measured now. */
  measured: boolean;
}

/**
 * The record of a section, or the section measured now, quickly, where there is none. A record is not
 * measured again for being of an earlier run, or at another fee: that is said.
 * @param options For measuring it now.
 */
export async function needed<Options extends WorkloadOptions, Row>(
  study: Study<Options, Row>,
  options: Options,
  context: StudyContext,
): Promise<Needed<Row>> {
  const record = recorded().get(study.name) as Section<Row> | undefined;
  if (record) return { section: record, gap: gapOf(record, options), measured: false };
  const section = await study.run({ ...options, quick: true }, context);
  return {
    section,
    gap: { what: `${study.name} in full`, why: 'no record of it was there: measured quickly' },
    measured: true,
  };
}

/** What is to be said of a record that is not of this run, or not at the fee that is asked for. */
function gapOf({ name, run }: Section<unknown>, options: WorkloadOptions): Gap | null {
  // before a fee could be chosen it was the study's
  const { fee = FEE_PERCENT } = run.options as WorkloadOptions;
  const asked = options.fee ?? studyFee();
  const ours = run.id === runId();
  if (ours && fee === asked) return null;
  const said = [
    ...(ours ? [] : [`of an earlier run, ${run.started}`]),
    ...(fee === asked ? [] : [`at a fee of ${fee} %, not ${asked} %`]),
  ];
  const what = ours ? `${name} at the fee asked for` : `${name} of this run`;
  return { what, why: `its record is ${said.join(', ')}` };
}
