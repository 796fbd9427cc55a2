'use strict';
// What a cell shows of its last expression: what the library's `show` shows of it.
const path = require('node:path');
const util = require('node:util');
const vm = require('node:vm');

/** Characters of a text that are shown; printing shows all. */
const LONGEST_TEXT = 100_000;

const DISPLAY = path.join('dist', 'src', 'notebook', 'display.js');

/**
 * The library's own display, of the build that the notebook has loaded; loaded for the first value that needs it. Null
 * where the library is not built.
 */
function libraryDisplay() {
  try {
    return require(path.join(path.dirname(require.resolve('ipc-tax/package.json')), DISPLAY)).display;
  } catch {
    return null;
  }
}

function cut(text) {
  if (text.length <= LONGEST_TEXT) return text;
  const more = (text.length - LONGEST_TEXT).toLocaleString('en-US');
  return `${text.slice(0, LONGEST_TEXT)}\n… ${more} more characters; console.log prints all`;
}

/** As the console shows it, in short: where the library can't. */
function inspected(value) {
  try {
    return cut(util.inspect(value, { depth: 1, maxArrayLength: 100, maxStringLength: 10_000 }));
  } catch (error) {
    return `[${typeof value} that can't be shown: ${error?.message ?? 'it throws'}]`;
  }
}

/** Runs something of a cell's own after its end, such as a method that shows a value; a bare SIGINT ends it too. */
function interruptible(run) {
  globalThis.__tslab__.shown = run;
  return vm.runInThisContext('__tslab__.shown()', { breakOnSigint: true });
}

/**
 * What gives the {data, metadata} of a value that is not undefined or null, to be run as code of the cell's
 * (`interrupts.inCell`): it throws only when it is interrupted. The library is loaded before, as no interrupt may end that.
 */
function showing(value) {
  const plain = (text) => ({ data: { 'text/plain': text }, metadata: {} });
  if (typeof value === 'string') return () => plain(cut(value));
  const isSimple = typeof value !== 'object' && typeof value !== 'function';
  const display = isSimple ? null : libraryDisplay();
  const show = () => {
    if (display === null) return plain(inspected(value));
    try {
      return display(value);
    } catch (error) {
      return plain(`${inspected(value)}\n(not shown as it could be: ${error?.message ?? error})`);
    }
  };
  return () => interruptible(show);
}

module.exports = { showing };
