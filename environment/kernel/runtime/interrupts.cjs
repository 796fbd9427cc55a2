'use strict';
// Interrupting a cell. Three things stop together:
//  - the running cell, whatever it awaits: its promise is given up and the cell fails with KeyboardInterrupt;
//  - the cell's own code: each `await` in a cell is compiled to check, when it comes back, whether an interrupt fell
//    in between, so a loop of awaits ends instead of living on behind the next cells (`live`, `each`);
//  - work in flight in libraries: they listen to process.on('ipc-tax:interrupt').
// Code that blocks the thread is stopped from outside: see control-thread.cjs, which reads `state`.

const offers = require('./offers.cjs');

class KeyboardInterrupt extends Error {
  constructor() {
    super('the cell was interrupted');
    this.name = 'KeyboardInterrupt';
  }
}

/** Two numbers shared with the control thread: what the main thread is doing, and how many interrupts it acted on. */
const state = new Int32Array(new SharedArrayBuffer(8));
const DOING = 0;
const HANDLED = 1;
/** Awaiting, or running callbacks: V8's inspector may end what blocks. */
const ASYNCHRONOUS = 0;
/** The synchronous part of a cell: SIGINT ends it. */
const SYNCHRONOUS = 1;
/** The compiler, which must not be ended half-way. */
const COMPILING = 2;

/** Fails the running cell; replaced for the time of each cell. */
let giveUp = () => {};

/** What compiled cells call: `__cell.live(__cell.epoch, await promise)`. The epoch counts interrupts. */
const cell = {
  epoch: 0,

  /** The awaited value, or KeyboardInterrupt when an interrupt fell between `epoch` and now. */
  live(epoch, value) {
    if (epoch !== cell.epoch) throw new KeyboardInterrupt();
    return value;
  },

  /** The same for each round of `for await`. */
  each(iterable) {
    const { epoch } = cell;
    const open = iterable[Symbol.asyncIterator] ?? iterable[Symbol.iterator];
    const iterator = open.call(iterable);
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      async next() {
        const step = await iterator.next();
        const value = await step.value;
        return cell.live(epoch, { done: step.done, value });
      },
      async return(value) {
        return (await iterator.return?.(value)) ?? { done: true, value };
      },
    };
  },
};

/** Stops the running cell with `error`; what it still awaits ends at its next step. */
function abandon(error) {
  cell.epoch++;
  giveUp(error);
  process.emit('ipc-tax:interrupt');
}

/**
 * Acts on an interrupt; harmless when no cell is running. `before` is the number of interrupts handled when it was
 * asked for: if there have been more since, it was acted on in another way and must not hit the next cell.
 */
function interrupt(before = Atomics.load(state, HANDLED)) {
  if (Atomics.compareExchange(state, HANDLED, before, before + 1) !== before) return;
  if (offers.offered()) return;
  abandon(new KeyboardInterrupt());
}

/** The value of a cell's promise; rejects at once when the cell is abandoned. */
function abandonable(promise) {
  return new Promise((resolve, reject) => {
    giveUp = reject;
    promise.then(resolve, reject);
  }).finally(() => {
    giveUp = () => {};
  });
}

function doing(what, run) {
  const before = Atomics.exchange(state, DOING, what);
  try {
    return run();
  } finally {
    Atomics.store(state, DOING, before);
  }
}

/** Runs a cell's synchronous part; throws KeyboardInterrupt when it is interrupted. */
function synchronous(run) {
  try {
    return doing(SYNCHRONOUS, run);
  } catch (error) {
    if (error?.code !== 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw error;
    const interruption = new KeyboardInterrupt();
    Atomics.add(state, HANDLED, 1);
    abandon(interruption);
    throw interruption;
  }
}

/** tslab's converter with every call marked as one that must not be ended half-way. */
function uninterrupted(converter) {
  const marked = Object.entries(converter).map(([name, method]) => [
    name,
    (...given) => doing(COMPILING, () => method(...given)),
  ]);
  return Object.fromEntries(marked);
}

module.exports = {
  KeyboardInterrupt,
  state,
  DOING,
  HANDLED,
  ASYNCHRONOUS,
  SYNCHRONOUS,
  cell,
  abandon,
  interrupt,
  abandonable,
  synchronous,
  uninterrupted,
};
