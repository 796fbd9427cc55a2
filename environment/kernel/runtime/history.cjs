'use strict';
// history_request: what this kernel has run. It is gone with the kernel, so there is one session, of number 1.

const SESSION = 1;
/** {line: execution count, code, result: the text shown as the cell's result, or null} */
const entries = [];

/** Notes a cell that ran; returns its entry, whose result may be set later. */
function add(line, code) {
  const entry = { line, code, result: null };
  entries.push(entry);
  return entry;
}

/** A pattern of the history protocol (`*` any text, `?` any character) as an expression. */
const asExpression = (pattern) =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '[^]*')
      .replace(/\?/g, '[^]')}$`,
  );

function found({ hist_access_type: access, n, session = 0, start = 0, stop, pattern = '*', unique = false }) {
  if (access === 'range') {
    if (session !== 0 && session !== SESSION) return [];
    return entries.filter(
      ({ line }) => line >= start && (stop === undefined || stop === null || line < stop),
    );
  }
  let matching = entries;
  if (access === 'search') {
    const expression = asExpression(pattern);
    matching = entries.filter(({ code }) => expression.test(code));
    if (unique) matching = [...new Map(matching.map((entry) => [entry.code, entry])).values()];
  }
  return typeof n === 'number' ? matching.slice(Math.max(0, matching.length - n)) : matching;
}

/** The content of the reply. */
function answer(request) {
  const history = found(request).map((entry) => [
    SESSION,
    entry.line,
    request.output ? [entry.code, entry.result] : entry.code,
  ]);
  return { status: 'ok', history };
}

module.exports = { add, answer };
