import { randomUUID } from 'node:crypto';
import { machine } from '../bench';
import { projectRoot } from '../engine';
import type { Section, SectionRun } from './section';

let ownId: string | undefined;

/** The id that the sections of one command share: `IPC_TAX_RUN`, or one of this process. */
export const runId = (): string => process.env.IPC_TAX_RUN ?? (ownId ??= randomUUID());

/** Whether sections are to be measured quickly (`make run QUICK=1`): fewer rounds, no intervals. */
export const isQuick = (): boolean => process.env.IPC_TAX_QUICK === '1';

/** What a section's measuring gives; the rest of its record is the same for all. */
export type SectionParts<Row> = Pick<Section<Row>, 'noise' | 'gate' | 'rows' | 'facts' | 'gaps'>;

/**
 * Runs a section's measuring and puts its record around it: id, start, duration, options, machine.
 */
export async function section<Row>(
  name: string,
  quick: boolean,
  options: SectionRun['options'],
  measure: () => Promise<SectionParts<Row>>,
): Promise<Section<Row>> {
  const started = new Date();
  const record = await machine(projectRoot());
  const parts = await measure();
  const seconds = (Date.now() - started.getTime()) / 1_000;
  return {
    name,
    run: { id: runId(), started: started.toISOString(), seconds, quick, options },
    machine: record,
    ...parts,
  };
}
