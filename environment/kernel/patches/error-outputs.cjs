'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'error-outputs',
  symptom:
    'A failing cell prints text on stderr: there is no error output, and the reply has neither the name nor the value ' +
    'of the error. The stack has the lines of the compiled code.',
  cause: 'tslab hands errors to console.error and returns false; it compiles without source maps.',
  edits: [
    {
      file: 'dist/converter.js',
      find: '        declaration: true,\n        newLine: ts.NewLineKind.LineFeed,\n',
      put: '        declaration: true,\n        sourceMap: true,\n        newLine: ts.NewLineKind.LineFeed,\n',
    },
    {
      file: 'dist/converter.js',
      find: '                if (fileName === dstDeclFilename) {\n',
      put:
        '                if (fileName === dstFilename + ".map") {\n' +
        '                    outputMap = data;\n' +
        '                    return;\n' +
        '                }\n' +
        '                if (fileName === dstDeclFilename) {\n',
    },
    {
      file: 'dist/converter.js',
      find: '        let output;\n',
      put: '        let output;\n        let outputMap;\n',
    },
    {
      file: 'dist/converter.js',
      find: '            output: esModuleToCommonJSModule(output, transpileTarget),\n',
      put: `            ...${runtime('stacks')}.commonJs(ts, output, outputMap, transpileTarget),\n`,
    },
    {
      file: 'dist/executor.js',
      find: '            printDiagnostics(converted.diagnostics);\n            return false;\n',
      put: `            throw ${runtime('errors')}.refused(converted.diagnostics, src);\n`,
    },
    {
      file: 'dist/executor.js',
      find: '            prevDecl = converted.declOutput || "";\n            return true;\n',
      put: '            prevDecl = converted.declOutput || "";\n            return {};\n',
    },
    {
      file: 'dist/executor.js',
      find: `        let promise = null;
        try {
            // Wrap code with (function(){...}) to improve the performance (#11)
            // Also, it's necessary to redeclare let and const in tslab.
            const prefix = converted.hasToplevelAwait
                ? "(async function(exports, require) { "
                : "(function(exports, require) { ";
            const wrapped = prefix +
                converted.output +
                "\\n})(__tslab__.exports, __tslab__.require)";
            const ret = vm_1.default.runInThisContext(wrapped, {
                breakOnSigint: true,
            });
            if (converted.hasToplevelAwait) {
                promise = ret;
            }
        }
        catch (e) {
            console.error(e);
            return false;
        }
        if (promise) {
            try {
                await Promise.race([promise, interruptPromise]);
            }
            catch (e) {
                console.error(e);
                return false;
            }
        }
`,
      put: `        await ${runtime('evaluation')}.evaluate(converted, req);\n`,
    },
    {
      file: 'dist/executor.js',
      find: '            delete exports[converted.lastExpressionVar];\n            console.log(ret);\n        }\n        return true;\n',
      put: '            delete exports[converted.lastExpressionVar];\n            return { value: ret };\n        }\n        return {};\n',
    },
  ],
};
