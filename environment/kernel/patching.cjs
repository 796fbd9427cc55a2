'use strict';
// Source patches for an installed package: applied in memory while Node loads its files, never written to disk.
//
// A patch is { name, symptom, cause, edits: [{ file, find, put }] }. `find` is text of the file that must occur in
// it exactly once: that is the guard. When the package is not the one a patch was written for, loading fails with the
// patch, the file and the text that was expected, before the kernel serves a single cell.
const Module = require('node:module');
const path = require('node:path');

/** JavaScript that evaluates to a module of environment/kernel/runtime; for use in an edit's `put`. */
const runtime = (name) => `require(${JSON.stringify(path.join(__dirname, 'runtime', `${name}.cjs`))})`;

const drifted = (patch, edit, file, found) =>
  new Error(
    `the kernel patch "${patch.name}" does not fit ${file}: expected this text once, found it ${found} times:\n` +
      `${edit.find}\n` +
      'Another version of tslab is installed than the one the patches were written for (see package.json), ' +
      'or a patch must be reviewed.',
  );

/** The source with every edit for it applied. Edits are checked against the original text, so their order is free. */
function patchSource(source, file, edits) {
  const places = edits.map(({ patch, edit }) => {
    const found = source.split(edit.find).length - 1;
    if (found !== 1) throw drifted(patch, edit, file, found);
    const start = source.indexOf(edit.find);
    return { patch, edit, start, end: start + edit.find.length };
  });
  places.sort((a, b) => a.start - b.start);
  let text = '';
  let at = 0;
  for (const { patch, edit, start, end } of places) {
    if (start < at) throw new Error(`the kernel patch "${patch.name}" overlaps another one in ${file}`);
    text += source.slice(at, start) + edit.put;
    at = end;
  }
  return text + source.slice(at);
}

/**
 * Loads `entry` of the package in `directory` with the patches applied, and returns its exports.
 * Throws when a patch does not fit, or when a patched file was not loaded at all.
 */
function loadPatched(directory, entry, patches) {
  const waiting = new Map();
  for (const patch of patches) {
    for (const edit of patch.edits) {
      const file = path.join(directory, edit.file);
      waiting.set(file, [...(waiting.get(file) ?? []), { patch, edit }]);
    }
  }
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (source, file, ...rest) {
    const edits = waiting.get(file);
    if (!edits) return compile.call(this, source, file, ...rest);
    waiting.delete(file);
    return compile.call(this, patchSource(source, file, edits), file, ...rest);
  };
  try {
    const loaded = require(path.join(directory, entry));
    if (waiting.size > 0)
      throw new Error(`kernel patches for files that were not loaded: ${[...waiting.keys()]}`);
    return loaded;
  } finally {
    Module.prototype._compile = compile;
  }
}

module.exports = { loadPatched, patchSource, runtime };
