import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../engine';
import { IpcTaxError } from '../../errors';
import type { Command } from '../../transport';
import type { ReplyMemory } from './node-client';
import type { EchoTransport } from './order';

/** One way to be a client of the engine. */
export interface EchoClient {
  name: string;
  language: 'typescript' | 'python' | 'rust';
  /** What it is, for tables. */
  title: string;
  /** Of a client in Node: where replies land. */
  memory: ReplyMemory | null;
}

/** The clients, by name. `python` is the article's kind: the usual code, a fresh array each call. */
export const ECHO_CLIENTS = [
  { name: 'node_reused', language: 'typescript', title: 'Node, replies in one buffer', memory: 'reused' },
  { name: 'node_fresh', language: 'typescript', title: 'Node, a fresh buffer each call', memory: 'fresh' },
  { name: 'python', language: 'python', title: 'Python, the usual code', memory: null },
  { name: 'python_bulk', language: 'python', title: 'Python, recv_into and sendmsg', memory: null },
  { name: 'rust', language: 'rust', title: 'native Rust, blocking sockets', memory: null },
] as const satisfies readonly EchoClient[];

export type EchoClientName = (typeof ECHO_CLIENTS)[number]['name'];

/** The names of all clients: the default of `echoCurve`'s option `clients`. */
export const ECHO_CLIENT_NAMES: readonly EchoClientName[] = ECHO_CLIENTS.map(({ name }) => name);
export const echoClient = (name: EchoClientName): EchoClient => ECHO_CLIENTS.find((c) => c.name === name)!;

/** The program of a client that is not Node. @throws IpcTaxError `SET_UP` when it was not set up. */
export function peerCommand(
  { language, name }: EchoClient,
  addresses: ReadonlyMap<EchoTransport, string>,
): Command {
  const root = projectRoot();
  const to = [...addresses].flatMap(([transport, address]) => [`--${transport}`, address]);
  if (language === 'rust') return { command: setUp(root, 'build', 'bin', 'ipc-tax-echo-client'), args: to };
  const script = path.join(root, 'environment', 'reference', 'echo.py');
  const bulk = name === 'python_bulk' ? ['--bulk'] : [];
  return { command: projectPython(), args: [script, ...bulk, ...to] };
}

/** The Python of the project's own environment. @throws IpcTaxError `SET_UP`. */
export const projectPython = (): string => setUp(projectRoot(), '.venv', 'bin', 'python');

/** A file that `make setup` makes. @throws IpcTaxError `SET_UP` when it is not there. */
export function setUp(...parts: string[]): string {
  const file = path.join(...parts);
  if (!existsSync(file)) throw new IpcTaxError('SET_UP', `${file} is not there: run \`make setup\` first`);
  return file;
}
