'use strict';
// setImmediate in cells. Node goes through its list of immediates in one piece: code that is ended inside of it leaves
// the list half done, those behind it are never called, and the next turn finds the same one and throws, for ever. So
// a cell's callback is called right behind its immediate, before the next: as a tick, whose list lives through an end.
const timers = require('node:timers');
const { promisify } = require('node:util');

const listed = timers.setImmediate;

function setImmediate(callback, ...given) {
  if (typeof callback !== 'function') return listed(callback, ...given); // says what is wrong
  return listed(() => process.nextTick(callback, ...given));
}
Object.defineProperty(setImmediate, promisify.custom, { value: listed[promisify.custom] });

function install() {
  globalThis.setImmediate = setImmediate;
  timers.setImmediate = setImmediate;
}

module.exports = { install };
