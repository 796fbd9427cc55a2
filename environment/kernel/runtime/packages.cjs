'use strict';
// Packages, imported by their names: from node_modules beside the notebook and above, as in Node. A notebook that is
// opened in another place than the project still gets the project's own: those its package.json names.
const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const rebuilt = require('./rebuilt.cjs');

/** The folder the kernel's own packages are in, and so the project's. */
const INSTALLED = path.resolve(path.dirname(require.resolve('tslab/package.json')), '..');
const PROJECT = path.dirname(INSTALLED);
const fromProject = createRequire(path.join(PROJECT, 'notebook.js'));
/** The last place in which a package is looked for, from wherever. */
const LAST = `${path.parse(PROJECT).root}node_modules`;

const given = dependencies();

function dependencies() {
  try {
    return Object.keys(
      JSON.parse(fs.readFileSync(path.join(PROJECT, 'package.json'), 'utf8')).dependencies ?? {},
    );
  } catch {
    return [];
  }
}

/** `a` of `a/b`, `@a/b` of `@a/b/c`. */
const nameOf = (id) =>
  id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');
const isPath = (id) => /^[./]/.test(id);
const isGiven = (name) => given.includes(name.replace(/^@types\//, ''));

/** Where the compiler finds a file: the project's packages lie for it in the last folder that it looks in. */
function forward(file) {
  if (file === LAST) return INSTALLED;
  if (!file.startsWith(`${LAST}/`)) return file;
  const inside = file.slice(LAST.length + 1);
  const name = nameOf(inside);
  return isGiven(name) && !fs.existsSync(path.join(LAST, name)) ? path.join(INSTALLED, inside) : file;
}

/** What `require_` gives for a name; a linked package that was rebuilt is loaded anew. */
function load(require_, id) {
  const finder = isGiven(nameOf(id)) && !finds(require_, id) ? fromProject : require_;
  rebuilt.refresh(finder, id);
  try {
    return finder(id);
  } catch (error) {
    // Not where one that was found asks for another.
    if (error?.code !== 'MODULE_NOT_FOUND' || isPath(id) || finds(finder, id)) throw error;
    throw Object.assign(new Error(`Cannot find module '${id}'. ${ways(id)}`), { code: error.code });
  }
}

function finds(require_, id) {
  try {
    require_.resolve(id);
    return true;
  } catch (error) {
    return error.code !== 'MODULE_NOT_FOUND';
  }
}

/** What can be done about a module that a cell, or for a package a file, imports and that was not found. */
function ways(id) {
  const folder = process.cwd();
  if (isPath(id)) return `This kernel works in ${folder}, where relative paths begin.`;
  return (
    `This kernel works in ${folder}, and takes packages from node_modules there and above` +
    `${given.length > 0 ? `, and from anywhere ${given.join(', ')} of the project in ${PROJECT}` : ''}. ` +
    `Install it in that folder (npm install ${nameOf(id)}), or open the notebook in a folder that has it.`
  );
}

module.exports = { forward, isPath, load, ways };
