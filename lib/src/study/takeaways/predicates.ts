import type { Predicate } from './predicate';

/** The article's six takeaways, in its order. */
export const PREDICATES: readonly Predicate[] = [
  {
    takeaway: 'The boundary is nearly free',
    predicate: 'crossed once, it is below 1 % of the sweep',
    of: { section: 'architectures', fact: 'batch_boundary_share' },
    threshold: 0.01,
    holds: 'below',
    published: 2_043.4 / 2_276_000,
  },
  {
    takeaway: '"Rewrite it in Rust" is a claim about the kernel',
    predicate: 'the boundary is below 10 % of the gap between Rust and numba',
    of: { section: 'architectures', fact: 'batch_boundary_over_gap' },
    threshold: 0.1,
    holds: 'below',
    published: 2_043.4 / 266_000,
  },
  {
    takeaway: 'The tax is text',
    predicate: 'JSON takes over 100 times as long to encode as raw bytes',
    of: { section: 'serialization-tax', fact: 'json_over_raw_python' },
    threshold: 100,
    holds: 'above',
    published: 1_348,
  },
  {
    takeaway: 'Statelessness makes chatty dear',
    predicate: 'a crossing that sends the series again costs over 10 times one that does not',
    of: { section: 'chatty-vs-chunky', fact: 'resending_per_call' },
    over: { section: 'chatty-vs-chunky', fact: 'stateful_per_call' },
    threshold: 10,
    holds: 'above',
    published: 1_354 / 16,
  },
  {
    takeaway: 'The floor is a choice',
    predicate: 'a spawned call costs over 10 times a socket round trip',
    of: { section: 'spawn-cost', fact: 'spawn_direct' },
    over: { section: 'chatty-vs-chunky', fact: 'echo_of_one_float' },
    threshold: 10,
    holds: 'above',
    published: 24_000 / 14.05,
  },
  {
    takeaway: 'Cross once, in bytes, with the data in place',
    predicate: '80 calls in JSON cost over 100 times the boundary of 80 calls on a loaded series',
    of: { section: 'serialization-tax', fact: 'http_json_chatty_boundary' },
    over: { section: 'chatty-vs-chunky', fact: 'stateful_boundary' },
    threshold: 100,
    holds: 'above',
    published: 5_300 / 1.3,
  },
];
