export { stdioPeer as peer } from './sockets';
