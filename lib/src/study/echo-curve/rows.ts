import { bootstrapMedian, type Measured, measured, median, type Published } from '../../bench';
import { type EchoClient, type EchoClientName, echoClient } from './clients';
import type { Block, EchoTransport } from './order';
import type { Placement } from './processors';

/** Whose event loop a Node client ran on: the library's worker, or the process that asked. */
export type EchoProcess = 'worker' | 'caller';

/** Echoes of one size from one client over one transport: round trips in microseconds. */
export interface EchoRow {
  client: EchoClientName;
  title: string;
  language: EchoClient['language'];
  transport: EchoTransport;
  placement: Placement;
  process: EchoProcess;
  floats: number;
  /** Each way, without the header. */
  bytes: number;
  measured: Measured;
  published: Published | null;
  /** Microseconds of the first echo of this size after a start, the median of the starts. */
  cold_us: number;
  /** For each start, the median of each block in microseconds: what fits and intervals are made of. */
  block_medians: number[][];
}

/** Microseconds of a row's round trip as its fit and its interval have it: the median of its blocks' medians. */
export const blockMedian = ({ block_medians }: Pick<EchoRow, 'block_medians'>): number =>
  median(block_medians.flat());

/** The article's echoes: floats and microseconds, from Python over a Unix socket. */
export const ARTICLE_ECHOES: readonly { floats: number; us: number }[] = [
  { floats: 1, us: 14.05 },
  { floats: 1_000, us: 18.1 },
  { floats: 150_000, us: 2_043.4 },
];

/** Which of the rows has the article's figures beside it. */
const publishedOf = (subject: EchoSubject, floats: number): Published | null => {
  const { client, transport, placement, process } = subject;
  if (client !== 'python' || transport !== 'unix' || placement !== 'unpinned' || process !== 'worker') {
    return null;
  }
  const found = ARTICLE_ECHOES.find((echo) => echo.floats === floats);
  return found ? { unit: 'us', median: found.us } : null;
};

export interface EchoSubject {
  client: EchoClientName;
  transport: EchoTransport;
  placement: Placement;
  process: EchoProcess;
}

/**
 * The row of one size.
 * @param starts The blocks of each start.
 * @param intervals Whether there are starts enough for an interval.
 */
export function echoRow(
  subject: EchoSubject,
  floats: number,
  starts: readonly (readonly Block[])[],
  intervals: boolean,
): EchoRow {
  const medians = starts.map((blocks) => blocks.map(({ us }) => median(us)));
  const { language, title } = echoClient(subject.client);
  return {
    ...subject,
    title,
    language,
    floats,
    bytes: floats * 8,
    measured: measured(
      'us',
      starts.flatMap((blocks) => blocks.flatMap(({ us }) => us)),
      intervals ? bootstrapMedian(medians) : null,
    ),
    published: publishedOf(subject, floats),
    cold_us: median(starts.map((blocks) => blocks[0].first)),
    block_medians: medians,
  };
}
