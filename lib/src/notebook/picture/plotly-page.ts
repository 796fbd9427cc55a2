import { readFileSync } from 'node:fs';
import { TextDecoder, TextEncoder } from 'node:util';
import { type DOMWindow, JSDOM, VirtualConsole } from 'jsdom';
import type { Box } from './affine';
import { type Bundle, bundlePath } from './bundle';
import { PixelCanvas } from './canvas';
import { pathLength, pointAlong } from './path';
import { ownBox, pageBox, writtenWidth } from './svg-box';

/** A page without a browser that has plotly in it. */
export interface PlotlyPage {
  /** Draws a figure, given as JSON, and returns the SVG's text. */
  draw(figureJson: string, width: number, height: number): Promise<string>;
}

const rectangle = ({ left, top, right, bottom }: Box) => ({
  x: left,
  y: top,
  left,
  top,
  right,
  bottom,
  width: right - left,
  height: bottom - top,
});

/** What plotly needs of a browser and jsdom lacks: boxes of SVG elements, a canvas, a few globals. */
function complete(window: DOMWindow): void {
  const page = window as unknown as Record<string, { prototype: object }>;
  Object.assign(page.SVGElement!.prototype, {
    getBBox(this: Element) {
      return rectangle(ownBox(this) ?? { left: 0, top: 0, right: 0, bottom: 0 });
    },
    getBoundingClientRect(this: Element) {
      return rectangle(pageBox(this));
    },
    getComputedTextLength(this: Element) {
      return writtenWidth(this);
    },
    getTotalLength(this: Element) {
      return pathLength(this.getAttribute('d') ?? '');
    },
    getPointAtLength(this: Element, distance: number) {
      return pointAlong(this.getAttribute('d') ?? '', distance);
    },
  });
  const canvases = new WeakMap<object, PixelCanvas>();
  Object.assign(page.HTMLCanvasElement!.prototype, {
    getContext(this: HTMLCanvasElement, kind: string) {
      if (kind !== '2d') return null;
      if (!canvases.has(this)) canvases.set(this, new PixelCanvas(this.width, this.height));
      return canvases.get(this);
    },
    toDataURL(this: HTMLCanvasElement) {
      return canvases.get(this)?.toDataURL() ?? 'data:,';
    },
  });
  class Observer {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  Object.assign(window, {
    TextDecoder,
    TextEncoder,
    ResizeObserver: Observer,
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {}, addListener() {} }),
  });
  Object.assign(window.URL, { createObjectURL: () => 'blob:none', revokeObjectURL: () => {} });
}

/**
 * Numbers from 0 to 1 for the page's Math.random, which plotly takes the ids of clip paths from: begun
 * again for each figure, so that a figure that has not changed has a picture that has not changed.
 * mulberry32.
 */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** FNV-1a, so that two figures on a page don't share the ids of their clip paths. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return sum;
}

interface Plotly {
  toImage(figure: object, options: object): Promise<string>;
}

/** Loads plotly into a page: a second or two, so keep the page. Nothing is ever fetched by it. */
export function openPlotlyPage(bundle: Bundle): PlotlyPage {
  const dom = new JSDOM('<!doctype html><html><body></body></html>', {
    runScripts: 'outside-only',
    pretendToBeVisual: true,
    virtualConsole: new VirtualConsole(),
  });
  const window = dom.window;
  complete(window);
  window.eval(readFileSync(bundlePath(bundle), 'utf8'));
  const inner = window as unknown as { Plotly: Plotly; JSON: JSON; Math: Math };
  return {
    async draw(figureJson, width, height) {
      inner.Math.random = randomFrom(hash(figureJson));
      // Parsed inside, so that its objects are of the page's own kinds, as plotly's checks expect.
      const figure = inner.JSON.parse(figureJson) as { config?: object };
      figure.config = { ...figure.config, staticPlot: true };
      try {
        return await inner.Plotly.toImage(figure, { format: 'svg', width, height, imageDataOnly: true });
      } catch (error) {
        // Plotly takes its own div away after a picture, but not after a failure.
        for (const left of Array.from(window.document.body.querySelectorAll(':scope > div'))) left.remove();
        throw error;
      }
    },
  };
}
