'use strict';
// Awaits in cells: whether a cell has one at its top level, and the check compiled into each (see interrupts.cjs).

/** True when the cell must run as an async function: an await that belongs to no function or class member. */
function atTopLevel(ts, file) {
  let found = false;
  const visit = (node) => {
    if (found || ts.isFunctionLike(node)) return;
    if (ts.isPropertyDeclaration(node) || ts.isClassStaticBlockDeclaration(node)) return;
    if (ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier)) found = true;
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** `await x` becomes `__cell.live(__cell.epoch, await x)`, and `for await (const y of x)` goes through `__cell.each(x)`. */
function checkAwaits(ts, file) {
  const { factory } = ts;
  const context = ts.getNullTransformationContext();
  const member = (name) => factory.createPropertyAccessExpression(factory.createIdentifier('__cell'), name);
  const call = (name, given) => factory.createCallExpression(member(name), undefined, given);
  const visit = (node) => {
    const visited = ts.visitEachChild(node, visit, context);
    if (ts.isAwaitExpression(visited)) return call('live', [member('epoch'), visited]);
    if (ts.isForOfStatement(visited) && visited.awaitModifier) {
      const { awaitModifier, initializer, expression, statement } = visited;
      return factory.updateForOfStatement(
        visited,
        awaitModifier,
        initializer,
        call('each', [expression]),
        statement,
      );
    }
    return visited;
  };
  return ts.visitEachChild(file, visit, context);
}

module.exports = { atTopLevel, checkAwaits };
