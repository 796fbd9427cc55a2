import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectionError } from '../errors';

/** A socket's path may have this many bytes (108 with the closing zero). */
export const LONGEST_PATH = 107;

/**
 * A path for a new socket that nobody can guess: a file of its own in the temporary folder, or in /tmp where that
 * one's name is too long. No folder is made for it, so that the engine, which takes its file away
 * when it ends, leaves nothing even when this process is killed.
 */
export function socketPath(folders: readonly string[] = [tmpdir(), '/tmp']): string {
  const name = `ipc-tax-${randomBytes(9).toString('base64url')}.sock`;
  for (const folder of folders) {
    const path = join(folder, name);
    if (Buffer.byteLength(path) <= LONGEST_PATH) return path;
  }
  throw new ConnectionError(
    `no folder for a socket: ${folders.join(' and ')} make a path of more than ${LONGEST_PATH} bytes; set TMPDIR to a shorter one`,
  );
}
