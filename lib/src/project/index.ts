export { addon, addonSync, builtAddon } from './addon';
export { type BuiltFile, builtFile, isProgram } from './built';
export {
  deafToInterrupt,
  hearInterrupt,
  INTERRUPT_EVENT,
  INTERRUPT_OFFER_EVENT,
  type Interrupt,
} from './interrupt';
export {
  allowedProcessors,
  allowedThreads,
  processorList,
  processorQuota,
  processorText,
  startingProcessors,
  systemText,
} from './processors';
export { projectRoot } from './root';
