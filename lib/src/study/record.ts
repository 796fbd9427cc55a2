import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../engine';
import { IpcTaxError, writtenText } from '../errors';
import type { Section } from './section';

/** Where sections leave their records: the folder that IPC_TAX_RESULTS names, else the project's `build/results`. */
export const resultsFolder = (): string =>
  process.env.IPC_TAX_RESULTS || path.join(projectRoot(), 'build', 'results');

/**
 * Writes a section's record to `build/results/NAME.json`, in the place of one from an earlier run. The
 * report and later sections read it there. Written aside and renamed, so that a reader never sees half.
 * @returns The file's absolute path.
 * @throws WriteError when its text would be longer than a text can be.
 */
export function record<Row>(section: Section<Row>): string {
  const folder = resultsFolder();
  const file = path.join(folder, `${section.name}.json`);
  const aside = `${file}.${process.pid}.tmp`;
  const text = writtenText(file, () => `${JSON.stringify(section)}\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(aside, text);
  renameSync(aside, file);
  return file;
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
