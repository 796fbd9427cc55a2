export { tcpPeer as peer } from './sockets';
