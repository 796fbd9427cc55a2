import { randomUUID } from 'node:crypto';
import { machine } from '../bench';
import { projectRoot } from '../engine';
import { Measuring } from './measuring';
import type { Section, SectionRun, Study, StudyContext } from './section';

let ownId: string | undefined;

/** The id that the sections of one command share: `IPC_TAX_RUN`, or one of this process. */
export const runId = (): string => process.env.IPC_TAX_RUN ?? (ownId ??= randomUUID());

/** Whether sections are to be measured quickly (`make run QUICK=1`): fewer rounds, no intervals. */
export const isQuick = (): boolean => process.env.IPC_TAX_QUICK === '1';

/** What a section's measuring gives; the rest of its record is the same for all. */
export type SectionParts<Row> = Pick<Section<Row>, 'noise' | 'gate' | 'rows' | 'facts' | 'gaps'>;

/**
 * Runs a section's measuring and puts its record around it: id, start, duration, options, machine; and where it was
 * stopped, how much of it there is.
 * @throws What `Study` says of a section that is stopped; what `measure` throws.
 */
export async function section<Row>(
  { name, title }: Pick<Study<never, Row>, 'name' | 'title'>,
  quick: boolean,
  options: SectionRun['options'],
  context: StudyContext,
  measure: (measuring: Measuring) => Promise<SectionParts<Row>>,
): Promise<Section<Row>> {
  const started = new Date();
  const measuring = new Measuring(title, context);
  const record = await machine(projectRoot());
  let parts: SectionParts<Row>;
  try {
    parts = await measure(measuring);
  } catch (error) {
    throw measuring.nothing(error);
  }
  const seconds = (Date.now() - started.getTime()) / 1_000;
  const { partial } = measuring;
  return measuring.whole({
    name,
    run: {
      id: runId(),
      started: started.toISOString(),
      seconds,
      quick,
      options,
      ...(partial && { partial }),
    },
    machine: record,
    ...parts,
    gaps: [...parts.gaps, ...measuring.gaps],
  });
}
