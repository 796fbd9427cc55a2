'use strict';
// What cells print, in few messages and still live. A message goes out at once while there are tokens: a hundred,
// refilled one every 50 ms; otherwise text is gathered until there is one, or the turn of the event loop ends, or another
// kind of output comes, so the order is the one in which things were printed. Each text belongs to the cell that printed it.
const { StringDecoder } = require('node:string_decoder');
const { inTurn, undivided } = require('./owners.cjs');

const TOKENS = 100;
const REFILL_MS = 50;
const LARGEST_TEXT = 65_536;

class Streams {
  /** @param {(cell: object, content: {name: string, text: string}) => void} publish sends one stream message */
  constructor(publish) {
    this.publish = publish;
    this.cell = null;
    this.name = '';
    this.text = '';
    this.tokens = TOKENS;
    this.refilled = performance.now();
    this.endOfTurn = null;
  }

  write(cell, name, text) {
    undivided(() => this.add(cell, name, text));
  }

  add(cell, name, text) {
    if (cell !== this.cell || name !== this.name) this.flush();
    this.cell = cell;
    this.name = name;
    this.text += text;
    this.endOfTurn ??= inTurn(() => {
      this.endOfTurn = null;
      this.flush();
    });
    if (this.text.length >= LARGEST_TEXT || this.takeToken()) this.flush();
  }

  takeToken() {
    const now = performance.now();
    const refill = Math.floor((now - this.refilled) / REFILL_MS);
    if (refill > 0) {
      this.tokens = Math.min(TOKENS, this.tokens + refill);
      this.refilled = now;
    }
    if (this.tokens === 0) return false;
    this.tokens--;
    return true;
  }

  flush() {
    if (this.text === '') return;
    undivided(() => {
      const { cell, name, text } = this;
      this.text = '';
      this.publish(cell, { name, text });
    });
  }
}

/** Replaces the stream's write; `write(name, text)` gets all that is written to it from now on. */
function capture(stream, name, write) {
  const decoder = new StringDecoder('utf8');
  stream.write = (chunk, encoding, done) => {
    const callback = typeof encoding === 'function' ? encoding : done;
    const text = typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk));
    if (text !== '') write(name, text);
    if (callback) process.nextTick(callback);
    return true;
  };
}

module.exports = { Streams, capture };
