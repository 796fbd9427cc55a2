export { addon, addonSync, builtAddon } from './addon';
export { type BuiltFile, builtFile, isProgram } from './built';
export { deafToInterrupt, hearInterrupt, INTERRUPT_EVENT } from './interrupt';
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
