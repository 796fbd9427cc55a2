import type { ScriptedPeer } from './peer';
import { unixPeer } from './sockets';

export const peer: ScriptedPeer = { ...unixPeer, blocking: true };
