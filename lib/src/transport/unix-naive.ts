import type { ListenerTransport } from './transport';
import { checkedPath, unix } from './unix';
import { connectUsually } from './usual-code';

/** A Unix domain socket with the usual code on this side, to show what the tuned form is worth. */
export const unixNaive: ListenerTransport & { name: 'unix-naive' } = {
  ...unix,
  name: 'unix-naive',
  connect: async (path, options) => connectUsually({ path: checkedPath(path) }, path, options),
};
