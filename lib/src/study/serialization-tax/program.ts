import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../engine';
import { EngineStartError } from '../../errors';

/** A file of the project's that set-up makes. @throws EngineStartError saying so when it is not there. */
export function setUpFile(...parts: string[]): string {
  const file = path.join(projectRoot(), ...parts);
  if (!existsSync(file)) throw new EngineStartError(`${file} is not there: run \`make setup\` first`);
  return file;
}
