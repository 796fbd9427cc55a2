export { addon, addonSync, builtAddon } from './addon';
export { type BuiltFile, builtFile, isProgram } from './built';
export { projectRoot } from './root';
