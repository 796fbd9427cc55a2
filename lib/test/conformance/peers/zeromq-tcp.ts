export { zeromqPeer as peer } from './zeromq';
