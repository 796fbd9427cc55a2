import { bootstrapMedian, median } from '../../bench';
import { ARTICLE_ECHO_MODEL, roundTripUs, transitResiduals } from '../../model';
import { type Fact, fact } from '../section';
import { boundaryOf, type EchoFit, ofSubject } from './fits';
import { ARTICLE_ECHOES, blockMedian, type EchoRow } from './rows';

/** Names a curve; Unix and unpinned, the article's kind, go without saying. */
function name({ client, transport, placement }: EchoFit): string {
  return [client, transport === 'unix' ? '' : transport, placement === 'unpinned' ? '' : placement]
    .filter((part) => part !== '')
    .join('_');
}

/** What the article says of its one curve. */
const PUBLISHED = { floor: 14.05, bandwidth: 1.2e9, knee: 8_000 };

/** What the curves say, and what they do not. */
export function echoFacts(
  rows: readonly EchoRow[],
  fits: readonly EchoFit[],
  intervals: boolean,
): Record<string, Fact> {
  const facts: Record<string, Fact> = {};
  for (const fit of fits) {
    // all of them are in the table of fits; a page of facts is no table
    if (fit.transport !== 'unix' && fit.placement !== 'unpinned') continue;
    const article = name(fit) === 'python' ? PUBLISHED : null;
    facts[`${name(fit)}_floor`] = fact(fit.floor_us, 'us', {
      low: fit.floor_low,
      high: fit.floor_high,
      published: article?.floor ?? null,
    });
    if (fit.transport !== 'unix' || fit.placement !== 'unpinned') continue;
    facts[`${name(fit)}_bandwidth`] = fact(fit.bytes_per_second, 'bytes/s', {
      low: fit.bytes_per_second_low,
      high: fit.bytes_per_second_high,
      published: article?.bandwidth ?? null,
    });
    facts[`${name(fit)}_knee`] = fact(fit.knee_bytes, 'bytes', {
      low: fit.knee_low,
      high: fit.knee_high,
      published: article?.knee ?? null,
    });
  }
  return { ...facts, ...misses(rows, fits), ...ownProcess(rows, intervals) };
}

/** How far the article's model lies from its own points, and ours from ours: both have one knee too sharp. */
function misses(rows: readonly EchoRow[], fits: readonly EchoFit[]): Record<string, Fact> {
  const worst = (relative: readonly number[]): number =>
    Math.max(...relative.map((each) => Math.abs(each))) * 100;
  const article = transitResiduals(
    ARTICLE_ECHO_MODEL,
    ARTICLE_ECHOES.map(({ floats, us }) => ({ bytes: floats * 8, us })),
  );
  // the article's curve is the usual Python client's; where that was not measured, another's stands alone and says so
  const ours = fits.find((fit) => name(fit) === 'python') ?? fits[0];
  const isTheirs = name(ours) === 'python';
  const points = rows.filter(ofSubject(ours)).map((row) => ({ bytes: row.bytes, us: blockMedian(row) }));
  const residuals = transitResiduals(boundaryOf(ours), points);
  return {
    ...(isTheirs ? {} : { model_is_of: fact(name(ours), 'curve') }),
    model_at_1000_floats: fact(roundTripUs(boundaryOf(ours), 8_000), 'us', {
      published: isTheirs ? roundTripUs(ARTICLE_ECHO_MODEL, 8_000) : null,
    }),
    model_worst_miss: fact(worst(residuals.map(({ relative }) => relative)), '%', {
      published: isTheirs ? worst(article.map(({ relative }) => relative)) : null,
    }),
  };
}

/** What timing in the asking process, on its event loop, makes of the same echo: a ratio within each start. */
function ownProcess(rows: readonly EchoRow[], intervals: boolean): Record<string, Fact> {
  const facts: Record<string, Fact> = {};
  for (const here of rows.filter(({ process }) => process === 'caller')) {
    const worker = rows.find(
      (row) => row.floats === here.floats && ofSubject({ ...here, process: 'worker' })(row),
    );
    if (!worker) continue;
    const ratios = here.block_medians.map((blocks, start) => [
      median(blocks) / median(worker.block_medians[start]),
    ]);
    const { value, low, high } = bootstrapMedian(ratios);
    const bounds = intervals ? { low, high } : {};
    facts[`own_process_over_worker_${here.floats}_floats`] = fact(value, 'ratio', bounds);
  }
  return facts;
}
