'use strict';
// An interrupt is offered to libraries before it ends the cell. Who has work in flight that is worth something half done
// (a section of the study, its complete starts) takes it: that work is stopped, and the cell goes on with what there is.
// It stops the cells queued behind all the same, and the next interrupt of the cell is offered again.

/** The interrupt that was taken in the cell that runs; null when none was. */
let taken = null;

/** Offers an interrupt to listeners of process.on('ipc-tax:interrupt-offered'); whether one called its `take()`. */
function offered() {
  const interrupt = { over: false, take: () => (taken = interrupt) };
  process.emit('ipc-tax:interrupt-offered', interrupt);
  return taken === interrupt;
}

/** Called when a cell has ended, of which the taken interrupt tells from then on; whether there was one. */
function ended() {
  const interrupt = taken;
  taken = null;
  if (interrupt !== null) interrupt.over = true;
  return interrupt !== null;
}

module.exports = { offered, ended };
