export { peer } from './shared-memory';
