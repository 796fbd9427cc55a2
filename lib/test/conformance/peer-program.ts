import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { type BehaviourName, speak } from './peer';

// The scripted engine as a program:
//   node peer-program.js BEHAVIOUR                      speaks on stdin and stdout until stdin ends
//   node peer-program.js BEHAVIOUR --unix PATH          listens, says so as the engine does, ends with stdin;
//   node peer-program.js BEHAVIOUR --tcp 127.0.0.1:0    a line on stdin changes the behaviour of later connections

let [behaviour, kind, where] = process.argv.slice(2) as [BehaviourName, string?, string?];

if (kind === undefined) {
  speak(behaviour, process.stdin, process.stdout, () => process.exit(0));
  // These two do not end by themselves: they are there to be given up.
  if (behaviour === 'deaf' || behaviour === 'silent')
    setInterval(() => process.ppid === 1 && process.exit(0), 200);
} else {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    speak(behaviour, socket, socket, () => socket.end());
  });
  const listening = () => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    process.stderr.write(
      kind === '--unix' ? `listening unix ${where}\n` : `listening tcp 127.0.0.1:${port}\n`,
    );
  };
  if (kind === '--unix') server.listen(where, listening);
  else server.listen(0, '127.0.0.1', listening);
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    behaviour = line as BehaviourName;
    process.stderr.write(`behaves ${behaviour}\n`);
  });
  lines.once('close', () => {
    server.close();
    process.exit(0);
  });
}
