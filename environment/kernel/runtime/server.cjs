'use strict';
// The kernel's sockets. Shell and output belong to the main thread; control and heartbeat to control-thread.cjs.
const fs = require('node:fs');
const path = require('node:path');
const { createRequire } = require('node:module');
const { Worker } = require('node:worker_threads');
const interrupts = require('./interrupts.cjs');

/** How long the control thread may take to close its sockets when the process exits. */
const CLOSE_MS = 5_000;
const tslab = require.resolve('tslab/package.json');

/** Binds the sockets named in the connection file and serves requests until shutdown. */
async function open(server) {
  const connection = JSON.parse(fs.readFileSync(server.configPath, 'utf8'));
  server.connInfo = connection;
  const zmq = createRequire(tslab)('zeromq');
  const address = (port) =>
    `${connection.transport}://${connection.ip}${connection.transport === 'ipc' ? '-' : ':'}${port}`;
  // No high-water mark: a client that lags must not lose any message. No timeout: else zeromq.js would leave each 512th
  // to a later turn, behind a cell that blocks, and refuse others until then.
  const whatever = { sendHighWaterMark: 0, sendTimeout: 0 };
  server.iopub = new zmq.Publisher(whatever);
  server.shell = new zmq.Router(whatever);
  server.stdin = new zmq.Router();
  await server.iopub.bind(address(connection.iopub_port));
  await server.stdin.bind(address(connection.stdin_port));
  server.control = startControlThread(server);
  await new Promise((ready) => server.control.once('message', ready));
  // Last, since clients take the kernel to be ready when it answers here.
  await server.shell.bind(address(connection.shell_port));
  for await (const frames of server.shell) {
    server
      .handleShellMessage(server.shell, ...frames)
      .catch((error) => log(`shell channel: ${error.message}`));
  }
}

/** Serves until shutdown; a kernel that can't be reached says why and ends. */
async function serve(server) {
  try {
    await open(server);
  } catch (error) {
    log(error.message);
    process.exit(1);
  }
}

/** The request a status belongs to, when all that is at hand is its header. */
function asMessage(header) {
  const { ZmqMessage } = require('tslab/dist/jupyter.js');
  return Object.assign(new ZmqMessage(), { identity: [], header });
}

/** Written to the terminal that started Jupyter; cells have process.stderr. */
const log = (text) => fs.writeSync(2, `ipc-tax kernel: ${text}\n`);

function startControlThread(server) {
  const thread = new Worker(path.join(__dirname, 'control-thread.cjs'), {
    workerData: {
      connection: server.connInfo,
      state: interrupts.state,
      kernelInfo: server.handler.handleKernel(),
      tslab,
    },
    stdout: false,
    stderr: false,
  });
  thread.unref();
  thread.on('message', (message) => {
    if (message.type === 'interrupt') interrupts.interrupt(message.before);
    else if (message.type === 'shutdown') leave();
    else if (message.type === 'log') log(message.text);
    else if (message.type === 'status') server.publishStatus(message.state, asMessage(message.header));
  });
  let failed = false;
  thread.on('error', (error) => {
    failed = true;
    log(`the control thread failed: ${error.stack}`);
    process.exit(1);
  });
  // A thread that still has sockets open, or is at work on them, when the process exits makes it abort.
  process.on('exit', () => {
    if (failed) return;
    const done = new Int32Array(new SharedArrayBuffer(4));
    thread.postMessage({ type: 'close', done });
    Atomics.wait(done, 0, 0, CLOSE_MS);
  });
  return thread;
}

/** Ends the process once what was said has gone out, whatever handles the cells left open. */
function leave() {
  setTimeout(() => process.exit(0), 50);
}

module.exports = { serve, leave };
