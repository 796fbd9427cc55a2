export { Child, type Exit } from './child';
export type { Command, Connection, ConnectOptions, RequestOptions } from './connection';
export { removeFile, undoAtExit } from './leftovers';
export { checkSignal, checkTimeout, type Patience, patience } from './patience';
export { type TransportName, transportNamed, transportNames, transports } from './registry';
export { connectTcp } from './tcp';
export type { ChildTransport, ListenerTransport, Transport } from './transport';
export { connectUnix } from './unix';
