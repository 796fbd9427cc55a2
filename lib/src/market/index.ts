export { fingerprint } from './fingerprint';
export { type CsvOptions, fromCsv } from './from-csv';
export { type GbmOptions, gbm, MAX_BARS } from './gbm';
export { Pcg64 } from './pcg64';
export type { Series } from './series';
