export { type ErrorOptions, IpcTaxError } from './base';
export { CodecError } from './codec';
export { CsvError } from './data';
export {
  CancelledError,
  ConnectionError,
  EngineExitError,
  EngineReplyError,
  EngineStartError,
  ProtocolError,
  TimeoutError,
} from './engine';
export { KernelError } from './kernel';
export { LONGEST_TEXT, withinLongestText } from './longest-text';
export {
  booleanOption,
  type Choice,
  choiceOption,
  integerOption,
  knownOptions,
  numberOption,
  OptionError,
  signalOption,
} from './option';
export { PictureError, WriteError, writtenText } from './output';
export { excerpt, quoted } from './quoted';
