import { encodePng } from './png';

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

  createImageData(width: number, height: number): { width: number; height: number; data: Uint8ClampedArray } {
    return { width, height, data: new Uint8ClampedArray(width * height * 4) };
  }

  putImageData(
    image: { width: number; height: number; data: ArrayLike<number> },
    left: number,
    top: number,
  ): void {
    for (let y = 0; y < image.height; y++) {
      for (let x = 0; x < image.width; x++) {
        const from = (y * image.width + x) * 4;
        this.set(
          left + x,
          top + y,
          image.data[from]!,
          image.data[from + 1]!,
          image.data[from + 2]!,
          image.data[from + 3]!,
        );
      }
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
