import type { Bundle } from './bundle';

/** What the drawing thread is asked for. Sizes in CSS pixels. */
export interface PictureJob {
  id: number;
  figureJson: string;
  bundle: Bundle;
  width: number;
  height: number;
  /** `still` is what stands in a live figure's place: SVG and PNG. */
  form: 'svg' | 'png' | 'still';
  /** Pixels of a PNG for each CSS pixel. */
  pngScale: number;
}

/** The SVG is null when it is longer than a million characters, the PNG when it can't be made; one of them is there. */
export interface Still {
  svg: string | null;
  png: Uint8Array | null;
}

/** An SVG is text, a PNG bytes. */
export type Picture = string | Uint8Array | Still;

export type PictureReply = { id: number; picture: Picture } | { id: number; problem: string };
