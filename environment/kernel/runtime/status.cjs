'use strict';
// Busy as long as a cell runs. Each request has its own busy and idle, for which its sender waits; front ends show the
// last one, whatever request it names. So behind the idle of another request the running cell's busy is told again.

/** The request of the cell that runs. */
let running = null;

/** Called when a request's status has gone out. */
function published(server, status, request) {
  if (status === 'busy') {
    if (request.header.msg_type === 'execute_request') running = request;
  } else if (request === running) running = null;
  else if (running !== null) server.publishStatus('busy', running);
}

module.exports = { published };
