'use strict';
// execute_request: one after the other, each with its outputs, at most one error, and a reply that says how it ended.
const { setTimeout } = require('node:timers');
const jupyter = require('tslab/dist/jupyter.js');
const evaluation = require('./evaluation.cjs');
const history = require('./history.cjs');
const interrupts = require('./interrupts.cjs');
const offers = require('./offers.cjs');
const owners = require('./owners.cjs');
const placing = require('./stacks.cjs');
const results = require('./results.cjs');
const shown = require('./shown.cjs');
const strays = require('./strays.cjs');
const { CellFailure, threw } = require('./errors.cjs');
const { Streams, capture } = require('./streams.cjs');

/** How long requests sent before a failure may take to come in; they are aborted with it. */
const QUEUED_MS = 20;
/** How many cells can still be named as the origin of a late error. */
const REMEMBERED = 1_000;

let server;
let streams;
/** Execution counts of cells, to the request that ran them. */
const requests = new Map();
let count = 0;
let unstored = 0;
let arrived = 0;
let abortedUpTo = 0;
let queue = Promise.resolve();
/** The last request that started. */
let current = null;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function send(request, type, content) {
  const message = request.createReply();
  message.header.msg_type = type;
  message.content = content;
  message.metadata = shown.note(request, type, content);
  message.signAndSend(server.connInfo.key, server.iopub);
}

/** Sends an output to a cell, after what the cells have printed so far. */
function output(request, type, content) {
  streams.flush();
  send(request, type, content);
}

/** The request whose cell an output belongs to: the one whose code runs, or set off what runs. */
const printing = () => owners.runningCell() ?? current;

function install(zmqServer) {
  server = zmqServer;
  streams = new Streams((request, content) => send(request, 'stream', content));
  capture(process.stdout, 'stdout', (name, text) => streams.write(printing(), name, text));
  capture(process.stderr, 'stderr', (name, text) => streams.write(printing(), name, text));
  // An update finds its output by its id; headless runs take it from the cell that runs only.
  jupyter.lastWriteDisplayData = (data, update) =>
    update ? output(current, 'update_display_data', data) : output(printing(), 'display_data', data);
  strays.whenIdle((error) => {
    const { script } = placing.placeInCell(error?.stack) ?? {};
    const request = owners.runningCell() ?? requests.get(script) ?? current;
    output(request, 'error', threw(error, 'This came after the cell had ended:').describe());
  });
}

/** Runs an execute_request when those before it have ended, and replies to it. */
function execute(zmqServer, socket, request) {
  if (!server) {
    current = request;
    install(zmqServer);
  }
  const turn = ++arrived;
  queue = queue.then(async () => {
    const reply = request.createReply();
    reply.header.msg_type = 'execute_reply';
    try {
      if (turn <= abortedUpTo) reply.content = { status: 'aborted' };
      else {
        server.publishStatus('busy', request);
        interrupts.begin();
        offers.ended(); // what was taken between cells stops none
        reply.content = await run(request);
        const stopped = offers.ended() || reply.content.status === 'error';
        if (stopped && request.content.stop_on_error !== false) {
          await pause(QUEUED_MS);
          abortedUpTo = arrived;
        }
      }
      reply.signAndSend(server.connInfo.key, socket);
    } finally {
      shown.end();
      interrupts.ended();
      server.publishStatus('idle', request);
    }
  });
  const done = queue;
  // A fault of the kernel's own in one cell must not keep the next from running.
  queue = queue.catch(() => {});
  return done;
}

async function run(request) {
  const { code, silent = false, store_history: stored = !silent } = request.content;
  current = request;
  if (stored) count++;
  else unstored++;
  const script = stored ? `In[${count}]` : `Silent[${unstored}]`;
  requests.set(script, request);
  if (requests.size > REMEMBERED) requests.delete(requests.keys().next().value);
  shown.begin(request, count);
  const entry = stored ? history.add(count, code) : {};
  if (!silent) output(request, 'execute_input', { code, execution_count: count });
  try {
    failUnrun();
    evaluation.begin(request, script);
    const result = await untilStray(async () => {
      const { value } = await server.handler.executor.execute(code);
      if (value === undefined || value === null || silent) return null;
      return interrupts.inCell(request, results.showing(value));
    });
    if (result !== null) {
      const { data, metadata } = result;
      entry.result = data['text/plain'];
      output(request, 'execute_result', { execution_count: count, data, metadata });
    }
    streams.flush();
    return { status: 'ok', execution_count: count, user_expressions: {}, payload: [] };
  } catch (failure) {
    const error = await described(request, failure);
    output(request, 'error', error);
    return { status: 'error', execution_count: count, ...error };
  }
}

/** The error output of a failed cell. What was thrown may look at itself without end; then that is interrupted. */
async function described(request, failure) {
  const describe = () => (failure instanceof CellFailure ? failure : threw(failure)).describe();
  try {
    return await interrupts.abandonable(() => interrupts.inCell(request, describe));
  } catch (interruption) {
    return threw(interruption).describe();
  }
}

/** Fails the cell, before it runs, when an error came since the last one ended. */
function failUnrun() {
  const errors = strays.take();
  if (errors.length === 0) return;
  throw threw(errors[0], 'An earlier cell failed after it had ended; this cell was not run:');
}

/** What `task` resolves to; fails when an error that belongs to no promise comes before, or right after, its end. */
async function untilStray(task) {
  let stray = null;
  const stop = strays.watch((error) => {
    if (stray) return;
    stray = { error };
    interrupts.abandon(error);
  });
  try {
    return await interrupts.abandonable(async () => {
      const result = await task();
      await strays.settled();
      if (stray) throw threw(stray.error);
      return result;
    });
  } finally {
    stop();
  }
}

/** The content of the reply to a page that asks what runs. */
function runningCell() {
  streams?.flush();
  return { status: 'ok', running: shown.running() };
}

module.exports = { execute, runningCell };
