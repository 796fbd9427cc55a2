import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EngineStartError } from '../errors';

/**
 * The project's own folder: the nearest one above this file that holds engine-rs and package.json.
 * @throws EngineStartError when there is none, since then the engine's source can't be found either.
 */
export function projectRoot(from: string = __dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'engine-rs')) && existsSync(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder) {
      throw new EngineStartError(
        `no folder above ${from} holds engine-rs and package.json: is this a whole checkout?`,
      );
    }
  }
}
