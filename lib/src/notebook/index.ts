export { escapeHtml } from './escape';
export { exportHtml, exportPng, exportSvg, type HtmlOptions } from './export';
export { inNotebook } from './output';
export { type PictureOptions, type PngOptions, toPng, toSvg } from './picture';
export { type Progress, type ProgressCallback, progress } from './progress';
export { type ShowOptions, show } from './show';
export type { TableLike } from './table/columns';
export type { ShownFact, ShownFacts } from './table/facts';
export { type ThinnedLine, thin } from './thin';
