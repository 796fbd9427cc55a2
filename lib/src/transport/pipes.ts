import { openStdio } from './stdio';
import type { ChildTransport } from './transport';

/** The project's own engine over its stdin and stdout: one process for one connection, living as long. */
export const pipes: ChildTransport & { name: 'pipes' } = {
  kind: 'child',
  name: 'pipes',
  keepsState: true,
  engineArgs: ['pipe'],
  open: openStdio,
};
