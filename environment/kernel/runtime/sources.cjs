'use strict';
// What the compiler believes of files, before each cell brought up to what they are: its own watchers are late by a
// moment, and what it did not find it does not look for again.
const fs = require('node:fs');
const path = require('node:path');

const INSTALLED = `${path.sep}node_modules${path.sep}`;
/** ts.FileWatcherEventKind. The compiler looks anew for what a deleted file imports, also when the file is back. */
const CHANGED = 1;
const DELETED = 2;
/** "Cannot find module". */
const NOT_FOUND = 2307;

/** Files the compiler watches, other than those of installed packages: {modified, changed}. */
const watched = new Map();
/** Those that import what was not found when they were last compiled. */
let unresolved = new Set();

const modified = (file) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Takes note of a file the compiler watches, and of what to call when it has changed. */
function watch(file, changed) {
  if (path.isAbsolute(file) && !file.includes(INSTALLED))
    watched.set(file, { modified: modified(file), changed });
}

/** Tells the compiler of what has changed, now. */
function refresh() {
  for (const [file, state] of watched) {
    const now = modified(file);
    if (now === state.modified && !unresolved.has(file)) continue;
    state.modified = now;
    state.changed(file, now === 0 || unresolved.has(file) ? DELETED : CHANGED);
  }
  unresolved = new Set();
}

/** Takes note of what a cell's compilation did not find; `diagnostics` are tslab's. */
function note(diagnostics, folder) {
  for (const { code, fileName } of diagnostics)
    if (code === NOT_FOUND && fileName) unresolved.add(path.resolve(folder, fileName));
}

/** What the compiler put off until later, by the functions of timers that it is given: done before each cell. */
class PutOff {
  #tasks = new Set();

  add(callback) {
    const task = { callback };
    this.#tasks.add(task);
    return task;
  }

  remove(task) {
    this.#tasks.delete(task);
  }

  /** In the form of tslab's one timer; null when there is nothing to do. */
  get timer() {
    return this.#tasks.size === 0 ? null : { callback: () => this.#run() };
  }

  #run() {
    for (const task of this.#tasks) {
      this.#tasks.delete(task);
      task.callback();
    }
  }
}

module.exports = { watch, refresh, note, PutOff, DELETED };
