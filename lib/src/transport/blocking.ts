import type { BlockingConnection, Connection } from './connection';

/** A connection part of whose memory both sides see. */
export interface SharingConnection extends BlockingConnection {
  /**
   * Memory for `count` floats that the engine sees too, zeroed. A request whose floats lie in it, however many, is sent
   * without them: it only says where they are. It stays until the connection closes, and can be read after that.
   * @throws OptionError for a count that is none; ConnectionError when the system has too little, naming how much.
   */
  allocate(count: number): Float64Array;
}

/** Whether the calling thread can wait in place for the replies of a connection. */
export function isBlocking(connection: Connection): connection is BlockingConnection {
  return typeof (connection as Partial<BlockingConnection>).exchange === 'function';
}

/** Whether a connection has memory that both sides see. */
export function isSharing(connection: Connection): connection is SharingConnection {
  return isBlocking(connection) && typeof (connection as Partial<SharingConnection>).allocate === 'function';
}
