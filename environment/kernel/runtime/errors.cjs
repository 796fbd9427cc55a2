'use strict';
// What a failing cell shows: one error with a name, a message and a traceback, for whatever made it fail.
const util = require('node:util');
const { isPath, ways } = require('./packages.cjs');
const { placeInCell, excerpt, sourceOf } = require('./stacks.cjs');

/** The compiler's code for a module it did not find. */
const NOT_FOUND = 2307;

/** Why a cell failed; `content` makes Jupyter's error output of it when it is needed. */
class CellFailure {
  constructor(content) {
    this.content = content;
  }

  /** {ename, evalue, traceback}, also for what throws when it is looked at. */
  describe() {
    try {
      return this.content();
    } catch {
      const evalue = 'what was thrown can not be shown';
      return { ename: 'Uncaught', evalue, traceback: [`Uncaught: ${evalue}`] };
    }
  }
}

/** A cell threw, or awaited a promise that was rejected; `thrown` may be anything. `note` is a line put before it. */
function threw(thrown, note) {
  return new CellFailure(() => {
    const isError = util.types.isNativeError(thrown) || thrown instanceof Error;
    const ename = isError ? String(thrown.name || 'Error') : 'Uncaught';
    const evalue = isError ? String(thrown.message) : util.inspect(thrown);
    const text = isError ? util.inspect(thrown) : `Uncaught ${evalue}`;
    const place = isError ? placeInCell(thrown.stack) : null;
    const source = place && sourceOf(place.script);
    const shown = source ? ['', `${place.script}:`, ...excerpt(source, place)] : [];
    return { ename, evalue, traceback: [...(note ? [note, ''] : []), ...text.split('\n'), ...shown] };
  });
}

/** The compiler refused a cell; `diagnostics` are tslab's. Messages at one place belong together. */
function refused(diagnostics, source) {
  return new CellFailure(() => {
    const traceback = [];
    let previous = null;
    for (const diagnostic of diagnostics) {
      const place = { line: diagnostic.start.line + 1, column: diagnostic.start.character + 1 };
      const where = `${diagnostic.fileName ? `${diagnostic.fileName}:` : ''}${place.line}:${place.column}`;
      if (where === previous) {
        traceback.push(`    ${diagnostic.messageText}`);
        continue;
      }
      previous = where;
      traceback.push(`${where} - error TS${diagnostic.code}: ${diagnostic.messageText}`);
      const missing = diagnostic.code === NOT_FOUND && /'(.*?)'/.exec(diagnostic.messageText);
      if (missing && !(diagnostic.fileName && isPath(missing[1]))) traceback.push(`    ${ways(missing[1])}`);
      const oneLine = diagnostic.end.line === diagnostic.start.line;
      const length = oneLine ? diagnostic.end.character - diagnostic.start.character : 1;
      if (!diagnostic.fileName) traceback.push(...excerpt(source, place, length), '');
    }
    return { ename: 'TypeScriptError', evalue: traceback[0], traceback };
  });
}

module.exports = { CellFailure, threw, refused };
