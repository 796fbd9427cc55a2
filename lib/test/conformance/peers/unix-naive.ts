export { unixPeer as peer } from './sockets';
