'use strict';
// Interrupting a cell. Three things stop together:
//  - the running cell, whatever it awaits: its promise is given up and the cell fails with KeyboardInterrupt;
//  - the cell's own code: each `await` in a cell is compiled to check, when it comes back, whether an interrupt fell
//    in between, so a loop of awaits ends instead of living on behind the next cells (`live`, `each`);
//  - work in flight in libraries: they listen to process.on('ipc-tax:interrupt').
// Code that blocks the thread is ended where it is (`end`): see control-thread.cjs. Only cells' code is: never the
// kernel's own (see owners.cjs).
const { Session } = require('node:inspector');
const { clearTimeout, setTimeout } = require('node:timers');
const immediates = require('./immediates.cjs');
const offers = require('./offers.cjs');
const owners = require('./owners.cjs');

class KeyboardInterrupt extends Error {
  constructor() {
    super('the cell was interrupted');
    this.name = 'KeyboardInterrupt';
  }
}

/** Shared with the control thread: how many interrupts are over, which is when their cell has ended. */
const state = new Int32Array(new SharedArrayBuffer(4));
const OVER = 0;

/** What is given up when the running cell is abandoned: functions that take the error. */
const waiting = new Set();

/** Whether a cell runs, and whether an interrupt was taken up and is not over yet. */
let running = false;
let underWay = false;

/** A cell starts. */
function begin() {
  running = true;
}

/** The cell has ended, and with it its interrupt. */
function ended() {
  running = false;
  over();
}

function over() {
  if (!underWay) return;
  underWay = false;
  Atomics.add(state, OVER, 1);
}

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

/**
 * Runs code of a cell's in a turn of its own, and resolves to what it gives. Rejects with what it throws, and with
 * KeyboardInterrupt when it was interrupted; code that was ended settles nothing, `abandonable` does.
 */
function inCell(request, run) {
  const { epoch } = cell;
  return new Promise((resolve, reject) => {
    owners.asCell(request, () =>
      setTimeout(() => {
        try {
          cell.live(epoch);
          resolve(interruptible(run));
        } catch (error) {
          reject(error);
        }
      }, 0),
    );
  });
}

/** What `task` resolves to; rejects when the cell is abandoned, whatever became of the task. */
function abandonable(task) {
  return new Promise((resolve, reject) => {
    const settle = (how) => (value) =>
      owners.inTurn(() => {
        waiting.delete(fail);
        how(value);
      });
    const fail = settle(reject);
    waiting.add(fail);
    task().then(settle(resolve), fail);
  });
}

/** Stops the running cell with `error`; what it still awaits ends at its next step. */
function abandon(error) {
  cell.epoch++;
  owners.asCell(null, () => setTimeout(() => process.emit('ipc-tax:interrupt'), 0));
  giveUp(error);
}

/** What the cell's end waits for is not waited for any longer: it fails with `error`. */
function giveUp(error) {
  for (const reject of waiting) reject(error);
}

/** Ends the running cell. Its interrupt is over with it: until then code of the cell's may still block the thread. */
function act(interruption) {
  underWay = true;
  abandon(interruption);
  if (!running) owners.inTurn(over);
}

/**
 * Acts on an interrupt; harmless when no cell is running. `before` is the number of interrupts that were over when it
 * was asked for: if there have been more since, it was acted on in another way and must not hit the next cell.
 */
function interrupt(before = Atomics.load(state, OVER)) {
  if (underWay || Atomics.load(state, OVER) !== before) return;
  underWay = true;
  const decide = (taken) => (taken ? over() : act(new KeyboardInterrupt()));
  // Whoever is offered it may block, and be ended: then it is decided in the next turn.
  const undecided = owners.inTurn(() => decide(false));
  const taken = owners.asCell(null, offers.offered);
  clearTimeout(undecided);
  decide(taken);
}

/** Who listens to SIGINT, while Node has taken them off for the time of a cell's synchronous part. */
let signalListeners = [];

/** Runs a cell's code; throws KeyboardInterrupt when a bare SIGINT ends it, which only the code of a script heeds. */
function interruptible(run) {
  signalListeners = process.listeners('SIGINT');
  try {
    return run();
  } catch (error) {
    if (error?.code !== 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw error;
    owners.unwound();
    const interruption = new KeyboardInterrupt();
    act(interruption);
    throw interruption;
  } finally {
    signalListeners = [];
  }
}

let session;

/**
 * Ends the code that runs, when it is a cell's and interrupt number `before` is not over yet. The control thread
 * calls this on the main thread, by the inspector, between two steps of whatever runs there: so nothing comes in
 * between the question whose code it is and its end.
 */
function end(before) {
  if (Atomics.load(state, OVER) !== before || !owners.mayEnd()) return;
  owners.unwound();
  // Node takes them off for the time of a script, and code that is ended does not put them back.
  const listening = process.listeners('SIGINT');
  for (const listener of signalListeners) if (!listening.includes(listener)) process.on('SIGINT', listener);
  signalListeners = [];
  // What runs goes on for a few steps yet, which may be some of Node's that add to that note: the callback comes when
  // all has returned.
  session.post('Runtime.terminateExecution', () => {
    owners.unwound();
    // What was ended may be what the end of the cell waits for, such as a look at what it threw.
    if (underWay) owners.inTurn(() => underWay && giveUp(new KeyboardInterrupt()));
  });
}

/** The name by which the control thread finds `end`. */
const END = 'ipc-tax.kernel.end';

/** Makes ready for interrupts, before the first cell. */
function install() {
  session = new Session();
  session.connect();
  immediates.install();
  Object.defineProperty(globalThis, Symbol.for(END), { value: end });
}

module.exports = {
  KeyboardInterrupt,
  END,
  OVER,
  state,
  cell,
  abandon,
  abandonable,
  begin,
  ended,
  inCell,
  install,
  interrupt,
};
