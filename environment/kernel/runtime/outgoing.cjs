'use strict';
// Sends that are never lost and never made twice. zeromq.js takes some 490 messages in one turn of the event loop and
// throws EBUSY on the next; what does not fit waits here, in order, and goes out as soon as the socket takes it.
const { inTurn, undivided } = require('./owners.cjs');

class Outgoing {
  constructor(socket) {
    this.socket = socket;
    this.waiting = [];
    /** How many of `waiting` have gone out. */
    this.sent = 0;
    this.timer = null;
  }

  send(frames) {
    this.waiting.push(frames);
    if (this.timer === null) this.drain();
  }

  /** Sends until the socket is full, then goes on in the next turn; needs no promise to come back. */
  drain() {
    this.timer = null;
    try {
      while (this.sent < this.waiting.length) {
        const sending = this.socket.send(this.waiting[this.sent]);
        // At once, with no call between: where a SIGINT ends this, the message must count as sent.
        this.sent++;
        // A send that fails later does so because the socket was closed: nobody is left to tell.
        sending.catch(() => {});
      }
    } catch (error) {
      if (error.code !== 'EBUSY') this.sent = this.waiting.length;
      else this.timer = inTurn(() => this.drain());
    }
    this.waiting = this.waiting.slice(this.sent);
    this.sent = 0;
  }
}

const outgoing = new WeakMap();

/** Queues one message (its frames) on a socket. */
function send(socket, frames) {
  undivided(() => {
    if (!outgoing.has(socket)) outgoing.set(socket, new Outgoing(socket));
    outgoing.get(socket).send(frames);
  });
}

/** True while messages wait for this socket. */
const isWaiting = (socket) => (outgoing.get(socket)?.waiting.length ?? 0) > 0;

module.exports = { send, isWaiting };
