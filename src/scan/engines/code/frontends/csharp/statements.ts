import type { Expr, Handler, Stmt, Target } from '../../ir/ir.ts';
import { loopStatement, plainStatements } from '../shared/plain-nodes.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import { lowerClass } from './classes.ts';
import { lowerInitial } from './creations.ts';
import { lowerFunction } from './functions.ts';
import type { CsharpLowering } from './lowering.ts';
import { lowerSwitch } from './patterns.ts';

/** What lowers which kind of statement. */
export function statementHandlers(csharp: CsharpLowering): Record<string, (n: number, into: Stmt[]) => void> {
  const types = (n: number, into: Stmt[]) => lowerClass(csharp, n, into);
  const inside = (n: number, into: Stmt[]) => into.push(...csharp.block(n));
  const local = (n: number, into: Stmt[]) => {
    for (const child of csharp.named(n))
      if (csharp.kind(child) === 'variable_declaration') lowerVariables(csharp, child, into);
  };
  return {
    ...plainStatements(csharp),
    using_directive: () => {},
    namespace_declaration: (n, into) => into.push(...csharp.block(csharp.field(n, 'body'))),
    file_scoped_namespace_declaration: inside,
    class_declaration: types,
    struct_declaration: types,
    record_declaration: types,
    interface_declaration: types,
    enum_declaration: types,
    global_statement: inside,
    local_declaration_statement: local,
    using_statement: (n, into) => {
      local(n, into);
      into.push({ k: 'block', body: csharp.body(csharp.field(n, 'body')), ...csharp.span(n) });
    },
    expression_statement: (n, into) =>
      into.push({ k: 'expr', value: csharp.expression(csharp.firstNamed(n)), ...csharp.span(n) }),
    local_function_statement: (n, into) => {
      const name = csharp.slice(csharp.field(n, 'name'));
      csharp.declare(name);
      into.push({ k: 'function', fn: lowerFunction(csharp, n, name, false), ...csharp.span(n) });
    },
    // What is yielded is one of the items that the function gives; it goes on afterwards.
    yield_statement: (n, into) => {
      const value = csharp.firstNamed(n);
      if (isNone(value)) return;
      const span = csharp.span(n);
      const items = [{ value: csharp.expression(value), spread: false }];
      const given: Stmt = { k: 'return', value: { k: 'list', items, isSet: false, ...span }, ...span };
      into.push({
        k: 'if',
        test: { k: 'unknown', parts: [], ...span },
        yes: [given],
        otherwise: [],
        ...span,
      });
    },
    lock_statement: (n, into) => {
      const body = csharp.named(n).at(-1);
      if (body !== undefined) csharp.statement(body, into);
    },
    for_statement: (n, into) => {
      const initial = csharp.field(n, 'initializer');
      if (csharp.kind(initial) === 'variable_declaration') lowerVariables(csharp, initial, into);
      into.push(loopStatement(csharp, n, false));
    },
    foreach_statement: (n, into) => {
      const left = csharp.field(n, 'left');
      const target = isTuple(csharp, left)
        ? { k: 'list' as const, items: namesOf(csharp, left), ...csharp.span(left) }
        : csharp.variable(left, csharp.field(n, 'type'));
      const iterable = csharp.expression(csharp.field(n, 'right'));
      const body = csharp.body(csharp.field(n, 'body'));
      into.push({ k: 'each', target, iterable, keys: false, body, otherwise: [], ...csharp.span(n) });
    },
    switch_statement: (n, into) => lowerSwitch(csharp, n, into),
    try_statement: (n, into) => lowerTry(csharp, n, into),
  };
}

function lowerVariables(csharp: CsharpLowering, n: number, into: Stmt[]): void {
  const type = csharp.field(n, 'type');
  for (const child of csharp.named(n)) {
    if (csharp.kind(child) !== 'variable_declarator') continue;
    const span = csharp.span(child);
    const name = csharp.field(child, 'name');
    const valueNode = csharp.named(child).at(-1) ?? noNode;
    const value: Expr =
      valueNode <= name ? { k: 'const', value: null, ...span } : lowerInitial(csharp, valueNode, type);
    const pattern = csharp.childOfKind(child, 'tuple_pattern');
    const target = isNone(pattern) ? csharp.variable(name, type) : lowerTuple(csharp, pattern);
    into.push({ k: 'expr', value: { k: 'assign', target, value, ...span }, ...csharp.span(n) });
  }
}

/** `var (a, b) = …`. */
function lowerTuple(csharp: CsharpLowering, pattern: number): Target {
  const items = csharp.named(pattern).map((item) => csharp.variable(item, noNode));
  return { k: 'list', items, ...csharp.span(pattern) };
}

function lowerTry(csharp: CsharpLowering, n: number, into: Stmt[]): void {
  const handlers: Handler[] = [];
  let last: Stmt[] = [];
  const body = csharp.block(csharp.field(n, 'body'));
  for (const child of csharp.named(n)) {
    if (csharp.kind(child) === 'finally_clause') last = csharp.block(csharp.firstNamed(child));
    if (csharp.kind(child) !== 'catch_clause') continue;
    const declaration = csharp.childOfKind(child, 'catch_declaration');
    const nameNode = csharp.field(declaration, 'name');
    const typeNode = csharp.field(declaration, 'type');
    handlers.push({
      name: isNone(nameNode) ? undefined : csharp.variable(nameNode, noNode),
      types: isNone(typeNode) ? undefined : csharp.expression(typeNode),
      body: csharp.block(csharp.field(child, 'body')),
    });
  }
  into.push({ k: 'try', body, handlers, otherwise: [], last, ...csharp.span(n) });
}

/** `foreach (var (key, value) in map)`. */
function isTuple(csharp: CsharpLowering, n: number): boolean {
  return csharp.kind(n) === 'tuple_pattern';
}

function namesOf(csharp: CsharpLowering, n: number): Target[] {
  return csharp.fieldAll(n, 'name').map((name) => csharp.variable(name, noNode));
}
