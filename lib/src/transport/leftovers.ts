import { rmSync } from 'node:fs';

/** What must not outlive this process: undone, newest first, when it exits without having been asked to. */
const undoing = new Set<() => void>();
let listening = false;

/** Runs `undo`, which must not wait, if this process exits before the returned function was called. */
export function undoAtExit(undo: () => void): () => void {
  if (!listening) {
    listening = true;
    process.on('exit', () => {
      for (const next of [...undoing].reverse()) next();
    });
  }
  undoing.add(undo);
  return () => undoing.delete(undo);
}

/** Removes a file, or a folder with what is in it, whether or not it is there. */
export function removeFile(path: string): void {
  rmSync(path, { force: true, recursive: true });
}
