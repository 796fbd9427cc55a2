export { isBlocking, isSharing, type SharingConnection } from './blocking';
export type { Exit } from './child';
export type {
  BlockingConnection,
  Command,
  Connection,
  ConnectOptions,
  ExchangeOptions,
  RequestOptions,
} from './connection';
export type { Patience } from './patience';
export { type TransportName, transportNamed, transportNames, transports } from './registry';
export { connectTcp } from './tcp';
export {
  type ChildTransport,
  ENGINE_PROGRAMS,
  type EngineProgram,
  type ListenerTransport,
  type ThreadTransport,
  type Transport,
} from './transport';
export { connectUnix } from './unix';
