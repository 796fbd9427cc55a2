import { createServer } from 'node:net';
import { type BehaviourName, speak } from './peer';

// The scripted engine as a program:
//   node peer-program.js BEHAVIOUR                      speaks on stdin and stdout until stdin ends
//   node peer-program.js BEHAVIOUR --unix PATH          listens, says so as the engine does, ends with stdin
//   node peer-program.js BEHAVIOUR --tcp 127.0.0.1:0

const [behaviour, kind, where] = process.argv.slice(2) as [BehaviourName, string?, string?];

if (kind === undefined) {
  speak(behaviour, process.stdin, process.stdout, () => process.exit(0));
  // A deaf peer has stopped reading and would never see the end.
  if (behaviour === 'deaf') setInterval(() => process.ppid === 1 && process.exit(0), 200);
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
  process.stdin.resume();
  process.stdin.once('end', () => {
    server.close();
    process.exit(0);
  });
}
