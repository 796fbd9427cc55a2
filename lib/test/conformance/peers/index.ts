import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ScriptedPeer } from './peer';

/**
 * The other side of the transport of that name, from the file called like it. Only that file is loaded: a peer
 * brings the library that it speaks with.
 */
export function peerOf(name: string): ScriptedPeer {
  const file = join(__dirname, `${name}.js`);
  if (!existsSync(file)) {
    throw new Error(
      `transport ${name} has no scripted peer: write lib/test/conformance/peers/${name}.ts (peers/peer.ts says how)`,
    );
  }
  return (require(file) as { peer: ScriptedPeer }).peer;
}
