import { join } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { PictureError } from '../../errors';
import type { Picture, PictureJob, PictureReply } from './job';

interface Pending {
  resolve(picture: Picture): void;
  reject(error: Error): void;
}

/** The thread goes when it was not used for this long: plotly and its page hold some 150 MB. */
const IDLE_MS = 5 * 60_000;
/** Loading takes a second or two and a picture a few tenths; much more than that is a thread that is lost. */
const PATIENCE_MS = 30_000;
/** A figure too large to draw ends the thread, not the process. */
const MEMORY_MB = 1024;

/**
 * A thread that draws, started at the first picture and kept for the next. It never keeps the process
 * alive, except while a picture is awaited, and it ends with the process.
 */
class PictureThread {
  private readonly worker: Worker;
  private readonly port: MessagePort;
  private readonly replies = new Int32Array(new SharedArrayBuffer(4));
  private readonly pending = new Map<number, Pending>();
  private nextId = 1;
  private idle: NodeJS.Timeout | null = null;
  private readonly onEnd: () => void;
  private asleep = false;

  constructor(onEnd: () => void) {
    this.onEnd = onEnd;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.worker = new Worker(join(__dirname, 'thread-main.js'), {
      workerData: { port: port2, replies: this.replies },
      transferList: [port2],
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    this.worker.on('error', (error) => this.end(new PictureError(error.message, { cause: error })));
    this.worker.on('exit', (code) =>
      this.end(new PictureError(`the drawing thread ended with code ${code}`)),
    );
    this.port.on('message', (reply: PictureReply) => this.settle(reply));
    this.worker.unref();
    this.port.unref();
  }

  draw(job: Omit<PictureJob, 'id'>): Promise<Picture> {
    return new Promise((resolve, reject) => this.send(job, { resolve, reject }));
  }

  /** Sleeps until the picture is there: for a caller that must not return before it. */
  drawNow(job: Omit<PictureJob, 'id'>): Picture {
    this.asleep = true;
    let picture: Picture | null = null;
    let failure: Error | null = null;
    this.send(job, {
      resolve: (drawn) => {
        picture = drawn;
      },
      reject: (error) => {
        failure = error;
      },
    });
    const until = Date.now() + PATIENCE_MS;
    while (picture === null && failure === null) {
      const seen = Atomics.load(this.replies, 0);
      const received = receiveMessageOnPort(this.port) as { message: PictureReply } | undefined;
      if (received !== undefined) this.settle(received.message);
      else if (Atomics.wait(this.replies, 0, seen, Math.max(0, until - Date.now())) === 'timed-out') {
        this.stop(new PictureError(`it took longer than ${PATIENCE_MS / 1000} s`));
      }
    }
    this.asleep = false;
    if (failure !== null) throw failure;
    return picture!;
  }

  /**
   * Whether a caller was torn out of its sleep: an interrupt of the cell ends it without running another
   * line, and the thread still draws what nobody waits for.
   */
  get isForsaken(): boolean {
    return this.asleep;
  }

  /** Ends the thread, whatever it does; what is awaited fails with `reason`. */
  stop(reason: Error): void {
    void this.worker.terminate();
    this.end(reason);
  }

  private end(reason: Error): void {
    if (this.idle !== null) clearTimeout(this.idle);
    this.port.close();
    const waiting = [...this.pending.values()];
    this.pending.clear();
    this.onEnd();
    for (const { reject } of waiting) reject(reason);
  }

  private send(job: Omit<PictureJob, 'id'>, pending: Pending): void {
    if (this.idle !== null) clearTimeout(this.idle);
    const id = this.nextId++;
    this.pending.set(id, pending);
    this.port.ref();
    this.port.postMessage({ ...job, id });
  }

  private settle(reply: PictureReply): void {
    const pending = this.pending.get(reply.id);
    this.pending.delete(reply.id);
    if (this.pending.size === 0) this.rest();
    if (pending === undefined) return;
    if ('picture' in reply) pending.resolve(reply.picture);
    else pending.reject(new PictureError(reply.problem));
  }

  private rest(): void {
    this.port.unref();
    this.idle = setTimeout(
      () => this.stop(new PictureError('the drawing thread was not used')),
      IDLE_MS,
    ).unref();
  }
}

let current: PictureThread | null = null;

function thread(): PictureThread {
  if (current?.isForsaken) current.stop(new PictureError('its drawing was interrupted'));
  if (current === null) {
    const started: PictureThread = new PictureThread(() => {
      if (current === started) current = null;
    });
    current = started;
  }
  return current;
}

/** Draws in the thread; the caller's event loop goes on. */
export const drawPicture = (job: Omit<PictureJob, 'id'>): Promise<Picture> => thread().draw(job);

/** Draws in the thread while the caller sleeps. */
export const drawPictureNow = (job: Omit<PictureJob, 'id'>): Picture => thread().drawNow(job);
