'use strict';
// What cells print. Text is gathered and sent as one message a burst: at once when a cell prints after a pause, every
// 50 ms inside a blocking loop, and before any other output, so the order is the one in which things were printed.
const { StringDecoder } = require('node:string_decoder');

const LONGEST_WAIT_MS = 50;
const LARGEST_TEXT = 65_536;

class Streams {
  /** @param {(content: {name: string, text: string}) => void} publish sends one stream message */
  constructor(publish) {
    this.publish = publish;
    this.name = '';
    this.text = '';
    this.flushed = 0;
    this.timer = null;
  }

  write(name, text) {
    if (name !== this.name) this.flush();
    this.name = name;
    this.text += text;
    if (this.text.length >= LARGEST_TEXT || performance.now() - this.flushed >= LONGEST_WAIT_MS) this.flush();
    else if (this.timer === null) this.timer = setImmediate(() => this.flush());
  }

  flush() {
    clearImmediate(this.timer);
    this.timer = null;
    if (this.text === '') return;
    const { name, text } = this;
    this.text = '';
    this.flushed = performance.now();
    this.publish({ name, text });
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
