'use strict';
// The thread that answers while a cell blocks the main one: Jupyter's control channel (interrupt, shutdown) and
// heartbeat. Code that keeps the main thread from acting on an interrupt is ended through V8's inspector.
const { parentPort, workerData } = require('node:worker_threads');
const { createHmac, randomUUID } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { createRequire } = require('node:module');
const { END, OVER } = require('./interrupts.cjs');

/**
 * How long the main thread may take to act on an interrupt before its cell's code is ended, without the time in which
 * others kept it from the processor: on a busy machine, what is slow would be ended half-way through a library's work.
 */
const PATIENCE_MS = 500;
/** How long it may take to leave on a shutdown before the process is killed. */
const LEAVE_MS = 2_000;
const DELIMITER = '<IDS|MSG>';

const { connection, state, kernelInfo, tslab } = workerData;
const zmq = createRequire(tslab)('zeromq');
const control = new zmq.Router();
const heartbeat = new zmq.Reply();
let closed = false;
let serving = [];

const sign = (parts) => {
  const hash = createHmac('sha256', connection.key);
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function parse(frames) {
  const at = frames.findIndex((frame) => frame.equals(Buffer.from(DELIMITER)));
  if (at < 0) throw new Error('a control message without delimiter');
  const [signature, ...parts] = frames.slice(at + 1);
  if (connection.key && signature.toString() !== sign(parts))
    throw new Error('a control message with a wrong signature');
  const [header, , , content] = parts.slice(0, 4).map((part) => JSON.parse(part.toString()));
  return { identity: frames.slice(0, at), header, content };
}

function answer(message, content) {
  const header = {
    msg_id: randomUUID(),
    session: message.header.session,
    username: message.header.username,
    date: new Date().toISOString(),
    msg_type: message.header.msg_type.replace(/_request$/, '_reply'),
    version: '5.3',
  };
  const parts = [header, message.header, {}, content].map((part) => JSON.stringify(part));
  return control.send([...message.identity, DELIMITER, sign(parts), ...parts]);
}

/** Milliseconds for which the main thread, ready to run, waited for a processor; 0 where the system does not tell. */
function runDelay() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** What the clock shows to the main thread, which stands still while others have its processor. */
const ownTime = () => performance.now() - runDelay();

/** How many interrupts were over when the last one was asked for: until there is one more, it is under way. */
let asked = -1;

/** Asks the main thread to interrupt its cell, and ends the cell's code that keeps it from doing so, up to the cell's end. */
async function interrupt() {
  const before = Atomics.load(state, OVER);
  if (before === asked) return;
  asked = before;
  const over = () => Atomics.load(state, OVER) !== before;
  parentPort.postMessage({ type: 'interrupt', before });
  const session = new Session();
  session.connectToMainThread();
  const end = { expression: `globalThis[Symbol.for('${END}')](${before})` };
  while (!over()) {
    const until = ownTime() + PATIENCE_MS;
    while (!over() && ownTime() < until) await pause(5);
    if (!over()) await new Promise((done) => session.post('Runtime.evaluate', end, done));
  }
  session.disconnect();
}

const answers = {
  async interrupt_request(message) {
    await answer(message, { status: 'ok' });
    interrupt();
  },
  async shutdown_request(message) {
    await answer(message, { status: 'ok', restart: message.content.restart === true });
    parentPort.postMessage({ type: 'shutdown' });
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), LEAVE_MS);
  },
  async kernel_info_request(message) {
    await answer(message, kernelInfo);
  },
};

async function serve(socket, onMessage) {
  try {
    for await (const frames of socket) await onMessage(frames);
  } catch (error) {
    if (!closed) parentPort.postMessage({ type: 'log', text: `control channel: ${error.message}` });
  }
}

async function onControl(frames) {
  try {
    const message = parse(frames);
    const reply = answers[message.header.msg_type];
    if (!reply) throw new Error(`no answer to ${message.header.msg_type}`);
    parentPort.postMessage({ type: 'status', state: 'busy', header: message.header });
    await reply(message);
    parentPort.postMessage({ type: 'status', state: 'idle', header: message.header });
  } catch (error) {
    parentPort.postMessage({ type: 'log', text: `control channel: ${error.message}` });
  }
}

// Told closed only once both loops have ended: zeromq aborts the process when a thread is stopped within one of its calls.
parentPort.on('message', async ({ type, done }) => {
  if (type !== 'close') return;
  closed = true;
  control.close();
  heartbeat.close();
  await Promise.all(serving);
  setImmediate(() => {
    Atomics.store(done, 0, 1);
    Atomics.notify(done, 0);
  });
});

// A kernel whose Jupyter server was killed ends, as Jupyter's own kernels do.
const parent = process.ppid;
if (process.env.JPY_PARENT_PID === String(parent)) {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 1_000);
}

(async () => {
  const address = (port) =>
    `${connection.transport}://${connection.ip}${connection.transport === 'ipc' ? '-' : ':'}${port}`;
  await control.bind(address(connection.control_port));
  await heartbeat.bind(address(connection.hb_port));
  parentPort.postMessage({ type: 'ready' });
  serving = [serve(control, onControl), serve(heartbeat, (frames) => heartbeat.send(frames))];
})();
