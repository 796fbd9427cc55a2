import { gateOutcome } from '../../bench';
import { recorded } from '../record';
import type { Fact, Section } from '../section';

/** A line of the article's checklist, and what this machine's records say to it. */
export interface ChecklistRow {
  /** An engine service wins when, or loses as. */
  engine: 'wins when' | 'loses as';
  line: string;
  /** In words, with the figures; or which notebook would tell. */
  evidence: string;
  published: string;
}

interface Line {
  engine: ChecklistRow['engine'];
  line: string;
  section: string;
  notebook: string;
  published: string;
  /** Null where the record lacks the figure. */
  evidence(value: (name: string) => number | null): string | null;
}

/** With three significant digits, and no exponent. */
const digits = (value: number): string =>
  value >= 1_000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));

const LINES: readonly Line[] = [
  {
    engine: 'wins when',
    line: 'the compute advantage is measured on your own kernel',
    section: 'architectures',
    notebook: '02',
    published: 'Rust took 1.13 times as long as numba',
    evidence: (value) => {
      const ratio = value('batch_over_numba');
      return ratio === null ? null : `naive Rust takes ${digits(ratio)} times as long as numba here`;
    },
  },
  {
    engine: 'wins when',
    line: 'calls are coarse',
    section: 'break-even',
    notebook: '07',
    published: 'a sweep is over 100,000 floors of work, a combo 1,795 on average',
    evidence: (value) => {
      const [sweep, least, most] = [value('g_sweep'), value('g_combo_least'), value('g_combo_most')];
      return sweep && least && most
        ? `a sweep is ${digits(sweep)} floors of work, a combo ${digits(least)} to ${digits(most)}`
        : null;
    },
  },
  {
    engine: 'wins when',
    line: 'the wire is binary',
    section: 'serialization-tax',
    notebook: '04',
    published: 'JSON took 1,348 times as long to encode as raw bytes',
    evidence: (value) => {
      const [python, node] = [value('json_over_raw_python'), value('json_over_raw_fresh_node')];
      return python && node
        ? `JSON takes ${digits(python)} times as long as raw bytes to encode in Python, ${digits(node)} times in Node`
        : null;
    },
  },
  {
    engine: 'wins when',
    line: 'the data is preloaded',
    section: 'chatty-vs-chunky',
    notebook: '05',
    published: '16 µs a call on a loaded series (derived), 1,354 µs where it is sent again',
    evidence: (value) => {
      const [loaded, again] = [value('stateful_per_call'), value('resending_per_call')];
      return loaded && again
        ? `${digits(loaded)} µs a call on a loaded series, ${digits(again)} µs where it is sent again`
        : null;
    },
  },
  {
    engine: 'loses as',
    line: 'a JSON microservice',
    section: 'serialization-tax',
    notebook: '04',
    published: '5.3 s of encoding on a 2 s job (derived)',
    evidence: (value) => {
      const ratio = value('http_json_chatty_over_raw');
      return ratio === null ? null : `one JSON call per combo makes the job ${digits(ratio)} times as long`;
    },
  },
  {
    engine: 'loses as',
    line: 'one RPC per unit of work',
    section: 'break-even',
    notebook: '07',
    published: '2.1 s of crossings for 150,000 bars (derived)',
    evidence: (value) => {
      const [one, batched] = [value('per_bar_loop_unix'), value('batched_loop_unix')];
      return one && batched ? `${digits(one)} s with one bar a call, ${digits(batched)} s in batches` : null;
    },
  },
  {
    engine: 'loses as',
    line: 'one spawn per call',
    section: 'spawn-cost',
    notebook: '06',
    published: '24 ms a call, 1.9 s for 80',
    evidence: (value) => {
      const [each, total] = [value('spawn_per_combo'), value('per_combo_total')];
      return each && total
        ? `${digits(each / 1_000)} ms a call, ${digits(total / 1_000)} ms for a call per combo`
        : null;
    },
  },
];

/** What is to be said of figures whose gate did not pass. */
function doubt(record: Section | undefined): string {
  if (!record?.gate || record.gate.all_ok) return '';
  return ` (the gate ${gateOutcome(record.gate)}: this does not count)`;
}

/** When an engine service wins and when it loses, each line with its evidence from this machine's records. */
export function checklist(sections: ReadonlyMap<string, Section> = recorded()): ChecklistRow[] {
  return LINES.map(({ engine, line, section, notebook, published, evidence }) => {
    const record = sections.get(section);
    const facts: Record<string, Fact> = record?.facts ?? {};
    const number = (name: string): number | null => {
      const value = facts[name]?.value;
      return typeof value === 'number' ? value : null;
    };
    const found = evidence(number);
    const early = record?.run?.partial ? ' (of a section that was stopped early)' : '';
    const told =
      found === null ? `not measured yet: run notebook ${notebook}` : `${found}${doubt(record)}${early}`;
    return { engine, line, evidence: told, published };
  });
}
