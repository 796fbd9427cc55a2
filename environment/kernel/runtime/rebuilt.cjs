'use strict';
// Packages that are edited while a notebook uses them: those linked into node_modules, as the workspace's own are.
// Importing one again after a rebuild loads the new files. Values made before keep the old code; the cell says so.
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const INSTALLED = `${path.sep}node_modules${path.sep}`;
const KERNEL = path.dirname(__dirname) + path.sep;

/** Loaded files of linked packages: {modified: ms, digest}, as they were when they were loaded. */
const loaded = new Map();
/** The packages whose rebuild was told, so that it is told once: root to the time of its newest file. */
const told = new Map();
/** Files of cells' own that are loaded by their path: no package's (see local-files.cjs). */
const left = new Set();

const isLinked = (file) => path.isAbsolute(file) && !file.includes(INSTALLED) && !file.startsWith(KERNEL);

/** The folder with the package.json a file belongs to. */
function packageRoot(file) {
  let folder = path.dirname(file);
  while (!fs.existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) return path.dirname(file);
    folder = parent;
  }
  return folder;
}

function packageName(root) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).name ?? path.basename(root);
  } catch {
    return path.basename(root);
  }
}

const modified = (file) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function digest(file) {
  try {
    return createHash('sha1').update(fs.readFileSync(file)).digest('hex');
  } catch {
    return null;
  }
}

/** Notes the state of the files that were loaded since the last call. */
function note() {
  for (const file of Object.keys(require.cache)) {
    if (loaded.has(file) || left.has(file) || !isLinked(file) || path.extname(file) === '.node') continue;
    loaded.set(file, { modified: modified(file), digest: digest(file), root: packageRoot(file) });
  }
}

/** A file that is in Node's cache, and not for this to look after. */
const leave = (file) => left.add(file);

function hasChanged(file, state) {
  const now = modified(file);
  if (now === state.modified) return false;
  if (digest(file) !== state.digest) return true;
  state.modified = now; // written again with the same content
  return false;
}

/** The roots of packages with a file that differs from what was loaded. */
function rebuilt() {
  const roots = new Set();
  for (const [file, state] of loaded)
    if (!roots.has(state.root) && hasChanged(file, state)) roots.add(state.root);
  return roots;
}

/** Called before a cell's `require(id)`: forgets the package's loaded files when it was rebuilt. */
function refresh(require_, id) {
  let file;
  try {
    file = require_.resolve(id);
  } catch {
    return; // require itself says what is wrong
  }
  if (!isLinked(file) || !loaded.has(file)) return;
  const { root } = loaded.get(file);
  if (!rebuilt().has(root)) return;
  for (const [other, state] of loaded) {
    if (state.root !== root) continue;
    delete require.cache[other];
    loaded.delete(other);
  }
  process.stderr.write(
    `${packageName(root)} was rebuilt: this cell loaded the new build. Values made before it (options, engines, ` +
      'series, functions) still come from the old one; run the cells that made them again.\n',
  );
}

/** Called after each cell: notes what it loaded, and says when it ran on a build that is no longer the one on disk. */
function afterCell() {
  note();
  for (const root of rebuilt()) {
    const newest = Math.max(
      ...[...loaded].filter(([, state]) => state.root === root).map(([file]) => modified(file)),
    );
    if (told.get(root) === newest) continue;
    told.set(root, newest);
    process.stderr.write(
      `${packageName(root)} was rebuilt after this notebook loaded it: this cell ran on the old build. ` +
        'Run the import cell again, then the cells that made values with it.\n',
    );
  }
}

module.exports = { refresh, leave, afterCell };
