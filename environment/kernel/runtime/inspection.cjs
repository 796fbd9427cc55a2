'use strict';
// What Lab shows for the place of the cursor. Between the parentheses of a call that is the function called.

/** Where the name of the innermost call starts that is open at `position`; null when none is. */
function openCall(ts, code, position) {
  const scanner = ts.createScanner(
    ts.ScriptTarget.Latest,
    /* skipTrivia */ true,
    ts.LanguageVariant.Standard,
    code,
  );
  const open = [];
  let name = null;
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (scanner.getTokenPos() >= position) break;
    if (kind === ts.SyntaxKind.OpenParenToken) open.push(name);
    else if (kind === ts.SyntaxKind.OpenBraceToken || kind === ts.SyntaxKind.OpenBracketToken)
      open.push(null);
    else if (kind === ts.SyntaxKind.CloseParenToken) open.pop();
    else if (kind === ts.SyntaxKind.CloseBraceToken || kind === ts.SyntaxKind.CloseBracketToken) open.pop();
    name = kind === ts.SyntaxKind.Identifier ? scanner.getTokenPos() : null;
  }
  return open.findLast((place) => place !== null) ?? null;
}

/** What the compiler says of a name it does not know. */
const isUnknown = (info) => info?.displayParts?.map(({ text }) => text).join('') === 'any';

/**
 * What the compiler knows of the place, or of the function whose arguments are being typed there. Lab asks for
 * the name of a completion with a cursor behind the end of the code: that is its end.
 */
function inspect(executor, code, position) {
  const place = Math.min(position, code.length);
  const here = executor.inspect(code, place);
  if (here && !isUnknown(here)) return here;
  const call = openCall(require('@tslab/typescript-for-tslab'), code, place);
  return call === null ? undefined : executor.inspect(code, call);
}

/** The metadata by which Lab knows each completion's kind, and asks for its documentation by its own name. */
function completionTypes({ start, end, candidates, original }) {
  const kinds = new Map((original?.entries ?? []).map(({ name, kind }) => [name, kind]));
  const types = candidates.map((text) => ({ text, type: kinds.get(text) ?? '', start, end }));
  return { _jupyter_types_experimental: types };
}

module.exports = { completionTypes, inspect, openCall };
