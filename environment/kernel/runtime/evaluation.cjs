'use strict';
// Runs one compiled cell.
const vm = require('node:vm');
const bindings = require('./bindings.cjs');
const interrupts = require('./interrupts.cjs');
const rebuilt = require('./rebuilt.cjs');
const stacks = require('./stacks.cjs');
const { threw } = require('./errors.cjs');

Object.assign(interrupts.cell, { publish: bindings.publish, settle });
Error.prepareStackTrace = stacks.prepareStackTrace;

/** The cell being run: {request, script}. */
let current = { request: null, script: 'In[0]' };

/**
 * Resolves when no timer of a cell's is left, or after `limit` milliseconds; what they throw has been reported then.
 * Headless runs end with it, so that an error in the last cell's timer is not lost with the kernel.
 */
async function settle(limit) {
  const until = performance.now() + limit;
  const pending = () =>
    process.getActiveResourcesInfo().some((kind) => kind === 'Timeout' || kind === 'Immediate');
  do await new Promise((done) => setTimeout(done, 20).unref());
  while (pending() && performance.now() < until);
}

/** Names the cell that is about to be compiled and run. */
function begin(request, script) {
  current = { request, script };
}

/**
 * Runs what tslab's converter made of the cell, to its end. Returns nothing; throws a CellFailure that holds what the
 * cell threw, after taking back the names it had published.
 */
async function evaluate(converted, require) {
  const { request, script } = current;
  stacks.remember(script, request.content.code, converted);
  globalThis.__tslab__ = { exports: bindings.namespace, require, cell: interrupts.cell };
  const head = `(${converted.hasToplevelAwait ? 'async ' : ''}function (exports, require, __cell) {\n`;
  const tail = '\n})(__tslab__.exports, __tslab__.require, __tslab__.cell)';
  bindings.begin();
  try {
    await interrupts.abandonable(() =>
      interrupts.inCell(request, () =>
        vm.runInThisContext(head + converted.output + tail, {
          filename: script,
          breakOnSigint: true,
          displayErrors: false,
        }),
      ),
    );
  } catch (thrown) {
    bindings.restore();
    throw threw(thrown);
  } finally {
    rebuilt.afterCell();
  }
}

module.exports = { begin, evaluate };
