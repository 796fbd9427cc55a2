import { INTERRUPT_EVENT } from '../engine';
import { OptionError } from '../errors';
import { remember, type Section, type Study } from '../study';
import { progress } from './progress';

/**
 * Runs a section of the study with its progress under the cell, and returns its record. Interrupting the
 * cell cancels the measurement and ends everything it started.
 *
 *     const section = await run(architectures, { runs: 10 });
 *
 * @param study A section, such as `experiment` or `architectures`.
 * @param options The section's own; each has a default.
 * @throws OptionError, also when `study` is no section, before anything is started; CancelledError after an interrupt; else the study's errors.
 */
export async function run<Options, Row>(
  study: Study<Options, Row>,
  options?: Options,
): Promise<Section<Row>> {
  if (typeof study?.run !== 'function') {
    throw new OptionError('study', study, 'a section such as architectures, imported and without quotes');
  }
  const cancelled = new AbortController();
  const cancel = (): void => cancelled.abort(new Error('the cell was interrupted'));
  const bar = progress(null, study.title);
  process.on(INTERRUPT_EVENT, cancel);
  try {
    const section = await study.run(options, { signal: cancelled.signal, progress: bar.callback() });
    bar.done();
    remember(section);
    return section;
  } catch (error) {
    bar.fail(error);
    throw error;
  } finally {
    process.off(INTERRUPT_EVENT, cancel);
  }
}
