'use strict';
// Names that complete inside a text: tslab puts them behind what is typed, and knows none where no type is expected,
// as in the options that a notebook keeps in a constant before a section takes them.

/** The text between the quotes of a literal, up to `position`, and where it starts and ends. */
function typedIn(literal, file, position) {
  const start = literal.getStart(file) + 1;
  const end = literal.isUnterminated ? position : literal.end - 1;
  return { start, end: Math.max(end, position), text: file.text.slice(start, position) };
}

/** Whether a position lies between the quotes of a literal. */
const isWithin = (ts, literal, file, position) =>
  ts.isStringLiteralLike(literal) &&
  literal.getStart(file) < position &&
  (position < literal.end || literal.isUnterminated === true);

/** A module's name is completed part by part. */
const isModuleName = (ts, { parent }) =>
  ts.isImportDeclaration(parent) ||
  ts.isExportDeclaration(parent) ||
  (ts.isCallExpression(parent) &&
    (parent.expression.kind === ts.SyntaxKind.ImportKeyword || parent.expression.getText() === 'require'));

/** The property whose value a literal is, or is listed in; null when there is none. */
function propertyOf(ts, literal) {
  const value = ts.isArrayLiteralExpression(literal.parent) ? literal.parent : literal;
  const { parent } = value;
  return ts.isPropertyAssignment(parent) && parent.initializer === value ? parent : null;
}

/** The texts among the members of a type, of a list's entries when it is one. */
function textsOf(ts, checker, type) {
  const members = type.isUnion() ? type.types : [type];
  return members.flatMap((member) => {
    if (member.isStringLiteral()) return [member.value];
    const entry = checker.getIndexTypeOfType(member, ts.IndexKind.Number);
    // A text has entries too: its letters.
    return entry && !(member.flags & ts.TypeFlags.StringLike) && !member.isIntersection()
      ? textsOf(ts, checker, entry)
      : [];
  });
}

/** The options that the modules take which these files import: their interfaces, named so. */
function importedOptions(ts, checker, files) {
  const found = new Set();
  for (const { moduleSpecifier } of files.flatMap(({ statements }) =>
    statements.filter(ts.isImportDeclaration),
  )) {
    const module = checker.getSymbolAtLocation(moduleSpecifier);
    for (const exported of module ? checker.getExportsOfModule(module) : []) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (symbol.flags & ts.SymbolFlags.Interface && symbol.name.endsWith('Options')) found.add(symbol);
    }
  }
  return [...found].map((symbol) => checker.getDeclaredTypeOfSymbol(symbol));
}

/**
 * What a text may be that no type is expected of, by the name of its property: the names that property takes in the
 * options of the modules a notebook imports, of those which have all properties that stand beside it if any has.
 */
function namesByProperty(ts, checker, files, literal) {
  const property = propertyOf(ts, literal);
  const nameOf = (node) => (node?.name && !ts.isComputedPropertyName(node.name) ? node.name.text : undefined);
  const name = nameOf(property);
  if (name === undefined) return [];
  const beside = property.parent.properties.map(nameOf).filter((each) => each !== undefined);
  const options = importedOptions(ts, checker, files).filter((type) => type.getProperty(name));
  const whole = options.filter((type) => beside.every((each) => type.getProperty(each)));
  const texts = (whole.length > 0 ? whole : options).flatMap((type) =>
    textsOf(ts, checker, checker.getTypeOfSymbolAtLocation(type.getProperty(name), literal)),
  );
  return [...new Set(texts)];
}

/**
 * The completion at a position between the quotes of a literal, in place of what is typed there; null elsewhere.
 * `info` is the compiler's own answer, `files` are the cell and what earlier cells declared, `offset` the cell's
 * place in its file.
 */
function inText(ts, program, info, literal, position, files, offset) {
  const [cell] = files;
  if (!literal || !isWithin(ts, literal, cell, position)) return null;
  const { start, end, text } = typedIn(literal, cell, position);
  const known = (info?.entries ?? []).filter(({ kind }) => kind !== ts.ScriptElementKind.warning);
  const entries =
    known.length > 0
      ? known
      : namesByProperty(ts, program.getTypeChecker(), files, literal).map((name) => ({
          name,
          kind: 'string',
        }));
  const done = isModuleName(ts, literal) ? text.lastIndexOf('/') + 1 : 0;
  const typed = text.slice(done).toLowerCase();
  const fitting = entries.filter(({ name }) => name.toLowerCase().startsWith(typed));
  const candidates = [...new Set(fitting.map(({ name }) => name))];
  return { start: start + done - offset, end: end - offset, candidates, original: { entries: fitting } };
}

module.exports = { inText };
