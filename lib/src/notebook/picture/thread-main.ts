import type { MessagePort } from 'node:worker_threads';
import { workerData } from 'node:worker_threads';
import type { Bundle } from './bundle';
import type { Picture, PictureJob, PictureReply, Still } from './job';
import type { PlotlyPage } from './plotly-page';

// The drawing thread: one job after the other. After each reply it counts up `replies`, so that the
// main thread can sleep on it without its event loop.
const { port, replies } = workerData as { port: MessagePort; replies: Int32Array };
/** A scatter of 5,000 markers comes to about that: more is a burden on the notebook that holds it. */
const LONGEST_SVG = 1_000_000;
const pages = new Map<Bundle, PlotlyPage>();

/** Both forms of a figure; where no PNG can be made, as without a font, the SVG alone. */
async function still(svg: string, scale: number): Promise<Still> {
  const short = svg.length <= LONGEST_SVG ? svg : null;
  try {
    const { rasterize } = await import('./raster');
    return { svg: short, png: rasterize(svg, scale).small() };
  } catch (error) {
    if (short === null) throw error;
    return { svg: short, png: null };
  }
}

async function draw(job: PictureJob): Promise<Picture> {
  let page = pages.get(job.bundle);
  if (page === undefined) {
    // Loaded here, where a package that is missing fails one picture with a word, and not the thread.
    const { openPlotlyPage } = await import('./plotly-page');
    page = openPlotlyPage(job.bundle);
    pages.set(job.bundle, page);
  }
  const svg = await page.draw(job.figureJson, job.width, job.height);
  if (job.form === 'svg') return svg;
  if (job.form === 'still') return still(svg, job.pngScale);
  const { rasterize } = await import('./raster');
  return rasterize(svg, job.pngScale).whole();
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
      answer({ id: job.id, problem: error instanceof Error ? error.message : String(error) });
    }
  });
});
