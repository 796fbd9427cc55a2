'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'earlier-names',
  symptom:
    'Names of earlier cells fail or misbehave in ordinary forms: `{ y }` is a ReferenceError, `const { a: b } = row` a ' +
    'SyntaxError about exports, `({ n } = { n: 77 })` silently does nothing, and `f()` gets the shared object as `this`.',
  cause:
    'tslab turns `y` into `exports.y` by looking at identifiers alone: it misses shorthand properties, renames keys ' +
    'whose property is declared by an earlier cell, and makes a method call of a function call.',
  edits: [
    {
      file: 'dist/converter.js',
      find: '                node = ts.visitEachChild(node, wrapPrevIdentifier, nullTransformationContext);\n',
      put:
        `                node = ${runtime('names')}.qualify(ts, checker, declsFile, node);\n` +
        `                node = ${runtime('awaits')}.checkAwaits(ts, node);\n`,
    },
  ],
};
