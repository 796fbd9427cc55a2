import { recorded } from './record';
import { runId } from './run';
import type { Gap, Section, Study, StudyContext } from './section';

/** A section that another builds on, and what is to be said of where it comes from. */
export interface Needed<Row> {
  section: Section<Row>;
  /** Null when it was measured by this same run. */
  gap: Gap | null;
  /** Whether it had to be measured now. */
  measured: boolean;
}

/**
 * The record of a section, or the section measured now, quickly, where there is none. A record is not
 * measured again for being of an earlier run: that is said.
 * @param options For measuring it now.
 */
export async function needed<Options extends object, Row>(
  study: Study<Options, Row>,
  options: Options,
  context: StudyContext,
): Promise<Needed<Row>> {
  const record = recorded().get(study.name) as Section<Row> | undefined;
  if (record?.run.id === runId()) return { section: record, gap: null, measured: false };
  if (record) {
    const why = `its record is of an earlier run, ${record.run.started}`;
    return { section: record, gap: { what: `${study.name} of this run`, why }, measured: false };
  }
  const section = await study.run({ ...options, quick: true }, context);
  return {
    section,
    gap: { what: `${study.name} in full`, why: 'no record of it was there: measured quickly' },
    measured: true,
  };
}
