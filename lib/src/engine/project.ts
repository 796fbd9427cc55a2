export { projectRoot } from '../project';
