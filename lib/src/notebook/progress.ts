import { numberOption, OptionError } from '../errors';
import { inNotebook, LiveOutput } from './output';
import { type ProgressState, progressHtml, progressText } from './progress-line';

/** How a long job tells where it stands: the form the library's own studies and runs report in. */
export type ProgressCallback = (done: number, total?: number, note?: string) => void;

/** What progress is drawn on, and how often at most. */
export interface ProgressSurface {
  /** Milliseconds between two drawings, except for the first and the last. */
  everyMs: number;
  draw(state: ProgressState): void;
}

/** What a bar takes the time from; in milliseconds. */
export interface ProgressClock {
  now(): number;
  /** Calls `run` that much later, unless the process has ended by then; the function that comes back calls it off. */
  later(ms: number, run: () => void): () => void;
}

const CLOCK: ProgressClock = {
  now: () => performance.now(),
  later(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** In a notebook: one output that changes in place, at most ten times a second. */
function notebookSurface(): ProgressSurface {
  const output = new LiveOutput();
  return {
    everyMs: 100,
    draw: (state) => output.set({ 'text/plain': progressText(state), 'text/html': progressHtml(state) }),
  };
}

/** A stream of a terminal or a log, as far as it is used here. */
export interface TextStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** In a terminal: one line that is written over. In a log: a line at the start, every five seconds, and at the end. */
export function streamSurface(stream: TextStream): ProgressSurface {
  if (!stream.isTTY)
    return { everyMs: 5_000, draw: (state) => void stream.write(`${progressText(state)}\n`) };
  return {
    everyMs: 100,
    draw(state) {
      const text = [...progressText(state)].slice(0, Math.max(1, (stream.columns ?? 80) - 1)).join('');
      stream.write(`\r\x1b[2K${text}${state.end === 'running' ? '' : '\n'}`);
    },
  };
}

/**
 * Where a long job stands, drawn in place. Made by {@link progress}. After `done` or `fail` further calls do
 * nothing.
 */
export class ProgressBar {
  private readonly label: string;
  private readonly surface: ProgressSurface;
  private readonly clock: ProgressClock;
  private readonly started: number;
  private drawn = Number.NEGATIVE_INFINITY;
  /** Calls off the drawing that is to come; null when the last one drew all there is. */
  private callOff: (() => void) | null = null;
  private total: number | null;
  private count = 0;
  private note = '';
  private end: ProgressState['end'] = 'running';

  constructor(total: number | null, label: string, surface: ProgressSurface, clock: ProgressClock) {
    if (total !== null) numberOption('total', total, 0, Number.MAX_SAFE_INTEGER);
    if (typeof label !== 'string') throw new OptionError('label', label, 'a text');
    this.total = total;
    this.label = label;
    this.surface = surface;
    this.clock = clock;
    this.started = clock.now();
    this.draw();
  }

  /** `n` more are done. Default 1. */
  tick(n = 1, note?: string): void {
    numberOption('n', n, 0, Number.MAX_SAFE_INTEGER);
    this.set(this.count + n, this.total, note);
  }

  /** All is done: draws the final state, with the time it took. */
  done(note = ''): void {
    if (this.end !== 'running') return;
    if (this.total !== null) this.count = Math.max(this.count, this.total);
    this.finish('done', note);
  }

  /** It failed, and why. Throws nothing itself. */
  fail(reason: unknown = ''): void {
    if (this.end === 'running')
      this.finish('failed', reason instanceof Error ? reason.message : String(reason));
  }

  /** It was stopped before its end, and there is something to show for it. */
  stop(note: string): void {
    if (this.end === 'running') this.finish('stopped', note);
  }

  /**
   * A function for what reports `(done, total, note)`: `done` is how many in all, `total` replaces the
   * total, and when `done` reaches it the job is done.
   */
  callback(): ProgressCallback {
    return (done, total, note) => {
      numberOption('done', done, 0, Number.MAX_SAFE_INTEGER);
      this.set(done, total ?? this.total, note);
      if (this.total !== null && this.total > 0 && done >= this.total) this.done(note);
    };
  }

  private set(count: number, total: number | null, note: string | undefined): void {
    if (this.end !== 'running') return;
    this.count = count;
    this.total = total;
    if (note !== undefined) this.note = note;
    const wait = this.drawn + this.surface.everyMs - this.clock.now();
    if (wait <= 0) this.draw();
    else this.callOff ??= this.clock.later(wait, () => this.draw());
  }

  private finish(end: 'done' | 'failed' | 'stopped', note: string): void {
    this.end = end;
    this.note = note;
    this.draw();
  }

  private draw(): void {
    this.callOff?.();
    this.callOff = null;
    this.drawn = this.clock.now();
    const { label, total, note, end, count: done } = this;
    this.surface.draw({ label, total, note, end, done, elapsed: this.drawn - this.started });
  }
}

/**
 * Shows how far a long job is, with rate and time left: in a notebook in one output that changes in place,
 * in a terminal in one line, in a log as a line every five seconds (on stderr). At most ten drawings a second,
 * so call `tick` as often as you like: what comes sooner is drawn later, unless the job blocks the thread.
 *
 *     const bar = progress(80, 'sweep');
 *     for (const combo of combos) { run(combo); bar.tick(); }
 *     bar.done();
 *
 *     const bar = progress(null, 'sweep');
 *     sweep(close, { progress: bar.callback() });
 *
 * @param total how many there are; null when that is not known
 * @param label what is being done
 * @throws OptionError when total is negative or no number
 */
export function progress(total: number | null, label = ''): ProgressBar {
  const surface = inNotebook() ? notebookSurface() : streamSurface(process.stderr);
  return new ProgressBar(total, label, surface, CLOCK);
}
