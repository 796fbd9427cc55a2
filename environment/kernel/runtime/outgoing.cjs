'use strict';
// Messages to front ends, each sent wholly or not at all, and at once: server.cjs opens its sockets so that they queue
// whatever comes and leave nothing to a later turn of the event loop, which a blocking cell keeps from coming.
const { undivided } = require('./owners.cjs');

/** Sends one message (its frames) on a socket. */
function send(socket, frames) {
  // Once it is closed, at the end of the process, nobody is left to tell.
  if (socket.closed) return;
  undivided(() => socket.send(frames).catch(() => {}));
}

module.exports = { send };
