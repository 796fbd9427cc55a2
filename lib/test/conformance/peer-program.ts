import { createInterface } from 'node:readline';
import { accepting, type BehaviourName } from './behaviours';
import { peerOf } from './peers';

// The scripted engine as a program:
//   node peer-program.js TRANSPORT BEHAVIOUR            on stdin and stdout, until stdin ends
//   node peer-program.js TRANSPORT BEHAVIOUR ARGS       listens, says so as the engine does, ends with stdin;
//                                                       a line on stdin changes the behaviour of later connections

const [transport, begin, ...args] = process.argv.slice(2) as [string, BehaviourName, ...string[]];
let behaviour = begin;

async function main(): Promise<void> {
  const peer = peerOf(transport);
  const ready = await peer.serve(
    args,
    accepting(() => behaviour, peer),
  );
  if (ready === null) return lastAsLongAsWanted();
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    behaviour = line as BehaviourName;
    process.stderr.write(`behaves ${behaviour}\n`);
  });
  lines.once('close', () => process.exit(0));
  process.stderr.write(`${ready}\n`);
}

/** Two scripts do not end with their stdin: they are there to be given up. */
function lastAsLongAsWanted(): void {
  if (behaviour !== 'deaf' && behaviour !== 'silent') return;
  setInterval(() => process.ppid === 1 && process.exit(0), 200);
}

void main();
