import { Router } from 'zeromq';
import { type Accept, framesAsMessages, type ScriptedPeer, type Take } from './peer';

/** A ROUTER: `--ipc PATH` or `--tcp 127.0.0.1:0`. */
export const zeromqPeer: ScriptedPeer = {
  ...framesAsMessages,
  // A DEALER hands over what it is given: libzmq reads on, whatever the engine does.
  takesBack: false,
  async serve([option, where], accept) {
    const router = new Router({ linger: 1000, mandatory: true });
    await router.bind(option === '--ipc' ? `ipc://${where}` : 'tcp://127.0.0.1:*');
    void answerAll(router, accept);
    return `listening zeromq-${option!.slice(2)} ${router.lastEndpoint!.replace(/^\w+:\/\//, '')}`;
  },
};

async function answerAll(router: Router, accept: Accept): Promise<void> {
  const takers = new Map<string, Take>();
  // One message at a time: a second would throw while the first is being handed over.
  let sending = Promise.resolve();
  const send = (parts: (Buffer | string)[], sent?: () => void) => {
    sending = sending.then(() => router.send(parts)).then(sent, () => {});
  };
  for await (const [peer, message] of router) {
    const name = peer!.toString('hex');
    // An empty message asks nothing.
    if (message!.length === 0) continue;
    let take = takers.get(name);
    if (take === undefined) {
      take = accept({
        send: (bytes, sent) => send([peer!, bytes as Buffer], sent),
        // A ROUTER can't close one connection; two empty parts say that the session is over.
        close: () => send([peer!, '', '']),
        pause: () => {},
      });
      takers.set(name, take);
    }
    take(message!);
  }
}
