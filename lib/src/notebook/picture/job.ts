import type { Bundle } from './bundle';

/** What the drawing thread is asked for. Sizes in CSS pixels. */
export interface PictureJob {
  id: number;
  figureJson: string;
  bundle: Bundle;
  width: number;
  height: number;
  /** `smaller` is the SVG unless it is longer than a million characters, then the PNG. */
  form: 'svg' | 'png' | 'smaller';
  /** Pixels of a PNG for each CSS pixel. */
  pngScale: number;
}

/** An SVG is text, a PNG bytes. */
export type PictureReply = { id: number; picture: string | Uint8Array } | { id: number; problem: string };
