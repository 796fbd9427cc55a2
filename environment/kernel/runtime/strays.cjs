'use strict';
// Errors that no cell's promise carries: a rejection nobody handles, an exception in a timer or an event handler.
// While a cell runs it fails with the error at once, as a Node program would. After its end the error is shown in the
// cell it comes from, and the next cell fails with it unrun, so that no run of a notebook passes over it.
const interrupts = require('./interrupts.cjs');

/** @type {((error: unknown) => void) | null} */
let running = null;
/** @type {(error: unknown) => void} */
let idle = () => {};
/** Errors that came while no cell ran. */
let waiting = [];

function report(error) {
  // Rejections of what an interrupt stopped are the interrupt, which its cell has shown.
  if (error instanceof interrupts.KeyboardInterrupt) return;
  if (running) {
    running(error);
    return;
  }
  waiting.push(error);
  idle(error);
}

/** Watches for the time of one cell: `onStray` gets each error; call what is returned when the cell has ended. */
function watch(onStray) {
  running = onStray;
  return () => {
    running = null;
  };
}

/** The errors that came since the last cell ended; they are told once. */
function take() {
  const taken = waiting;
  waiting = [];
  return taken;
}

/** `show` is called with each error that comes while no cell runs. */
function whenIdle(show) {
  idle = show;
}

/** Resolves when rejections of work that is already done have been reported. */
async function settled() {
  for (let turn = 0; turn < 2; turn++) await new Promise((done) => setImmediate(done));
}

module.exports = { report, watch, take, whenIdle, settled };
