import { escapeHtml } from './escape';

/** Where a long job stands. */
export interface ProgressState {
  label: string;
  done: number;
  /** null when it is not known how many there are. */
  total: number | null;
  /** Milliseconds since the start. */
  elapsed: number;
  /** What is being done now; may be empty. */
  note: string;
  /** Stopped: ended before its time, with something to show for it. */
  end: 'running' | 'done' | 'failed' | 'stopped';
}

const count = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: Number.isInteger(value) ? 0 : 1 });

/** `8 s`, `3 min 20 s`, `2 h 05 min`; below 10 s with a decimal. */
export function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
  const minutes = Math.round(whole / 60);
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** `12.3/s`, and `4.1 s each` when it is slower than one a second. */
function rateText(done: number, elapsed: number): string {
  const perSecond = done / (elapsed / 1000);
  if (perSecond >= 1)
    return `${count(perSecond >= 100 ? Math.round(perSecond) : Number(perSecond.toPrecision(3)))}/s`;
  return `${durationText(elapsed / done)} each`;
}

/** The state in words: `sweep: 40/80 (50 %), 12.3/s, 3.3 s left, combo n = 103`. */
export function progressText({ label, done, total, elapsed, note, end }: ProgressState): string {
  const share =
    total === null || total === 0 ? '' : ` (${Math.min(100, Math.floor((done / total) * 100))} %)`;
  const parts = [total === null ? count(done) : `${count(done)}/${count(total)}${share}`];
  if (end === 'failed') parts.push(`failed after ${durationText(elapsed)}`);
  else if (end === 'stopped') parts.push(`ended early, after ${durationText(elapsed)}`);
  else {
    if (done > 0 && elapsed > 0) parts.push(rateText(done, elapsed));
    if (end === 'done') parts.push(`took ${durationText(elapsed)}`);
    // The mean pace so far is taken for the rest.
    else if (total !== null && done > 0 && done < total)
      parts.push(`${durationText((elapsed / done) * (total - done))} left`);
  }
  if (note !== '') parts.push(note);
  return `${label === '' ? '' : `${label}: `}${parts.join(', ')}`;
}

/** The state as a bar with its words. */
export function progressHtml(state: ProgressState): string {
  const text = escapeHtml(progressText(state));
  if (state.end !== 'running') return `<div>${state.end === 'done' ? '✓' : '✗'} ${text}</div>`;
  const range =
    state.total === null ? '' : ` value="${Math.min(state.done, state.total)}" max="${state.total || 1}"`;
  return `<div><progress${range} aria-label="${escapeHtml(state.label || 'progress')}"></progress> ${text}</div>`;
}
