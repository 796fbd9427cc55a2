import { integerOption, knownOptions, OptionError, signalOption } from '../errors';
import { remember, type Section, type Study } from '../study';
import { hasEnded, partText } from '../study/measuring';
import { progress } from './progress';
import { type RunLimits, Stopping } from './stopping';

const MOST_MILLISECONDS = 2 ** 31 - 1;

/**
 * Runs a section of the study with its progress under the cell, and returns its record. All that it started has ended
 * when it settles, however it ends.
 *
 *     const section = await run(architectures, { runs: 10 });
 *
 * **An interrupt of the cell** stops the measurement, not the cell: the section comes back with the starts that were
 * complete by then, `run.partial` and `notice` say how many, and the cell goes on to its end, so that they can be
 * recorded and drawn. The cells queued behind it are not run, and no other section begins in it. A second interrupt
 * ends the cell at once. Where nothing was complete, the error names the section.
 *
 * **A process that dies in the middle**, a worker or an engine, leaves what was complete likewise.
 *
 * **A signal or a timeout of the caller's** rejects, as these do everywhere; what was complete is the error's `partial`.
 *
 * @param study A section, such as `experiment` or `architectures`.
 * @param options The section's own; each has a default.
 * @throws OptionError, also when `study` is no section, before anything is started; CancelledError when its signal was
 * aborted, or when it was interrupted before anything was complete; TimeoutError; else the study's errors.
 */
export async function run<Options, Row>(
  study: Study<Options, Row>,
  options?: Options,
  limits: RunLimits = {},
): Promise<Section<Row>> {
  if (typeof study?.run !== 'function') {
    throw new OptionError('study', study, 'a section such as architectures, imported and without quotes');
  }
  knownOptions(limits, ['signal', 'timeout'], 'limits');
  const given = signalOption('signal', limits.signal);
  const { timeout } = limits;
  if (timeout !== undefined) integerOption('timeout', timeout, 1, MOST_MILLISECONDS);
  const stopping = new Stopping(study.title, { signal: given, timeout });
  const { signal } = stopping;
  const bar = progress(null, study.title);
  try {
    const section = await study.run(options, { signal, progress: bar.callback() });
    bar.done();
    remember(section);
    return section;
  } catch (error) {
    const section = stopping.interrupted || hasEnded(error) ? partialOf<Row>(error) : null;
    if (section === null) {
      bar.fail(error);
      throw error;
    }
    bar.stop(partText(section.run.partial!));
    remember(section);
    return section;
  } finally {
    stopping.letGo();
  }
}

/** What there is of the section whose measuring ended with an error; null when there is nothing. */
const partialOf = <Row>(error: unknown): Section<Row> | null =>
  (error as { partial?: Section<Row> } | null)?.partial ?? null;
