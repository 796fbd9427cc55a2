'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'shutdown',
  symptom: 'After a shutdown the kernel lives on while a cell left a timer, a socket or a child open.',
  cause: 'tslab closes its own sockets and waits for the event loop to run dry.',
  edits: [
    {
      file: 'dist/jupyter.js',
      find: '        // First internal resources (e.g. ts watcher in converter).\n',
      put: `        return ${runtime('server')}.leave(this);\n`,
    },
    {
      file: 'dist/jupyter.js',
      find: '    handleShutdown(req) {\n        return {\n            restart: false,\n',
      put: '    handleShutdown(req) {\n        return {\n            status: "ok",\n            restart: req.restart === true,\n',
    },
  ],
};
