'use strict';
// Sends that are never lost. zeromq.js takes some 490 messages in one turn of the event loop and throws EBUSY on the
// next; what does not fit waits here, in order, and goes out as soon as the socket takes it.

class Outgoing {
  constructor(socket) {
    this.socket = socket;
    this.waiting = [];
    this.timer = null;
  }

  send(frames) {
    this.waiting.push(frames);
    if (this.timer === null) this.drain();
  }

  /** Sends until the socket is full, then goes on in the next turn; needs no promise to come back. */
  drain() {
    this.timer = null;
    let sent = 0;
    try {
      for (; sent < this.waiting.length; sent++) {
        // A send that fails later does so because the socket was closed: nobody is left to tell.
        this.socket.send(this.waiting[sent]).catch(() => {});
      }
    } catch (error) {
      if (error.code !== 'EBUSY') sent = this.waiting.length;
      else this.timer = setImmediate(() => this.drain());
    }
    this.waiting = this.waiting.slice(sent);
  }
}

const outgoing = new WeakMap();

/** Queues one message (its frames) on a socket. */
function send(socket, frames) {
  if (!outgoing.has(socket)) outgoing.set(socket, new Outgoing(socket));
  outgoing.get(socket).send(frames);
}

/** True while messages wait for this socket. */
const isWaiting = (socket) => (outgoing.get(socket)?.waiting.length ?? 0) > 0;

module.exports = { send, isWaiting };
