'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'inspection',
  symptom: 'While the arguments of a call are typed, Shift+Tab shows nothing of the function.',
  cause: 'tslab asks the compiler about the very place of the cursor only.',
  edits: [
    {
      file: 'dist/jupyter.js',
      find: '        const info = this.executor.inspect(req.code, req.cursor_pos);\n',
      put: `        const info = ${runtime('inspection')}.inspect(this.executor, req.code, req.cursor_pos);\n`,
    },
  ],
};
