'use strict';
// Names of earlier cells. In a compiled cell a reference to one becomes a property of the shared object: `y` becomes
// `exports.y`. Which identifiers are such references is decided by the symbol they resolve to, not by their spelling.

/**
 * The cell with its references to earlier cells' names qualified. `declarations` is tslab's file of what earlier
 * cells declared; a name is one of theirs when it resolves to a local of that file.
 */
function qualify(ts, checker, declarations, file) {
  const { factory } = ts;
  const context = ts.getNullTransformationContext();
  const earlier = (name, symbol) =>
    symbol !== undefined && declarations.locals?.get(name.escapedText) === symbol;
  const isEarlier = (name) => earlier(name, checker.getSymbolAtLocation(ts.getOriginalNode(name)));
  const property = (name) =>
    ts.setTextRange(factory.createPropertyAccessExpression(factory.createIdentifier('exports'), name), name);
  const visit = (node) => visitors[node.kind]?.(node) ?? visitChildren(node);
  const visitChildren = (node) => ts.visitEachChild(node, visit, context);
  const visitNode = (node) => node && ts.visitNode(node, visit);
  /** A name that is only a key: it stays as it is, unless it is computed. */
  const visitKey = (name) => (name && ts.isComputedPropertyName(name) ? visitChildren(name) : name);
  /** A callee must not get the shared object as its `this`. */
  const visitCallee = (callee) => {
    if (!ts.isIdentifier(callee) || !isEarlier(callee)) return visitNode(callee);
    return factory.createParenthesizedExpression(
      factory.createComma(factory.createNumericLiteral(0), property(callee)),
    );
  };

  const visitors = {
    [ts.SyntaxKind.Identifier]: (node) => (isEarlier(node) ? property(node) : node),
    [ts.SyntaxKind.PropertyAccessExpression]: (node) =>
      ts.isPropertyAccessChain(node)
        ? factory.updatePropertyAccessChain(
            node,
            visitNode(node.expression),
            node.questionDotToken,
            node.name,
          )
        : factory.updatePropertyAccessExpression(node, visitNode(node.expression), node.name),
    [ts.SyntaxKind.PropertyAssignment]: (node) =>
      factory.updatePropertyAssignment(node, visitKey(node.name), visitNode(node.initializer)),
    [ts.SyntaxKind.ShorthandPropertyAssignment]: (node) => {
      const value = checker.getShorthandAssignmentValueSymbol(ts.getOriginalNode(node));
      const fallback = visitNode(node.objectAssignmentInitializer);
      if (!earlier(node.name, value)) {
        return factory.updateShorthandPropertyAssignment(node, node.name, fallback);
      }
      const target = property(node.name);
      return factory.createPropertyAssignment(
        node.name,
        fallback ? factory.createAssignment(target, fallback) : target,
      );
    },
    [ts.SyntaxKind.BindingElement]: (node) =>
      factory.updateBindingElement(
        node,
        node.dotDotDotToken,
        visitKey(node.propertyName),
        ts.isIdentifier(node.name) ? node.name : visitNode(node.name),
        visitNode(node.initializer),
      ),
    [ts.SyntaxKind.CallExpression]: (node) => {
      const callee = visitCallee(node.expression);
      const given = ts.visitNodes(node.arguments, visit);
      return ts.isCallChain(node)
        ? factory.updateCallChain(node, callee, node.questionDotToken, undefined, given)
        : factory.updateCallExpression(node, callee, undefined, given);
    },
    [ts.SyntaxKind.TaggedTemplateExpression]: (node) =>
      factory.updateTaggedTemplateExpression(
        node,
        visitCallee(node.tag),
        undefined,
        visitNode(node.template),
      ),
    [ts.SyntaxKind.ImportDeclaration]: (node) => node,
    [ts.SyntaxKind.ExportDeclaration]: (node) => node,
    [ts.SyntaxKind.LabeledStatement]: (node) =>
      factory.updateLabeledStatement(node, node.label, visitNode(node.statement)),
    [ts.SyntaxKind.BreakStatement]: (node) => node,
    [ts.SyntaxKind.ContinueStatement]: (node) => node,
  };
  return visitChildren(file);
}

module.exports = { qualify };
