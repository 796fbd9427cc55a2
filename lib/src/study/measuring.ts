import { CancelledError, type ErrorOptions, IpcTaxError, quoted, TimeoutError } from '../errors';
import type { Gap, Progress, Section, SectionPart, StudyContext } from './section';

/** Codes of the errors that tell of a process that ended, not of a fault in what was measured. */
const ENDED = ['WORKER', 'ENGINE_EXIT', 'CONNECTION', 'GROWTH'];

/** Whether a process ended that the section was measured with. */
export const hasEnded = (error: unknown): boolean =>
  error instanceof IpcTaxError && ENDED.includes(error.code);

const reasonText = (reason: unknown): string => (reason instanceof Error ? reason.message : quoted(reason));

/** `after 2 of 5 starts and 1 round of the next`. */
function extent({ unit, asked, done, rounds }: Omit<SectionPart, 'why'>): string {
  const more = rounds === undefined ? '' : ` and ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of the next`;
  return `after ${done} of ${asked} ${unit}${more}`;
}

/** `stopped after 2 of 5 starts: the cell was interrupted`. */
export const partText = (part: SectionPart): string => `stopped ${extent(part)}: ${part.why}`;

/** Takes what a task has done. What was `cut` does not count as done; its complete rounds are told, if it has rounds. */
export type Keep<T> = (item: T, cut?: { rounds?: number }) => void;

/**
 * A section's measuring under way. It ends early when its signal is aborted, or when a process dies: then what was
 * complete is kept, nothing further is begun, and the section is partial. A fault in what was measured (wrong rows, an
 * echo that differs) is no such end: it fails the section, and nothing of it counts.
 */
export class Measuring {
  readonly signal: AbortSignal | undefined;
  readonly progress: Progress | undefined;
  /** What was not begun, or not finished, beside the starts. */
  readonly gaps: Gap[] = [];
  #unit: SectionPart['unit'] = 'starts';
  #asked = 0;
  #done = 0;
  #rounds: number | undefined;
  #end: { error: unknown } | null = null;

  constructor(
    private readonly title: string,
    { signal, progress }: StudyContext,
  ) {
    this.signal = signal;
    this.progress = progress;
  }

  /** What there is of a section that was stopped; null while it was not. */
  get partial(): SectionPart | null {
    if (this.#end === null) return null;
    return { ...this.#extent(), why: this.#why() };
  }

  /**
   * The section's own parts, which it can't do without: starts, or what else it counts.
   * @param task Hands each over when it is complete.
   * @returns Those that were complete when it ended, at least one.
   * @throws What ended it, when none was; a fault in what was measured.
   */
  async each<T>(
    unit: SectionPart['unit'],
    asked: number,
    task: (keep: Keep<T>) => Promise<unknown>,
  ): Promise<T[]> {
    this.#unit = unit;
    this.#asked = asked;
    const kept: T[] = [];
    const keep: Keep<T> = (item, cut) => {
      kept.push(item);
      if (cut) this.#rounds = cut.rounds;
      else this.#done++;
    };
    await this.#untilEnd(
      () => kept.length > 0,
      () => task(keep),
    );
    // stopped after the last one: nothing is missing
    if (this.#done === asked) this.#end = null;
    return kept;
  }

  /**
   * What a section measures beside its starts, and can do without: what was complete; not begun after an end, and then,
   * or when it is cut short, a gap called `what`.
   */
  async beside<T>(what: string, task: (keep: Keep<T>) => Promise<unknown>): Promise<T[]> {
    const kept: T[] = [];
    if (this.#end === null)
      await this.#untilEnd(
        () => true,
        () => task((item) => void kept.push(item)),
      );
    if (this.#end !== null) this.gaps.push({ what, why: `stopped: ${this.#why()}` });
    return kept;
  }

  async #untilEnd(hasSome: () => boolean, task: () => Promise<unknown>): Promise<void> {
    try {
      await task();
    } catch (error) {
      if (!this.#isEnd(error) || !hasSome()) throw error;
      this.#end = { error };
    }
  }

  #isEnd(error: unknown): boolean {
    return this.signal?.aborted === true || hasEnded(error);
  }

  #why(): string {
    if (this.signal?.aborted) return reasonText(this.signal.reason);
    return reasonText(this.#end?.error);
  }

  /** The error of a section that has nothing complete: it names the section, where it was stopped. */
  nothing(error: unknown): unknown {
    return this.#isEnd(error)
      ? this.#stopped(error, `before its first ${this.#unit.slice(0, -1)} was complete`)
      : error;
  }

  /** @returns `section`, when it is whole. @throws What stopped it, with `section` as its `partial`. */
  whole<Row>(section: Section<Row>): Section<Row> {
    if (this.#end === null) return section;
    throw this.#stopped(this.#end.error, extent(this.#extent()), { partial: section });
  }

  #extent(): Omit<SectionPart, 'why'> {
    const [unit, asked, done, rounds] = [this.#unit, this.#asked, this.#done, this.#rounds];
    return { unit, asked, done, ...(rounds !== undefined && { rounds }) };
  }

  #stopped(error: unknown, when: string, options: ErrorOptions = {}): IpcTaxError {
    if (this.signal?.aborted) {
      const cause: unknown = this.signal.reason;
      if (cause instanceof TimeoutError)
        return new TimeoutError(this.title, cause.milliseconds, { ...options, when });
      return new CancelledError(this.title, { ...options, when, cause });
    }
    const { code, message } = error as IpcTaxError;
    return new IpcTaxError(code, `${this.title} was stopped ${when}: ${message}`, {
      ...options,
      cause: error,
    });
  }
}
