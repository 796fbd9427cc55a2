'use strict';
// Whose code runs on the main thread: a cell's, or the kernel's own. What a cell's code sets off (timers, promises,
// events, children) is that cell's too, also after its end. By this an output finds its cell, and an interrupt ends
// cells but never the kernel's code half-way: a message would be sent twice or not at all, a reply never come.
const { AsyncLocalStorage } = require('node:async_hooks');
// Kept, since cells may replace the global one.
const { setTimeout } = require('node:timers');

const KERNEL = Symbol('kernel');
const owner = new AsyncLocalStorage();
/** How many `undivided` calls are open. */
let undividedDepth = 0;

/** Runs the kernel's own code; what it sets off is the kernel's. */
const asKernel = (run) => owner.run(KERNEL, run);

/**
 * Runs the kernel's own code in a turn of its own: by a timer, since code that is ended takes with it the microtasks
 * and immediates that wait behind it, but no timers.
 */
const inTurn = (run) => asKernel(() => setTimeout(run, 0));

/** Runs code of the cell that `request` (an execute_request) brought; what it sets off is that cell's. */
const asCell = (request, run) => owner.run(request, run);

/** The request whose cell's code runs; null in the kernel's own, and where it can't be told. */
function runningCell() {
  const found = owner.getStore();
  return found === KERNEL ? null : (found ?? null);
}

/** Runs the kernel's code that cells call, such as a write to stdout: it is done wholly or not at all. */
function undivided(run) {
  undividedDepth++;
  try {
    return run();
  } finally {
    undividedDepth--;
  }
}

/**
 * To be called when code was ended, or is about to be: what it had called does not return. Node's note of what called
 * what is emptied, else Node would find it wrong and abort; and so is ours, since a SIGINT asks nobody.
 */
function unwound() {
  undividedDepth = 0;
  clearAsyncIdStack();
}

/** Node does this itself after an uncaught exception, and has no public way to do it. */
const { clearAsyncIdStack } = (() => {
  const { noDeprecation } = process;
  process.noDeprecation = true;
  try {
    return process.binding('async_wrap');
  } finally {
    process.noDeprecation = noDeprecation;
  }
})();

/** Whether what runs is a cell's and may be ended where it is. Between two callbacks it is nobody's: Node is at its lists. */
function mayEnd() {
  const found = owner.getStore();
  return undividedDepth === 0 && found !== undefined && found !== KERNEL;
}

module.exports = { asKernel, inTurn, asCell, runningCell, undivided, unwound, mayEnd };
