export { addon, addonSync, builtAddon } from './addon';
export { type BuiltFile, builtFile, isProgram } from './built';
export { deafToInterrupt, hearInterrupt, INTERRUPT_EVENT } from './interrupt';
export { projectRoot } from './root';
