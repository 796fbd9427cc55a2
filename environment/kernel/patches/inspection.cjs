'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'inspection',
  symptom:
    'While the arguments of a call are typed, Shift+Tab shows nothing of the function; beside a completion Lab shows ' +
    '"any" for its documentation.',
  cause:
    'tslab asks the compiler about the very place of the cursor only, and tells Lab nothing of what a completion is.',
  edits: [
    {
      file: 'dist/jupyter.js',
      find: '        const info = this.executor.inspect(req.code, req.cursor_pos);\n',
      put: `        const info = ${runtime('inspection')}.inspect(this.executor, req.code, req.cursor_pos);\n`,
    },
    {
      file: 'dist/jupyter.js',
      find: '            matches: info.candidates,\n            metadata: {},\n',
      put: `            matches: info.candidates,\n            metadata: ${runtime('inspection')}.completionTypes(info),\n`,
    },
  ],
};
