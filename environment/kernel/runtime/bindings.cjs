'use strict';
// The names cells share. Each cell publishes its top-level names on one object, from which later cells read them.
// `let` and `var` are published as accessors on the cell's own variable, so a later cell's assignment reaches the
// functions that closed over it, and the other way round. A name appears when its declaration is reached.

const namespace = Object.create(null);
// The compiler marks each cell as a module; the same mark again is no change.
Object.defineProperty(namespace, '__esModule', { value: true });

/** What the running cell has replaced: name to the descriptor it had, undefined when it had none. */
let replaced = new Map();

function define(name, descriptor) {
  if (!replaced.has(name)) replaced.set(name, Object.getOwnPropertyDescriptor(namespace, name));
  Object.defineProperty(namespace, name, { ...descriptor, configurable: true, enumerable: true });
}

/** Called by compiled cells. */
const publish = {
  constant: (name, value) => define(name, { value, writable: true }),
  variable: (name, get, set) => define(name, { get, set }),
  imported: (name, get) => define(name, { get }),
};

/** From here on, `restore` undoes what is published. */
function begin() {
  replaced = new Map();
}

/** Takes back what a failing cell published: its names are what they were before it. */
function restore() {
  for (const [name, descriptor] of replaced) {
    if (descriptor) Object.defineProperty(namespace, name, descriptor);
    else delete namespace[name];
  }
  replaced = new Map();
}

/**
 * Adds the calls that publish a compiled cell's top-level names. `file` is the cell in ECMAScript, its last statement
 * the `export { a, b }` of all names that tslab appended; what is left in there are names that exist at run time.
 */
function publishNames(ts, file) {
  const { factory } = ts;
  const isList = (statement) =>
    ts.isExportDeclaration(statement) && statement.exportClause && !statement.moduleSpecifier;
  const names = new Set();
  for (const list of file.statements.filter(isList)) {
    for (const element of list.exportClause.elements) names.add(element.name.text);
  }

  const arrow = (parameters, body) =>
    factory.createArrowFunction(undefined, undefined, parameters, undefined, undefined, body);
  const call = (how, name, ...rest) => {
    names.delete(name);
    const cell = factory.createPropertyAccessExpression(factory.createIdentifier('__cell'), 'publish');
    const callee = factory.createPropertyAccessExpression(cell, how);
    return factory.createExpressionStatement(
      factory.createCallExpression(callee, undefined, [factory.createStringLiteral(name), ...rest]),
    );
  };
  const id = (name) => factory.createIdentifier(name);
  const constant = (name) => call('constant', name, id(name));
  const imported = (name) => call('imported', name, arrow([], id(name)));
  const variable = (name) => {
    const value = factory.createUniqueName('value');
    const set = arrow(
      [factory.createParameterDeclaration(undefined, undefined, value)],
      factory.createBlock([factory.createExpressionStatement(factory.createAssignment(id(name), value))]),
    );
    return call('variable', name, arrow([], id(name)), set);
  };

  const hoisted = [];
  const body = [];
  for (const statement of file.statements) {
    if (isList(statement)) continue;
    body.push(statement);
    for (const { name, kind } of declared(ts, statement)) {
      if (!names.has(name)) continue;
      if (kind === 'function') hoisted.push(constant(name));
      else if (kind === 'import') body.push(imported(name));
      else if (kind === 'let') body.push(variable(name));
      else body.push(constant(name));
    }
  }
  // What no top-level statement declares is a `var` in a block or a loop.
  for (const name of [...names]) hoisted.push(variable(name));
  const marker = factory.createExportDeclaration(undefined, false, factory.createNamedExports([]));
  return factory.updateSourceFile(file, [...hoisted, ...body, marker]);
}

/** The names a statement declares, and how. */
function declared(ts, statement) {
  if (ts.isFunctionDeclaration(statement) && statement.name)
    return [{ name: statement.name.text, kind: 'function' }];
  if (ts.isClassDeclaration(statement) && statement.name)
    return [{ name: statement.name.text, kind: 'class' }];
  if (ts.isImportDeclaration(statement) && statement.importClause) {
    const { name, namedBindings } = statement.importClause;
    const found = name ? [name.text] : [];
    if (namedBindings && ts.isNamespaceImport(namedBindings)) found.push(namedBindings.name.text);
    else if (namedBindings) found.push(...namedBindings.elements.map((element) => element.name.text));
    return found.map((text) => ({ name: text, kind: 'import' }));
  }
  if (!ts.isVariableStatement(statement)) return [];
  const { flags, declarations } = statement.declarationList;
  if (!(flags & ts.NodeFlags.BlockScoped)) return []; // `var` is hoisted
  const kind = flags & ts.NodeFlags.Const ? 'const' : 'let';
  const found = [];
  const collect = (pattern) => {
    if (ts.isIdentifier(pattern)) found.push({ name: pattern.text, kind });
    else for (const element of pattern.elements) if (ts.isBindingElement(element)) collect(element.name);
  };
  for (const declaration of declarations) collect(declaration.name);
  return found;
}

module.exports = { namespace, publish, begin, restore, publishNames };
