import type { Expr, Handler, Stmt } from '../../ir/ir.ts';
import { loopStatement, plainStatements } from '../shared/plain-nodes.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import { lowerConstructorCall } from './calls.ts';
import { lowerClass } from './classes.ts';
import type { JavaLowering } from './lowering.ts';
import { lowerImport } from './names.ts';
import { lowerSwitch } from './switches.ts';

/** What lowers which kind of statement. */
export function statementHandlers(java: JavaLowering): Record<string, (n: number, into: Stmt[]) => void> {
  const classStatement = (n: number, into: Stmt[]) => void lowerClass(java, n, into);
  const attempt = (n: number, into: Stmt[]) => lowerTry(java, n, into);
  return {
    ...plainStatements(java),
    package_declaration: () => {},
    import_declaration: (n) => lowerImport(java, n),
    class_declaration: classStatement,
    interface_declaration: classStatement,
    enum_declaration: classStatement,
    record_declaration: classStatement,
    annotation_type_declaration: () => {},
    local_variable_declaration: (n, into) => lowerVariables(java, n, into),
    expression_statement: (n, into) => {
      const value = java.firstNamed(n);
      if (isNone(value)) return;
      if (java.kind(value) === 'switch_expression') lowerSwitch(java, value, into);
      else into.push({ k: 'expr', value: java.expression(value), ...java.span(n) });
    },
    switch_expression: (n, into) => lowerSwitch(java, n, into),
    // What a switch yields is what the function that stands for its arm returns.
    yield_statement: (n, into) =>
      into.push({ k: 'return', value: java.expression(java.firstNamed(n)), ...java.span(n) }),
    for_statement: (n, into) => {
      for (const initial of java.fieldAll(n, 'init')) java.statement(initial, into);
      into.push(loopStatement(java, n, false));
    },
    enhanced_for_statement: (n, into) => {
      const target = java.variable(java.field(n, 'name'), java.field(n, 'type'));
      const iterable = java.expression(java.field(n, 'value'));
      const body = java.body(java.field(n, 'body'));
      into.push({ k: 'each', target, iterable, keys: false, body, otherwise: [], ...java.span(n) });
    },
    try_statement: attempt,
    try_with_resources_statement: attempt,
    synchronized_statement: (n, into) =>
      into.push({ k: 'block', body: java.block(java.field(n, 'body')), ...java.span(n) }),
    labeled_statement: (n, into) => {
      const body = java.named(n).at(-1);
      if (body !== undefined) java.statement(body, into);
    },
    explicit_constructor_invocation: (n, into) => lowerConstructorCall(java, n, into),
  };
}

function lowerVariables(java: JavaLowering, n: number, into: Stmt[]): void {
  const type = java.field(n, 'type');
  for (const child of java.fieldAll(n, 'declarator')) {
    const valueNode = java.field(child, 'value');
    const value: Expr = isNone(valueNode)
      ? { k: 'const', value: null, ...java.span(child) }
      : java.expression(valueNode);
    const target = java.variable(java.field(child, 'name'), type);
    into.push({ k: 'expr', value: { k: 'assign', target, value, ...java.span(child) }, ...java.span(n) });
  }
}

function lowerTry(java: JavaLowering, n: number, into: Stmt[]): void {
  const body = [...lowerResources(java, java.field(n, 'resources')), ...java.block(java.field(n, 'body'))];
  const handlers: Handler[] = [];
  let last: Stmt[] = [];
  for (const child of java.named(n)) {
    if (java.kind(child) === 'finally_clause') last = java.block(java.firstNamed(child));
    if (java.kind(child) !== 'catch_clause') continue;
    const parameter = java.childOfKind(child, 'catch_formal_parameter');
    const name = isNone(parameter) ? undefined : java.variable(java.field(parameter, 'name'), noNode);
    const types = java.childOfKind(parameter, 'catch_type');
    handlers.push({
      name,
      types: isNone(types) ? undefined : java.expression(java.firstNamed(types)),
      body: java.block(java.field(child, 'body')),
    });
  }
  into.push({ k: 'try', body, handlers, otherwise: [], last, ...java.span(n) });
}

/** `try (X x = …)` declares its variables before its body. */
function lowerResources(java: JavaLowering, list: number): Stmt[] {
  const found: Stmt[] = [];
  for (const resource of java.named(list)) {
    const name = java.field(resource, 'name');
    const valueNode = java.field(resource, 'value');
    if (isNone(name) || isNone(valueNode)) continue;
    const span = java.span(resource);
    const value = java.expression(valueNode);
    const target = java.variable(name, java.field(resource, 'type'));
    found.push({ k: 'expr', value: { k: 'assign', target, value, ...span }, ...span });
  }
  return found;
}
