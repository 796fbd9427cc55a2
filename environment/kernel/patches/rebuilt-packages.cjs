'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'rebuilt-packages',
  symptom:
    'After a rebuild of a workspace package the import cell compiles against the new types and runs the old code.',
  cause: "Node keeps loaded files for the life of the process, and the compiler's watcher sees changes late.",
  edits: [
    {
      file: 'dist/executor.js',
      find: '            const arg = argArray[0];\n',
      put: `            const arg = argArray[0];\n            ${runtime('rebuilt')}.refresh(req, arg);\n`,
    },
    {
      file: 'dist/converter.js',
      find: '        fileWatchers.set(path, cb);\n',
      put: `        fileWatchers.set(path, cb);\n        ${runtime('rebuilt')}.watchTypes(path, cb);\n`,
    },
    {
      file: 'dist/converter.js',
      find: '    function convert(prevDecl, src) {\n',
      put: `    function convert(prevDecl, src) {\n        ${runtime('rebuilt')}.refreshTypes();\n`,
    },
  ],
};
