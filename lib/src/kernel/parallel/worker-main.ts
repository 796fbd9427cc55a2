/** The program of a pool's worker: takes one share after another, until it is ended. */
import { parentPort } from 'node:worker_threads';
import { adoptModule } from '../wasm/module';
import { runOf } from './kernels';
import type { Answer, Share } from './messages';

const answer = (message: Answer): void => parentPort!.postMessage(message);

function sweep({ kernel, close, combos, fee, places, pnl, trades, stop, module }: Share): Answer {
  if (module !== null) adoptModule(module);
  const rows = runOf(kernel)(close, combos, fee, () => Atomics.load(stop, 0) !== 0);
  if (rows === null) return { kind: 'stopped' };
  places.forEach((place, i) => {
    pnl[place] = rows.pnl[i];
    trades[place] = rows.trades[i];
  });
  return { kind: 'done' };
}

parentPort!.on('message', (share: Share) => {
  try {
    answer(sweep(share));
  } catch (thrown) {
    const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
    answer({ kind: 'failed', name, message, stack });
  }
});

answer({ kind: 'ready' });
