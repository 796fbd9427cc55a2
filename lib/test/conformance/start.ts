import { type Engine, type EngineOptions, startEngine } from '../../src/engine';
import type { Transport } from '../../src/transport';
import { peerProgram } from './counterpart';

/** Starts an engine over a transport: the project's own, or the scripted one where a program is needed. */
export function startOver(transport: Transport, options: EngineOptions = {}): Promise<Engine> {
  const own = transport.kind !== 'child' || transport.engineArgs !== null;
  const program = own ? undefined : peerProgram(transport.name, 'answer');
  return startEngine({
    ...options,
    transport: transport.name as EngineOptions['transport'],
    ...(program && { program }),
  });
}

/** Runs `use` with such an engine, and closes it whatever happens. */
export async function withEngine(
  transport: Transport,
  use: (engine: Engine) => Promise<void>,
  options: EngineOptions = {},
): Promise<void> {
  const engine = await startOver(transport, options);
  try {
    await use(engine);
  } finally {
    await engine.close();
  }
}
