import type { GateRecord, Machine, Noise } from '../bench';

/** One named figure of a section, with the article's own where it gives one. */
export interface Fact {
  value: number | string | boolean | null;
  unit: string;
  low: number | null;
  high: number | null;
  published: number | string | null;
}

/** A part of a section that this run does not have, and why. */
export interface Gap {
  what: string;
  why: string;
}

/** What a section that was stopped has of what was asked of it. */
export interface SectionPart {
  /** What it is counted in: fresh starts, or combos swept, or other sections. */
  unit: 'starts' | 'combos' | 'transports' | 'sections';
  asked: number;
  /** So many were complete. */
  done: number;
  /** Complete rounds of the start that was cut, where they are among the rows; the rest of it is left out. */
  rounds?: number;
  /** Why it was stopped, as in "the cell was interrupted". */
  why: string;
}

/** How, when and on what a section was measured. */
export interface SectionRun {
  /** Shared by the sections that one command measured. */
  id: string;
  /** ISO 8601, UTC. */
  started: string;
  seconds: number;
  quick: boolean;
  /** The options as they were used, series given by name, bars and SHA-256. */
  options: Record<string, unknown>;
  /** Of a section that was stopped before its end; not there in a whole one. */
  partial?: SectionPart;
}

/** What a section of the study gives: tidy rows, one observation each, and a few named facts. */
export interface Section<Row = Record<string, unknown>> {
  name: string;
  run: SectionRun;
  machine: Machine;
  noise: Noise | null;
  gate: GateRecord | null;
  rows: Row[];
  facts: Record<string, Fact>;
  gaps: Gap[];
}

/** Where a study has got to: `done` of `total` steps, and what it does now. */
export type Progress = (done: number, total: number, note: string) => void;

/** What every study is handed beside its options. */
export interface StudyContext {
  signal?: AbortSignal;
  progress?: Progress;
}

/**
 * A section of the study as a function that can be run. Aborted through its signal, or when a process of it dies, it
 * rejects with CancelledError, or the IpcTaxError that tells of the process; what was complete by then is the error's
 * `partial`, a section whose `run.partial` says how much of it there is.
 */
export interface Study<Options, Row> {
  readonly name: string;
  readonly title: string;
  run(options?: Options, context?: StudyContext): Promise<Section<Row>>;
}

/** A fact; bounds and the article's figure are null unless given. */
export function fact(value: Fact['value'], unit: string, more: Partial<Fact> = {}): Fact {
  return { value, unit, low: null, high: null, published: null, ...more };
}
