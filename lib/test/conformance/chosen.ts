import { type Transport, transports } from '../../src/transport';

/** Names the transports to test, separated by commas, in place of all of them. */
const VARIABLE = 'IPC_TAX_TRANSPORT';

/** The transports that the suites run over: all, or those that IPC_TAX_TRANSPORT names. */
export function chosenTransports(): readonly Transport[] {
  const chosen = process.env[VARIABLE];
  if (!chosen) return transports;
  return chosen.split(',').map((name) => {
    const found = transports.find((transport) => transport.name === name);
    if (found !== undefined) return found;
    const names = transports.map((transport) => transport.name).join(', ');
    throw new Error(`${VARIABLE}: got ${JSON.stringify(name)}, expected one of ${names}`);
  });
}
