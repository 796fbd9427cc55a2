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

/** What the compiler knows of the place, or of the function whose arguments are being typed there. */
function inspect(executor, code, position) {
  const here = executor.inspect(code, position);
  if (here) return here;
  const call = openCall(require('@tslab/typescript-for-tslab'), code, position);
  return call === null ? here : executor.inspect(code, call);
}

module.exports = { inspect, openCall };
