import type { MessagePort } from 'node:worker_threads';
import { workerData } from 'node:worker_threads';
import { IpcTaxError } from '../../errors';
import type { Bundle } from './bundle';
import type { PictureJob, PictureReply } from './job';
import { openPlotlyPage, type PlotlyPage } from './plotly-page';
import { rasterize } from './raster';

// The drawing thread: one job after the other. After each reply it counts up `replies`, so that the
// main thread can sleep on it without its event loop.
const { port, replies } = workerData as { port: MessagePort; replies: Int32Array };
const pages = new Map<Bundle, PlotlyPage>();

async function draw(job: PictureJob): Promise<string | Uint8Array> {
  let page = pages.get(job.bundle);
  if (page === undefined) {
    page = openPlotlyPage(job.bundle);
    pages.set(job.bundle, page);
  }
  const svg = await page.draw(job.figureJson, job.width, job.height);
  return job.pngScale === null ? svg : rasterize(svg, job.pngScale);
}

function answer(reply: PictureReply): void {
  port.postMessage(reply);
  Atomics.add(replies, 0, 1);
  Atomics.notify(replies, 0);
}

let last: Promise<void> = Promise.resolve();
port.on('message', (job: PictureJob) => {
  last = last.then(async () => {
    try {
      answer({ id: job.id, picture: await draw(job) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      answer({ id: job.id, problem: error instanceof IpcTaxError ? message : `plotly.js said: ${message}` });
    }
  });
});
