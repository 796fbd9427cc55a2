'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'sends',
  symptom:
    'More than some 490 outputs in one turn of the event loop are lost, and with them the idle status: the cell stays ' +
    'busy, and headless execution ends with a truncated cell and exit code 0. One output in 512 stays behind a cell that ' +
    'blocks. An interrupt within a send loses the message, or sends it twice.',
  cause:
    'zeromq.js leaves each 512th message to a later turn, unless the socket is opened with a sendTimeout of 0, and throws ' +
    'EBUSY on the next until then; tslab sends without looking.',
  edits: [
    {
      file: 'dist/jupyter.js',
      find: '        sock.send(heads.concat(bodies));\n',
      put: `        ${runtime('outgoing')}.send(sock, heads.concat(bodies));\n`,
    },
  ],
};
