'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'output-bursts',
  symptom:
    'More than some 490 outputs in one turn of the event loop are lost, and with them the idle status: the cell ' +
    'stays busy, and headless execution ends with a truncated cell and exit code 0.',
  cause:
    'zeromq.js takes that many messages in a turn and throws EBUSY on the next; tslab sends without looking.',
  edits: [
    {
      file: 'dist/jupyter.js',
      find: '        sock.send(heads.concat(bodies));\n',
      put: `        ${runtime('outgoing')}.send(sock, heads.concat(bodies));\n`,
    },
  ],
};
