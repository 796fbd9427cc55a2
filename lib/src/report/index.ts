export { headline } from './headline';
export { record, recorded, resultsFolder } from './record';
export { type Results, results } from './results';
