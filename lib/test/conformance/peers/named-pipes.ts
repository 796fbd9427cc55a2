import { execFileSync } from 'node:child_process';
import { constants, mkdirSync, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { type Accept, type ScriptedPeer, streamOfBytes } from './peer';
import { streamWire } from './sockets';

/** Named pipes: `--pipes FOLDER`. A client writes a name to FOLDER/control and opens what is made for it. */
export const peer: ScriptedPeer = {
  ...streamOfBytes,
  blocking: true,
  async serve([, folder], accept) {
    mkdirSync(folder!, { mode: 0o700 });
    const control = join(folder!, 'control');
    execFileSync('mkfifo', [control]);
    // Open both ways, it never ends.
    const names = new Socket({ fd: openSync(control, constants.O_RDWR | constants.O_NONBLOCK) });
    names.setEncoding('latin1');
    let text = '';
    names.on('data', (chunk: string) => {
      const lines = (text + chunk).split('\n');
      text = lines.pop()!;
      for (const name of lines) serveOne(join(folder!, name), accept);
    });
    return `listening pipes ${folder}`;
  },
};

function serveOne(name: string, accept: Accept): void {
  execFileSync('mkfifo', [`${name}.out`, `${name}.in`]);
  const input = new Socket({
    fd: openSync(`${name}.in`, constants.O_RDONLY | constants.O_NONBLOCK),
    readable: true,
    writable: false,
  });
  input.once('data', (hello: Buffer) => {
    input.pause();
    const output = openSync(`${name}.out`, constants.O_WRONLY | constants.O_NONBLOCK);
    writeSync(output, 'h');
    const writing = new Socket({ fd: output, readable: false, writable: true });
    const wire = streamWire(input, writing, () => {
      writing.end();
      input.destroy();
    });
    const take = accept(wire);
    input.on('data', take);
    input.resume();
    if (hello.length > 1) take(hello.subarray(1));
  });
  input.on('error', () => {});
}
