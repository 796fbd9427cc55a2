import path from 'node:path';
import { inWorker, joinGates } from '../../bench';
import { knownOptions } from '../../errors';
import { type ArchitectureRow, architectures, CONTROL } from '../architectures';
import { keepNeeded, type Needed } from '../needed';
import { isQuick, section } from '../run';
import {
  type Fact,
  fact,
  type Gap,
  type Progress,
  type Section,
  type Study,
  type StudyContext,
} from '../section';
import { type WorkloadOptions, workload, workloadRecord } from '../workload';
import type { ClientShare, ClientShareTask } from './client-share';
import { decompose, type VerdictRow } from './decompose';
import { boundsChecks, type Hypothesis } from './hypothesis';
import { type Tuned, tunedShares, withTuned } from './tuned';

export { type ChecklistRow, checklist } from './checklist';
export type { VerdictRow } from './decompose';
export { type Answer, boundsChecks, type Hypothesis } from './hypothesis';

export interface VerdictOptions extends WorkloadOptions {
  /** Marks the record as a quick run's. Default: whether `QUICK=1` asked for it. */
  quick?: boolean;
}

/** Where the gap between the architectures lives: in the kernel, or in the boundary. */
export const verdict: Study<VerdictOptions, VerdictRow> = {
  name: 'verdict',
  title: 'The verdict',
  run(options = {}, context = {}) {
    knownOptions(options, ['bars', 'lengths', 'fee', 'quick']);
    const work = workload(options);
    const quick = options.quick ?? isQuick();
    return section(verdict, quick, workloadRecord(work), context, async (measuring) => {
      const { bars, lengths, fee } = options;
      const swept = { bars, lengths, fee };
      let steps = 1;
      const inner: StudyContext = {
        signal: context.signal,
        progress(done, total, note) {
          steps = total + 1; // the last is the client's share
          context.progress?.(done, steps, note);
        },
      };
      const from: { client?: ClientShare; recorded?: Needed<ArchitectureRow>; tuned?: Tuned } = {};
      await measuring.each<unknown>('sections', 2, async (keep) => {
        // first: when the section is stopped, no worker can be asked for it any more
        from.client = await inWorker<ClientShareTask, ClientShare>(
          path.join(__dirname, 'client-share.js'),
          'measureClient',
          { close: work.series.close, windows: work.windows },
          { signal: context.signal },
        );
        await keepNeeded(architectures, swept, inner, (source, cut) => {
          from.recorded = source;
          keep(source, cut);
        });
        const progress: Progress = (done, total, note) =>
          context.progress?.(steps + done, steps + total + 1, note);
        const { signal } = context;
        from.tuned = await withTuned(from.recorded!.section, { ...swept, quick }, { signal, progress });
        keep(from.tuned);
      });
      const { client, tuned } = from;
      const { section: found, gap, measured: now } = from.recorded!;
      if (measuring.partial === null)
        context.progress?.(steps, steps, now ? 'measured quickly' : 'read from the records');
      const behind = (row: ArchitectureRow): boolean =>
        row.transport !== 'none' && row.architecture !== CONTROL;
      const measured = [...found.rows, ...(tuned?.measured ? tuned.section.rows : [])].filter(behind);
      const rows = measured.map((row) => decompose(row, client!));
      const gaps: Gap[] = gap ? [gap] : [];
      if (tuned === undefined)
        gaps.push({ what: 'the rows with the tuned kernel', why: 'stopped before they were measured' });
      const gates = [found, ...(tuned?.measured ? [tuned.section] : [])].flatMap(({ gate }) => gate ?? []);
      return {
        noise: found.noise,
        // of what is taken apart here, wherever it was measured
        gate: gates.length === 0 ? null : joinGates(gates),
        rows,
        facts: { ...verdictFacts(found, boundsChecks(found)), ...tunedShares(rows) },
        gaps,
      };
    });
  },
};

function verdictFacts(found: Section<ArchitectureRow>, hypothesis: Hypothesis): Record<string, Fact> {
  const facts: Record<string, Fact> = {
    bounds_checks: fact(`"${hypothesis.statement}" is ${hypothesis.answer}: ${hypothesis.why}`, '', {
      published: 'rejected: unchecked was slower, 2.337 s against 2.276 s',
    }),
  };
  const { closed } = hypothesis;
  if (closed) {
    facts.gap_closed_without_checks = fact(closed.median, 'share of the gap', {
      low: closed.low,
      high: closed.high,
    });
  }
  const row = (name: string): ArchitectureRow | undefined =>
    found.rows.find((each) => each.architecture === name);
  const [batch, numba] = [row('rust_batch_unix'), row('in_process_numba')];
  if (!batch || !numba) return facts;
  const published = batch.published !== null;
  const gap = batch.measured.median - numba.measured.median;
  facts.gap = fact(gap, 'us', { published: published ? 266_000 : null });
  facts.gap_in_the_boundary = fact(batch.boundary_us, 'us', { published: published ? 2_043.4 : null });
  facts.gap_in_the_kernel = fact(batch.compute_us - numba.measured.median, 'us', {
    published: published ? 264_000 : null,
  });
  return facts;
}
