'use strict';

module.exports = {
  name: 'namespaces',
  symptom: 'A `namespace` is known in the next cell and unknown in the one after.',
  cause: 'The list of declarations that tslab carries from cell to cell has no case for namespaces.',
  edits: [
    {
      file: 'dist/converter.js',
      find: '                // TODO: Support more kinds.\n',
      put:
        '                const redeclared = locals.get(key);\n' +
        '                if (ts.isModuleDeclaration(node) && !(redeclared && redeclared.flags & ts.SymbolFlags.Namespace)) {\n' +
        '                    addName(node, key);\n' +
        '                }\n',
    },
  ],
};
