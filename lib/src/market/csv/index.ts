export { type CsvOptions, fromCsv } from './from-csv';
