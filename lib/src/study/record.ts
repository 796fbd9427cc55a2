import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../engine';
import { booleanOption, IpcTaxError, knownOptions, writtenText } from '../errors';
import { partText } from './measuring';
import type { Section } from './section';

/** Where sections leave their records: the folder that IPC_TAX_RESULTS names, else the project's `build/results`. */
export const resultsFolder = (): string =>
  process.env.IPC_TAX_RESULTS || path.join(projectRoot(), 'build', 'results');

export interface RecordOptions {
  /** Whether a partial section may take the place of a whole one. Default false. */
  replace?: boolean;
}

/**
 * Writes a section's record to `build/results/NAME.json`, in the place of one from an earlier run. The
 * report and later sections read it there. Written aside and renamed, so that a reader never sees half.
 * A section that was stopped before its end does not replace a whole one, unless it is told to: that is said on
 * stderr, and the record stays as it is.
 * @returns The record's absolute path.
 * @throws WriteError when its text would be longer than a text can be.
 */
export function record<Row>(section: Section<Row>, options: RecordOptions = {}): string {
  knownOptions(options, ['replace']);
  const replace = booleanOption('replace', options.replace ?? false);
  const folder = resultsFolder();
  const file = path.join(folder, `${section.name}.json`);
  const { partial } = section.run;
  const whole = partial && !replace ? wholeRecord(file) : null;
  if (partial && whole) {
    const kept = `${file} keeps its whole record of ${whole.run.started}: this section is partial`;
    const how = 'record(section, { replace: true }) puts it there';
    process.stderr.write(`${kept}, ${partText(partial)}. ${how}.\n`);
    return file;
  }
  const aside = `${file}.${process.pid}.tmp`;
  const text = writtenText(file, () => `${JSON.stringify(section)}\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(aside, text);
  renameSync(aside, file);
  return file;
}

/** The record in a file, when it is a section's and whole; else null. */
function wholeRecord(file: string): Section | null {
  try {
    const section = JSON.parse(readFileSync(file, 'utf8')) as Section;
    return section.run.partial ? null : section;
  } catch {
    return null;
  }
}

/** The records that are there, by section name. */
export function recorded(folder = resultsFolder()): Map<string, Section> {
  let files: string[];
  try {
    files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return new Map();
  }
  return new Map(
    files.map((name) => {
      const file = path.join(folder, name);
      try {
        const section = JSON.parse(readFileSync(file, 'utf8')) as Section;
        return [section.name, section];
      } catch (cause) {
        throw new IpcTaxError('RECORD', `${file} is not a section's record: run its notebook again`, {
          cause,
        });
      }
    }),
  );
}
