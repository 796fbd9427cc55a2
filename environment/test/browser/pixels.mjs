import { eventually } from './lab-page.mjs';
import { decodePng } from './png.mjs';

/** How far the channels of a pixel lie apart, from which it has a colour: axes and grids are grey. */
const COLOURED = 20;
/** How light its lightest channel is: texts are dark, with a touch of blue. */
const LIGHT = 120;
/** How far a channel may be from a colour's: lines have soft edges. */
const NEAR = 24;
/** A figure with fewer coloured pixels than this in its plot area is empty. */
const DRAWN = 150;

/** What is on the screen within a figure's axes; the whole figure, where it has none. */
async function plotArea(figure) {
  const page = figure.page();
  const axes = figure.locator('.nsewdrag').first();
  const box = await ((await axes.count()) > 0 ? axes : figure).boundingBox();
  if (!box || box.width < 20 || box.height < 20) {
    throw new Error(`the figure has no size: ${JSON.stringify(box)}`);
  }
  const { width, height } = page.viewportSize();
  const left = Math.max(0, box.x);
  const top = Math.max(0, box.y);
  const clip = {
    x: left,
    y: top,
    width: Math.min(width, box.x + box.width) - left,
    height: Math.min(height, box.y + box.height) - top,
  };
  if (clip.width < 20 || clip.height < 20) {
    // Outputs above it may have grown since it was scrolled to: the next try finds it in view.
    await figure.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    throw new Error(`the plot area is out of view: ${JSON.stringify(box)}`);
  }
  return decodePng(await page.screenshot({ clip }));
}

function count({ data, channels }, fits) {
  let pixels = 0;
  for (let at = 0; at < data.length; at += channels) {
    if (fits(data[at], data[at + 1], data[at + 2])) pixels += 1;
  }
  return pixels;
}

const isColoured = (r, g, b) => {
  const lightest = Math.max(r, g, b);
  return lightest >= LIGHT && lightest - Math.min(r, g, b) >= COLOURED;
};

/** Coloured pixels within a figure's axes, when it is drawn; throws while it is not. */
export const drawnPixels = (figure) =>
  eventually(async () => {
    const pixels = count(await plotArea(figure), isColoured);
    if (pixels < DRAWN) throw new Error(`the figure is not drawn: ${pixels} coloured pixels within its axes`);
    return pixels;
  });

/** Where pixels of a colour (`#rrggbb`) lie within a figure's axes, when there are any: their number and rows. */
export const pixelsOf = (figure, colour) =>
  eventually(async () => {
    const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    const image = await plotArea(figure);
    const rows = new Set();
    let pixels = 0;
    for (let at = 0; at < image.data.length; at += image.channels) {
      if (wanted.some((channel, k) => Math.abs(image.data[at + k] - channel) > NEAR)) continue;
      pixels += 1;
      rows.add(Math.floor(at / image.channels / image.width));
    }
    if (pixels < DRAWN) throw new Error(`nothing is drawn in ${colour}: ${pixels} pixels within the axes`);
    return { pixels, rows: rows.size, height: image.height };
  });

/** Moves the mouse (or taps) over a figure's marks, else over its area, until it names a point there. */
export const hoverLabel = (figure, touch = false) =>
  eventually(async () => {
    const area = await figure.locator('.nsewdrag').first().boundingBox();
    const marks = await Promise.all(
      (await figure.locator('.points path').all()).slice(0, 3).map((mark) => mark.boundingBox()),
    );
    const places = [
      ...marks.map((box) => box && [box.x + box.width / 2, box.y + box.height / 2]),
      ...[0.5, 0.35, 0.65].map((share) => [area.x + area.width * share, area.y + area.height / 2]),
    ];
    for (const place of places.filter(Boolean)) {
      if (touch) await figure.page().touchscreen.tap(...place);
      else await figure.page().mouse.move(...place, { steps: 3 });
      const label = figure.locator('.hoverlayer .hovertext').first();
      const shown = await label.waitFor({ state: 'visible', timeout: 1_000 }).then(
        () => true,
        () => false,
      );
      if (shown) return label.textContent();
    }
    throw new Error('no label appears over the figure');
  });
