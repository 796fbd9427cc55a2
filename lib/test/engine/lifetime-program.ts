import { type EngineOptions, INTERRUPT_EVENT, startEngine } from '../../src/engine';
import { windowLengths } from '../../src/kernel';
import { peerProgram } from '../conformance/counterpart';

// A user's program that starts an engine and then does what its first argument says; the second is the transport.
// Lines on stdout tell the test how far it is.

const [scenario, transport] = process.argv.slice(2) as [string, EngineOptions['transport']];
const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const program = transport === 'stdio' ? { program: peerProgram(transport, 'answer') } : {};
  const engine = await startEngine({ transport, ...program });
  await engine.echo(Float64Array.of(1));
  say(`engine ${engine.pid}`);
  // Minutes of work; a second of it over stdio, whose program here can't look up before it is done.
  const combos = Array(transport === 'stdio' ? 10 : 2000).fill(windowLengths(200));
  const busy = () => engine.sweep(new Float64Array(150_000).fill(1), combos);
  switch (scenario) {
    case 'forget':
      return;
    case 'exit':
      setTimeout(() => process.exit(0), 50);
      await busy();
      return;
    case 'throw':
      setTimeout(() => {
        throw new Error('nobody caught me');
      }, 50);
      await busy();
      return;
    case 'idle':
      setInterval(() => {}, 1000);
      return;
    case 'busy':
      setTimeout(() => say('busy'), 50);
      await busy();
      return;
    case 'interrupted':
      process.on('SIGINT', () => process.emit(INTERRUPT_EVENT as 'beforeExit', 0));
      setTimeout(() => say('busy'), 50);
      await busy().catch((error: Error) => say(`${error.name}`));
      await engine.echo(Float64Array.of(2));
      say('echoed');
      await engine.close();
      return;
  }
}

void main();
