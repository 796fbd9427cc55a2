import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ScriptedPeer } from './peer';

const fileOf = (name: string): string => join(__dirname, `${name}.js`);

/** Whether the transport of that name has one. */
export const hasPeer = (name: string): boolean => existsSync(fileOf(name));

/**
 * The other side of the transport of that name, from the file called like it. Only that file is loaded: a peer
 * brings the library that it speaks with.
 */
export function peerOf(name: string): ScriptedPeer {
  if (!hasPeer(name)) {
    throw new Error(
      `transport ${name} has no scripted peer: write lib/test/conformance/peers/${name}.ts (peers/peer.ts says how)`,
    );
  }
  return (require(fileOf(name)) as { peer: ScriptedPeer }).peer;
}
