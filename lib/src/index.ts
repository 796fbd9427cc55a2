/** What a cell imports; nothing else is public. */
export * from './codec';
export * from './engine';
export {
  CancelledError,
  CodecError,
  ConnectionError,
  CsvError,
  EngineExitError,
  EngineReplyError,
  EngineStartError,
  IpcTaxError,
  KernelError,
  OptionError,
  PictureError,
  ProtocolError,
  TimeoutError,
  WriteError,
} from './errors';
export * from './figures';
export * from './kernel';
export * from './market';
export * from './model';
export {
  exportHtml,
  exportPng,
  exportSvg,
  type HtmlOptions,
  inNotebook,
  type PictureOptions,
  type PngOptions,
  type ProgressBar,
  type ProgressCallback,
  progress,
  type RunLimits,
  run,
  type ShownFact,
  type ShownFacts,
  type ShowOptions,
  show,
  type TableLike,
  type ThinnedLine,
  textTable,
  thin,
  toDataFrame,
  toPng,
  toSvg,
  toTable,
} from './notebook';
export * from './report';
export * from './study';
export * from './transport';
