import type { Expr, Handler, Span, Stmt, Target } from '../../ir/ir.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { lowerClass } from './classes.ts';
import { declaredAs, lowerFunction } from './functions.ts';
import type { SwiftLowering } from './lowering.ts';

/** What lowers which kind of statement. */
export function statementHandlers(swift: SwiftLowering): Record<string, (n: number, into: Stmt[]) => void> {
  const classStatement = (n: number, into: Stmt[]) => lowerClass(swift, n, into);
  const skip = () => {};
  return {
    import_declaration: skip,
    typealias_declaration: skip,
    class_declaration: classStatement,
    protocol_declaration: skip,
    function_declaration: (n, into) => {
      const name = swift.slice(swift.childOfKind(n, 'simple_identifier'));
      swift.declare(name);
      into.push({ k: 'function', fn: lowerFunction(swift, n, name, false), ...swift.span(n) });
    },
    property_declaration: (n, into) => lowerProperty(swift, n, into),
    statements: (n, into) => into.push(...swift.block(n)),
    assignment: (n, into) => lowerAssignment(swift, n, into),
    if_statement: (n, into) => lowerIf(swift, n, into),
    guard_statement: (n, into) => lowerGuard(swift, n, into),
    switch_statement: (n, into) => lowerSwitch(swift, n, into),
    for_statement: (n, into) => lowerFor(swift, n, into),
    while_statement: (n, into) => lowerWhile(swift, n, into),
    repeat_while_statement: (n, into) => lowerRepeat(swift, n, into),
    do_statement: (n, into) => lowerDo(swift, n, into),
    control_transfer_statement: (n, into) => lowerTransfer(swift, n, into),
  };
}

function assigned(target: Target, value: Expr, span: { start: number; end: number }): Stmt {
  return { k: 'expr', value: { k: 'assign', target, value, ...span }, ...span };
}

function lowerProperty(swift: SwiftLowering, n: number, into: Stmt[]): void {
  const span = swift.span(n);
  const valueNode = swift.field(n, 'value');
  const value = isNone(valueNode) ? swift.nothing(span) : swift.expression(valueNode);
  const nameNode = swift.field(n, 'name');
  const plain = swift.field(nameNode, 'bound_identifier');
  const annotation = swift.childOfKind(n, 'type_annotation');
  const target = isNone(plain)
    ? swift.pattern(nameNode)
    : declaredAs(swift, plain, swift.firstNamed(annotation));
  into.push(assigned(target, value, span));
}

function lowerAssignment(swift: SwiftLowering, n: number, into: Stmt[]): void {
  const span = swift.span(n);
  const targetNode = swift.field(n, 'target');
  const valueNode = swift.field(n, 'result');
  const value: Expr = isNone(valueNode) ? { k: 'const', value: null, ...span } : swift.expression(valueNode);
  const place = swift.expression(targetNode);
  if (place.k !== 'name' && place.k !== 'member' && place.k !== 'index') return;
  // What a rule reads of an assignment is all of it.
  const target = place.k === 'member' ? { ...place, ...span } : place;
  const sign = swift.text
    .slice(swift.end(targetNode), isNone(valueNode) ? swift.end(n) : swift.start(valueNode))
    .trim();
  const op = /^([-+*/%])=/.exec(sign)?.[1];
  const value_: Expr = op
    ? { k: 'assign', target, value, op, ...span }
    : { k: 'assign', target, value, ...span };
  into.push({ k: 'expr', value: value_, ...span });
}

/** What `if let x = y, p` binds and asks. */
function conditionsOf(swift: SwiftLowering, n: number): { bound: Stmt[]; test: Expr } {
  const span = swift.span(n);
  const bound: Stmt[] = [];
  const tests: Expr[] = [];
  let name = noNode;
  const { tree } = swift;
  for (const child of swift.named(n)) {
    const kind = swift.kind(child);
    if (kind === 'statements' || kind === 'else') break;
    if (kind === 'value_binding_pattern') continue;
    if (tree.field[child] === swift.fieldId('bound_identifier')) name = child;
    else if (isNode(name)) {
      const value = swift.expression(child);
      const target = swift.declared(name, noNode);
      bound.push(assigned(target, value, span));
      if (target.k === 'name') tests.push(isThere(target, swift.span(child)));
      name = noNode;
    } else tests.push(swift.expression(child));
  }
  // `if let x` alone unwraps a variable of that name.
  const test = tests.reduce<Expr | undefined>(
    (left, right) => (left ? { k: 'logic', op: 'and', left, right, ...span } : right),
    undefined,
  );
  return { bound, test: test ?? swift.nothing(span) };
}

/** `let x = y` holds where there is a value. */
function isThere(left: Expr, span: Span): Expr {
  return { k: 'binary', op: '!=', left, right: { k: 'const', value: null, ...span }, ...span };
}

function lowerIf(swift: SwiftLowering, n: number, into: Stmt[]): void {
  const { bound, test } = conditionsOf(swift, n);
  into.push(...bound);
  const parts = swift.named(n);
  const split = parts.findIndex((child) => swift.kind(child) === 'else');
  const isBody = (child: number) => /^(?:statements|if_statement)$/.test(swift.kind(child));
  const yes = parts
    .slice(0, split < 0 ? parts.length : split)
    .find((child) => swift.kind(child) === 'statements');
  const no = split < 0 ? undefined : parts.slice(split).find(isBody);
  into.push({ k: 'if', test, yes: branch(swift, yes), otherwise: branch(swift, no), ...swift.span(n) });
}

function branch(swift: SwiftLowering, n: number | undefined): Stmt[] {
  if (n === undefined) return [];
  const into: Stmt[] = [];
  swift.statement(n, into);
  return into;
}

/** What follows a guard runs only where its condition holds. */
function lowerGuard(swift: SwiftLowering, n: number, into: Stmt[]): void {
  const { bound, test } = conditionsOf(swift, n);
  into.push(...bound);
  const otherwise = swift.body(n);
  into.push({ k: 'if', test, yes: [], otherwise, ...swift.span(n) });
}

function lowerSwitch(swift: SwiftLowering, n: number, into: Stmt[]): void {
  const subject = swift.expression(swift.field(n, 'expr'));
  const entries = swift.named(n).filter((child) => swift.kind(child) === 'switch_entry');
  const cases = entries.map((entry) => {
    const patterns = swift.named(entry).filter((child) => swift.kind(child) === 'switch_pattern');
    const tests = patterns.map((child) => lowerCaseTest(swift, child));
    const bindings = patterns
      .filter((child) => /\blet\b|\bvar\b/.test(swift.slice(child)))
      .map((child) => swift.pattern(swift.firstNamed(child)));
    return { tests, bindings, guard: caseGuard(swift, entry), body: swift.body(entry) };
  });
  into.push({ k: 'switch', subject, cases, fallsThrough: false, ...swift.span(n) });
}

/** `case let x where x > 2`. */
function caseGuard(swift: SwiftLowering, entry: number): Expr | undefined {
  const parts = swift.named(entry);
  const where = parts.findIndex((child) => swift.kind(child) === 'where_keyword');
  return where < 0 ? undefined : swift.expression(parts[where + 1] ?? noNode);
}

/** A constant is compared; any other shape may hold or not. */
function lowerCaseTest(swift: SwiftLowering, n: number): Expr {
  let at = swift.firstNamed(n);
  while (swift.kind(at) === 'pattern' && swift.named(at).length === 1) at = swift.firstNamed(at);
  return /literal$/.test(swift.kind(at)) ? swift.expression(at) : swift.nothing(swift.span(n));
}

function lowerFor(swift: SwiftLowering, n: number, into: Stmt[]): void {
  const iterable = swift.expression(swift.field(n, 'collection'));
  const target = swift.pattern(swift.field(n, 'item'));
  const where = swift.childOfKind(n, 'where_clause');
  const test = where < 0 ? undefined : swift.expression(swift.named(where).at(-1) ?? noNode);
  const all = swift.body(n);
  const body: Stmt[] = test ? [{ k: 'if', test, yes: all, otherwise: [], ...swift.span(where) }] : all;
  into.push({ k: 'each', target, iterable, keys: false, body, otherwise: [], ...swift.span(n) });
}

function lowerRepeat(swift: SwiftLowering, n: number, into: Stmt[]): void {
  const condition = swift.field(n, 'condition');
  const test = isNone(condition) ? undefined : swift.expression(condition);
  into.push({ k: 'loop', test, update: undefined, body: swift.body(n), runsFirst: true, ...swift.span(n) });
}

/** `while let x = next()` binds in every round. */
function lowerWhile(swift: SwiftLowering, n: number, into: Stmt[]): void {
  const span = swift.span(n);
  const { bound, test } = conditionsOf(swift, n);
  const body = swift.body(n);
  const round: Stmt[] = [
    ...bound,
    { k: 'if', test, yes: body, otherwise: [{ k: 'break', ...span }], ...span },
  ];
  const loop = bound.length === 0 ? { test, body } : { test: undefined, body: round };
  into.push({ k: 'loop', ...loop, update: undefined, runsFirst: false, ...span });
}

function lowerDo(swift: SwiftLowering, n: number, into: Stmt[]): void {
  const handlers = swift
    .named(n)
    .filter((child) => swift.kind(child) === 'catch_block')
    .map((child): Handler => {
      const error = swift.field(child, 'error');
      return {
        name: isNone(error) ? undefined : swift.pattern(error),
        types: undefined,
        body: swift.body(child),
      };
    });
  into.push({ k: 'try', body: swift.body(n), handlers, otherwise: [], last: [], ...swift.span(n) });
}

function lowerTransfer(swift: SwiftLowering, n: number, into: Stmt[]): void {
  const span = swift.span(n);
  const word = /^\w+/.exec(swift.slice(n))?.[0];
  const result = swift.field(n, 'result');
  if (word === 'return')
    into.push({ k: 'return', value: isNone(result) ? undefined : swift.expression(result), ...span });
  else if (word === 'throw')
    into.push({ k: 'throw', value: swift.expression(swift.named(n).at(-1) ?? noNode), ...span });
  else if (word === 'break' || word === 'continue') into.push({ k: word, ...span });
}
