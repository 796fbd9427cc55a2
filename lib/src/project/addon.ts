import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KernelError } from '../errors';
import { type BuiltFile, builtFile } from './built';
import { projectRoot } from './root';

/** The Node addon. Cargo names a library after its platform; Node loads it under this name on all. */
const ADDON: BuiltFile = {
  what: 'the addon',
  name: 'ipc-tax.node',
  alias: 'addon',
  made: join('release', process.platform === 'darwin' ? 'libipc_tax_node.dylib' : 'libipc_tax_node.so'),
  error: KernelError,
};

/**
 * The addon's functions: build/bin/ipc-tax.node, which is built with cargo when it is not there, saying so in a line on
 * stderr. Any thread can load it.
 * @param needs The functions that the caller will call.
 * @throws KernelError when it can't be built or loaded, or lacks one of them.
 */
export async function addon<Addon extends object>(
  needs: readonly (keyof Addon & string)[],
  root = projectRoot(),
): Promise<Addon> {
  return load(await builtFile(ADDON, root), needs);
}

/**
 * The addon's functions at once; null when it has not been built.
 * @throws KernelError as `addon`.
 */
export function builtAddon<Addon extends object>(
  needs: readonly (keyof Addon & string)[],
  root = projectRoot(),
): Addon | null {
  const path = join(root, 'build', 'bin', ADDON.name);
  return existsSync(path) ? load(path, needs) : null;
}

/**
 * The addon's functions at once, for calls that don't wait.
 * @throws KernelError as `addon`, and when it has not been built.
 */
export function addonSync<Addon extends object>(
  needs: readonly (keyof Addon & string)[],
  root = projectRoot(),
): Addon {
  const built = builtAddon(needs, root);
  if (built === null) {
    throw new KernelError('the addon is not built: `make` does it, and the promise forms of its calls do');
  }
  return built;
}

function load<Addon extends object>(path: string, needs: readonly (keyof Addon & string)[]): Addon {
  let loaded: Addon;
  try {
    loaded = require(path);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new KernelError(`the addon can't be loaded (${why}). ${AGAIN}`, { cause });
  }
  const lacks = needs.filter((name) => typeof loaded[name] !== 'function');
  if (lacks.length > 0) {
    throw new KernelError(
      `${path} is not this project's addon, or an older one: it has no ${lacks.join(', ')}. ${AGAIN}`,
    );
  }
  return loaded;
}

const AGAIN =
  'Remove build/bin/ipc-tax.node, let `make` build it again, and start this process (in a notebook, its kernel) anew';
