import { INTERRUPT_EVENT } from '../../src/engine';
import { windowLengths } from '../../src/kernel';
import { type TransportName, transportNamed } from '../../src/transport';
import { startOver } from '../conformance/start';

// A user's program that starts an engine and then does what its first argument says; the second is the transport.
// Lines on stdout tell the test how far it is.

const [scenario, transport] = process.argv.slice(2) as [string, TransportName];
const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const how = transportNamed(transport);
  const engine = await startOver(how);
  await engine.echo(Float64Array.of(1));
  say(`engine ${engine.pid}`);
  // Minutes of work; a second of it where the program is the scripted engine, which can't look up before it is done.
  const scripted = how.kind === 'child' && how.engineArgs === null;
  const combos = Array(scripted ? 10 : 2000).fill(windowLengths(200));
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
    case 'orphaned':
      // The engine is killed; what it can't take away any more is taken away here.
      setInterval(() => {}, 1000);
      await engine.exited;
      say('heard');
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
