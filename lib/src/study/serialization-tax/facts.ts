import type { Estimate, Starts, Timed } from '../../bench';
import { type Fact, fact } from '../section';
import type { JobCall } from './jobs';
import type { CodecRow, JobRow, SerializationTaxRow } from './rows';
import { type Side, subjectKey } from './subjects';

const NODE = 'client-node';
const PYTHON = 'reference-python';

/**
 * What the section comes to. Ratios of codecs are taken within rounds, of warm calls; each is absent where a side
 * of it was not measured.
 * @param about How many combos the whole workload has; whether the series is the article's (`published`), and
 * whether the job is (`whole`).
 */
export function serializationFacts(
  warm: Starts<Timed>,
  jobs: Starts<JobCall>,
  rows: readonly SerializationTaxRow[],
  { combos, published, whole }: { combos: number; published: boolean; whole: boolean },
): Record<string, Fact> {
  const facts: Record<string, Fact> = {};
  const add = (
    name: string,
    estimate: Estimate | null,
    unit: string,
    told: Fact['published'] = null,
    applies = published,
  ): void => {
    if (!estimate) return;
    const { median, low, high } = estimate;
    facts[name] = fact(median, unit, { low, high, published: applies ? told : null });
  };
  const over = (side: Side, codec: string, base: string, direction: 'encode' | 'decode' = 'encode') =>
    warm.ratio(subjectKey(side, codec, direction), subjectKey(side, base, direction));

  add('json_over_raw_python', over(PYTHON, 'json', 'raw'), 'ratio', 1348);
  add('json_over_raw_no_astype_python', over(PYTHON, 'json', 'raw_no_astype'), 'ratio');
  add('pickle_over_raw_python', over(PYTHON, 'pickle', 'raw'), 'ratio', 'a little under 1');
  add('pickle_astype_over_raw_python', over(PYTHON, 'pickle_astype', 'raw'), 'ratio');
  for (const base of ['view', 'reused', 'fresh']) {
    add(`json_over_raw_${base}_node`, over(NODE, 'json', `raw_${base}`), 'ratio');
  }
  add('json_over_raw_fresh_rust', over('server-rust', 'json', 'raw_fresh'), 'ratio');
  add('json_decode_over_raw_fresh_rust', over('server-rust', 'json', 'raw_fresh', 'decode'), 'ratio');
  add('raw_fresh_over_view_node', over(NODE, 'raw_fresh', 'raw_view'), 'ratio');

  const text = rows.find((row): row is CodecRow => row.kind === 'codec' && row.codec === 'json');
  if (text) {
    facts.json_bytes_over_raw = fact(text.bytes_over_raw, 'ratio', {
      published: published ? '2 to 3' : null,
    });
  }
  const job = (name: string): JobRow | undefined =>
    rows.find((row): row is JobRow => row.kind === 'sweep' && row.architecture === name);
  const batch = job('rust_batch_unix');
  // The encoding is the same for fewer lengths; the job is not.
  if (batch?.combos === combos && warm.has(subjectKey(NODE, 'json', 'encode'))) {
    const share = warm.estimate(subjectKey(NODE, 'json', 'encode'), ({ us }) => us / batch.measured.median);
    add('json_encoding_share_of_job', share, 'ratio', 66_243 / 2_010_000, published && whole);
  }
  add('http_json_batch_over_raw', jobs.ratio('http_json_batch', 'rust_batch_unix'), 'ratio');
  add('http_json_chatty_over_raw', jobs.ratio('http_json_chatty', 'rust_batch_unix'), 'ratio');
  add('http_json_chatty_over_raw_chatty', jobs.ratio('http_json_chatty', 'rust_chatty_unix'), 'ratio');
  for (const name of ['rust_batch_unix', 'http_json_batch', 'http_json_chatty', 'rust_chatty_unix']) {
    if (!job(name)) continue;
    add(
      `${name}_boundary`,
      jobs.estimate(name, ({ us, compute }) => us - compute),
      'us',
    );
  }
  if (job('http_json_chatty')) {
    const chatty = (of: (call: JobCall) => number): Estimate => jobs.estimate('http_json_chatty', of);
    const calls = job('http_json_chatty')!.calls_per_sweep;
    add(
      'http_json_chatty_boundary_per_call',
      chatty(({ us, compute }) => (us - compute) / calls),
      'us',
    );
    // The article derives this one, and leaves the other side's parsing to the reader.
    add(
      'chatty_json_client_encoding',
      chatty((call) => call.clientEncode ?? 0),
      'us',
      80 * 66_243,
      published && whole,
    );
    add(
      'chatty_json_engine_parsing',
      chatty((call) => call.parse),
      'us',
    );
    add(
      'chatty_json_share_of_total',
      chatty((call) => (call.us - call.compute) / call.us),
      'ratio',
    );
  }
  return facts;
}
