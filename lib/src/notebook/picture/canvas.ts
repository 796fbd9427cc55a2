import { encodePng } from './png';

/** A block of RGBA pixels, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** As much of a canvas' 2D context as plotly's heatmaps and images use: whole-pixel rectangles and pixels. */
export class PixelCanvas {
  fillStyle = 'rgba(0,0,0,1)';
  readonly width: number;
  readonly height: number;
  private readonly rgba: Uint8ClampedArray;

  constructor(width: number, height: number) {
    this.width = Math.max(1, Math.round(width));
    this.height = Math.max(1, Math.round(height));
    this.rgba = new Uint8ClampedArray(this.width * this.height * 4);
  }

  createImageData(width: number, height: number): Pixels {
    return { width, height, data: new Uint8ClampedArray(width * height * 4) };
  }

  putImageData(image: Pixels, left: number, top: number): void {
    const from = Math.max(0, -left);
    const count = Math.min(image.width, this.width - left) - from;
    if (count <= 0) return;
    for (let y = Math.max(0, -top); y < image.height && top + y < this.height; y++) {
      const start = (y * image.width + from) * 4;
      this.rgba.set(
        image.data.subarray(start, start + count * 4),
        ((top + y) * this.width + left + from) * 4,
      );
    }
  }

  /** Replaces the pixels, where a real canvas blends: plotly paints each pixel once. */
  fillRect(left: number, top: number, width: number, height: number): void {
    const [r, g, b, a] = parseRgba(this.fillStyle);
    const [x0, x1] = [Math.round(Math.min(left, left + width)), Math.round(Math.max(left, left + width))];
    const [y0, y1] = [Math.round(Math.min(top, top + height)), Math.round(Math.max(top, top + height))];
    for (let y = y0; y < y1; y++) {
      for (let x = x0; x < x1; x++) this.set(x, y, r, g, b, a);
    }
  }

  clearRect(): void {
    this.rgba.fill(0);
  }

  toDataURL(): string {
    const png = encodePng(this.width, this.height, new Uint8Array(this.rgba.buffer));
    return `data:image/png;base64,${png.toString('base64')}`;
  }

  private set(x: number, y: number, r: number, g: number, b: number, a: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const at = (y * this.width + x) * 4;
    this.rgba[at] = r;
    this.rgba[at + 1] = g;
    this.rgba[at + 2] = b;
    this.rgba[at + 3] = a;
  }
}

/** `rgb(r,g,b)` and `rgba(r,g,b,a)` with a from 0 to 1: the only form plotly's heatmaps paint with. */
function parseRgba(style: string): [r: number, g: number, b: number, a: number] {
  const [r = 0, g = 0, b = 0, alpha = 1] = (style.match(/[\d.]+/g) ?? []).map(Number);
  return [r, g, b, alpha * 255];
}
