/** One sweep in a process of its own, so that its memory is its own: what it took, as JSON on standard output. */
import { microseconds, ownProcessorTime } from '../../bench';
import { grid, nativeSweepSync, tunedSweep, windowLengths } from '../../kernel';

/** A walk made in place: no array beside the series itself. */
function walk(bars: number): Float64Array {
  const close = new Float64Array(bars);
  let price = 100;
  let state = 1;
  for (let bar = 0; bar < bars; bar++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    price *= 1 + (state / 2 ** 32 - 0.5) * 0.0028;
    close[bar] = price;
  }
  return close;
}

const [kernel, bars, combos] = process.argv.slice(2);
const windows = grid({ count: Number(combos) }).map(windowLengths);
const run = (close: Float64Array): unknown =>
  kernel === 'Rust tuned' ? nativeSweepSync(close, windows, { kernel: 'tuned' }) : tunedSweep(close, windows);
const small = walk(20_000);
for (let i = 0; i < 3; i++) run(small);
const before = process.memoryUsage.rss();
const close = walk(Number(bars));
const [begin, processor] = [microseconds(), ownProcessorTime()];
run(close);
const [us, used] = [microseconds() - begin, ownProcessorTime() - processor];
// kilobytes, the most there ever was
const memory = process.resourceUsage().maxRSS * 1_024 - before;
process.stdout.write(`${JSON.stringify({ us, processor: used, memory })}\n`);
