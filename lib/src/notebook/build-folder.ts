import { isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { OptionError } from '../errors';
import { projectRoot } from '../project';

/** Null where the library lies outside of a checkout. */
function root(): string | null {
  try {
    return projectRoot();
  } catch {
    return null;
  }
}

/**
 * Refuses a path that means the project's build folder and misses it: `../build/...` leads there from a notebook in
 * `notebooks`, but from one in a folder of it to `notebooks/build`. All other paths are taken as they are.
 * @throws OptionError naming the path that leads there from the working folder.
 */
export function checkBuildFolder(path: string): void {
  const project = root();
  if (project === null || isAbsolute(path)) return;
  const parts = normalize(path).split(sep);
  const climbs = parts.findIndex((part) => part !== '..');
  if (climbs < 1 || parts[climbs] !== 'build') return;
  const beside = resolve(...parts.slice(0, climbs));
  const inside = relative(project, beside);
  // beside it, outside of the project, or in it already, as a copy of a notebook there is
  if (['', '..', 'build'].includes(inside.split(sep)[0]) || isAbsolute(inside)) return;
  const right = relative(process.cwd(), join(project, ...parts.slice(climbs)));
  const missed = `this one leads to ${join(inside, 'build')}, which an absolute path may name`;
  throw new OptionError('path', path, `"${right}" for the project's build folder, from here; ${missed}`);
}
