import type { Child } from '../../src/transport/child';

/** What `find` finds in the next line of a child's stderr in which it finds something. */
export function lineOf<T>(child: Child, find: (line: string) => T | null): Promise<T> {
  child.hold();
  return new Promise<T>((resolve, reject) => {
    child.stderr.onLine((line) => {
      const found = find(line);
      if (found !== null) resolve(found);
    });
    void child.exited.then(() => reject(child.exitError()));
  }).finally(() => child.release());
}
