export type { Exit } from './child';
export type { Command, Connection, ConnectOptions, RequestOptions } from './connection';
export type { Patience } from './patience';
export { type TransportName, transportNamed, transportNames, transports } from './registry';
export { connectTcp } from './tcp';
export type { ChildTransport, ListenerTransport, Transport } from './transport';
export { connectUnix } from './unix';
