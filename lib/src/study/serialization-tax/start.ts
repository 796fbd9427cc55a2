import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { interleaved, type Noise, type TaskContext, watchNoise } from '../../bench';
import { type CodecRequest, codecNamed, codecRequest } from '../../codec';
import { CancelledError } from '../../errors';
import type { Windows } from '../../kernel';
import { reportRound, type StartReport } from '../starts';
import { type JobCall, jobNamed, type RunningJob } from './jobs';
import { Peer } from './peer';
import { setUpFile } from './program';
import {
  type CodecSubject,
  expectSame,
  nodeSubjects,
  peerSubjects,
  readBack,
  type Side,
  subjectKey,
} from './subjects';

/** One start of everything: fresh processes, first calls, then warm rounds, then the whole job. */
export interface StartOptions {
  close: Float64Array;
  windows: Windows[];
  fee: number;
  /** Of the whole job: all of `windows`, or some of them. */
  jobWindows: Windows[];
  codecs: string[];
  jobs: string[];
  rounds: number;
  /** Whole sweeps of each job. */
  sweeps: number;
  /** Of the order within rounds. */
  seed: number;
}

export interface StartResult {
  /** By subject, microseconds of its first call. */
  cold: Map<string, { us: number }[]>;
  /** By subject, microseconds of a call in each round. */
  warm: Map<string, { us: number }[]>;
  /** By job, a sweep each. */
  jobs: Map<string, JobCall[]>;
  /** By side and codec, the length of what it writes. */
  bytes: Map<string, number>;
  noise: Noise;
}

/** A block of calls is to last about this long, so that reading the clock costs nothing beside it. */
const BLOCK_US = 1_000;
const MOST_IN_BLOCK = 1_000;

/** Calls of one combo before the whole job is measured. */
const WARM_CALLS = 3;

/** What a side's key in `bytes` is. */
export const bytesKey = (side: Side, codec: string): string => `${side} ${codec}`;

/** Runs in a worker (`bench/worker.ts`). */
export async function measureStart(options: StartOptions, context: TaskContext): Promise<StartResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ipc-tax-codecs-'));
  try {
    return await measureIn(folder, options, context);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureIn(
  folder: string,
  options: StartOptions,
  { report, signal }: TaskContext,
): Promise<StartResult> {
  const step = (steps: number, note: string): void => report({ steps, note } satisfies StartReport);
  const request = codecRequest(options.close, options.windows);
  const bytes = new Map<string, number>();
  const cold = new Map<string, { us: number }[]>();
  const first = async (subject: CodecSubject): Promise<void> => {
    if (signal.aborted) throw new CancelledError('the measurement', { cause: signal.reason });
    cold.set(subjectKey(subject.side, subject.codec, subject.direction), [{ us: await subject.call(1) }]);
  };

  step(0, 'first calls');
  const subjects: CodecSubject[] = [];
  for (const name of options.codecs) {
    const found = await firstInNode(folder, name, request, first);
    bytes.set(bytesKey('client-node', name), found.length);
    subjects.push(...found.subjects);
  }
  // Both read their request out of this one.
  await writeFile(path.join(folder, 'raw_fresh'), codecNamed('raw_fresh').encode(request));
  const peers: Peer[] = [];
  const running: RunningJob[] = [];
  try {
    for (const [side, command] of [
      ['server-rust', { command: setUpFile('build', 'bin', 'ipc-tax-codecs'), args: [folder] }],
      [
        'reference-python',
        {
          command: setUpFile('.venv', 'bin', 'python'),
          args: [setUpFile('environment', 'reference', 'serialization.py'), folder],
        },
      ],
    ] as const) {
      const peer = await Peer.start(command);
      peers.push(peer);
      const rust = side === 'server-rust';
      const names = (await peer.ask('names')).split(' ');
      // The Python reference has names of its own.
      for (const name of rust ? options.codecs.filter((each) => names.includes(each)) : names) {
        const own = peerSubjects(side, name, peer);
        for (const subject of own) await first(subject);
        bytes.set(bytesKey(side, name), Number(await peer.ask(`check ${name}`)));
        if (rust) {
          const written = await readFile(path.join(folder, `${name}.rust`));
          expectSame(`${name} as Rust writes it`, request, readBack(name, written));
        }
        subjects.push(...own);
      }
    }
    step(1, 'warming up');
    const blocks = new Map<CodecSubject, number>();
    for (const subject of subjects) {
      if (signal.aborted) throw new CancelledError('the measurement', { cause: signal.reason });
      blocks.set(subject, await settle(subject));
    }
    const noise = watchNoise();
    step(1, 'warm calls');
    const warm = await interleaved(
      subjects.map((subject) => ({
        name: subjectKey(subject.side, subject.codec, subject.direction),
        call: async () => ({ us: await subject.call(blocks.get(subject)!) }),
      })),
      {
        rounds: options.rounds,
        seed: options.seed,
        signal,
        onRound: (warm, done) =>
          reportRound(report, done, {
            cold,
            warm,
            jobs: new Map(),
            bytes,
            noise: noise.soFar(),
          } satisfies StartResult),
      },
    );
    step(1, 'warm calls done');
    // Out of the way before the kernels run.
    await Promise.all(peers.splice(0).map((peer) => peer.close()));
    const jobs = await measureJobs(options, running, step, signal);
    return { cold, warm, jobs, bytes, noise: noise.verdict(null) };
  } finally {
    await Promise.all([...peers, ...running].map((each) => each.close()));
  }
}

/** The first calls of a codec in this process, checked; what it wrote is left in the folder for the others. */
async function firstInNode(
  folder: string,
  name: string,
  request: CodecRequest,
  first: (subject: CodecSubject) => Promise<void>,
): Promise<{ length: number; subjects: CodecSubject[] }> {
  const codec = codecNamed(name);
  const [encode] = nodeSubjects(codec, request, new Uint8Array(0));
  await first(encode);
  // A copy: a codec may reuse its memory, and received bytes do.
  const bytes = Uint8Array.from(codec.encode(request));
  const [, decode] = nodeSubjects(codec, request, bytes);
  await first(decode);
  expectSame(name, request, codec.decode(bytes));
  await writeFile(path.join(folder, name), bytes);
  return { length: bytes.length, subjects: [encode, decode] };
}

/** Calls a subject until its last three blocks agree within a tenth; how many calls make a block. */
async function settle(subject: CodecSubject): Promise<number> {
  const times: number[] = [await subject.call(1)];
  const block = (): number =>
    Math.max(1, Math.min(MOST_IN_BLOCK, Math.ceil(BLOCK_US / Math.max(times.at(-1)!, 0.01))));
  for (let steady = false; !steady && times.length < 6; ) {
    times.push(await subject.call(block()));
    const last = times.slice(-3);
    steady = times.length >= 4 && Math.max(...last) <= Math.min(...last) * 1.1;
  }
  return block();
}

async function measureJobs(
  { close, jobWindows, fee, jobs: names, sweeps, seed }: StartOptions,
  running: RunningJob[],
  step: (steps: number, note: string) => void,
  signal: AbortSignal,
): Promise<Map<string, JobCall[]>> {
  if (sweeps === 0) return new Map();
  const subjects = [];
  for (const name of names) {
    const job = jobNamed(name);
    step(0, `starting ${name}`);
    const started = await job.start({ close, fee }, signal);
    running.push(started);
    for (let i = 0; i < WARM_CALLS; i++) await started.call(jobWindows.slice(0, 1));
    subjects.push({
      name,
      async call() {
        step(0, name);
        const call = await started.call(jobWindows);
        step(1, name);
        return call;
      },
    });
  }
  return interleaved(subjects, { rounds: sweeps, seed, signal });
}
