/** The program a worker runs: takes one request, runs its task, answers, ends. See `worker.ts`. */
import { errorMessage, type Task, type WorkerMessage, type WorkerRequest } from './worker';

const cancelled = new AbortController();
const send = (message: WorkerMessage): Promise<void> =>
  new Promise((resolve) => {
    if (!process.connected) resolve();
    else process.send!(message, () => resolve());
  });

process.on('disconnect', () => cancelled.abort(new Error('the caller is gone')));

process.on('message', async (request: WorkerRequest) => {
  if (request.kind === 'cancel') {
    cancelled.abort(new Error('the caller cancelled'));
    return;
  }
  let answer: WorkerMessage;
  try {
    const task = require(request.module)[request.name] as Task<unknown, unknown>;
    const report = (message: unknown): void => void send({ kind: 'report', message });
    answer = { kind: 'result', value: await task(request.options, { report, signal: cancelled.signal }) };
  } catch (thrown) {
    answer = errorMessage(thrown);
  }
  await send(answer);
  process.exit(0);
});
