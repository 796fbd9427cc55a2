'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'live-bindings',
  symptom:
    'A function that closes over a `let` of its cell does not see what later cells assign to it (4 where 14 was ' +
    'right), and a failing cell that declares a name again leaves it undefined.',
  cause:
    "tslab copies the values of a cell's names to a shared object, and empties them there before the cell runs.",
  edits: [
    {
      file: 'dist/converter.js',
      find:
        '                    asMutable(node).statements = ts.factory.createNodeArray(statements);\n' +
        '                    break;\n' +
        '                }\n' +
        '                return node;\n',
      put:
        '                    asMutable(node).statements = ts.factory.createNodeArray(statements);\n' +
        '                    break;\n' +
        '                }\n' +
        `                return ${runtime('bindings')}.publishNames(ts, node);\n`,
    },
    {
      file: 'dist/executor.js',
      find: '    const exports = createExports();\n',
      put: `    const exports = ${runtime('bindings')}.namespace;\n`,
    },
  ],
};
