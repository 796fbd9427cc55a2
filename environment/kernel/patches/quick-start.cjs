'use strict';

module.exports = {
  name: 'quick-start',
  symptom: 'The kernel starts late: it reads the types of every package that happens to be installed.',
  cause:
    "TypeScript includes all of node_modules/@types as global declarations unless it is told which; cells need Node's.",
  edits: [
    {
      file: 'dist/converter.js',
      find: '        typeRoots: getTypeRoots(),\n',
      put: '        typeRoots: getTypeRoots(),\n        types: ["node"],\n',
    },
  ],
};
