export { headline } from './headline';
export { type Results, results } from './results';
