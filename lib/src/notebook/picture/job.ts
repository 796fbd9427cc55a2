import type { Bundle } from './bundle';

/** What the drawing thread is asked for. Sizes in CSS pixels. */
export interface PictureJob {
  id: number;
  figureJson: string;
  bundle: Bundle;
  width: number;
  height: number;
  /** Pixels of a PNG for each CSS pixel; null asks for the SVG. */
  pngScale: number | null;
}

export type PictureReply = { id: number; picture: string | Uint8Array } | { id: number; problem: string };
