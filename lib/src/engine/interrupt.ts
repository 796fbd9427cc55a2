export { deafToInterrupt, hearInterrupt, INTERRUPT_EVENT } from '../project';
