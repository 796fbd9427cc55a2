export { type CsvOptions, fromCsv } from './csv';
export type { Dates, Doubled, Order } from './dates';
export { fingerprint } from './fingerprint';
export { type GbmOptions, gbm, MAX_BARS } from './gbm';
export { Pcg64 } from './pcg64';
export type { Series } from './series';
