import type { Expr, Stmt } from '../../ir/ir.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import { lowerArguments } from './calls.ts';
import { lowerClass } from './classes.ts';
import { lowerFunction } from './functions.ts';
import type { ScalaLowering } from './lowering.ts';
import { lowerPattern } from './patterns.ts';
import { ifStatement, lowerFor, lowerMatch, tryStatement, yields } from './tails.ts';

/** What lowers which kind of statement. */
export function statementHandlers(scala: ScalaLowering): Record<string, (n: number, into: Stmt[]) => void> {
  const classStatement = (n: number, into: Stmt[]) => void lowerClass(scala, n, into, false);
  const skip = () => {};
  const inside = (n: number, into: Stmt[]) => void into.push(...scala.block(n));
  const plain = (n: number): Stmt[] => {
    if (isNone(n)) return [];
    const into: Stmt[] = [];
    scala.statement(n, into);
    return into;
  };
  const function_ = (n: number, into: Stmt[]) => {
    const name = scala.slice(scala.field(n, 'name'));
    scala.declare(name);
    scala.holdsFunction(name);
    into.push({ k: 'function', fn: lowerFunction(scala, n, name, false), ...scala.span(n) });
  };
  return {
    package_clause: (n, into) => {
      const body = scala.childOfKind(n, 'template_body');
      if (isNode(body)) into.push(...scala.block(body));
    },
    import_declaration: skip,
    type_definition: skip,
    function_declaration: skip,
    class_definition: classStatement,
    object_definition: classStatement,
    trait_definition: classStatement,
    enum_definition: classStatement,
    package_object: classStatement,
    function_definition: function_,
    val_definition: (n, into) => lowerValue(scala, n, into),
    var_definition: (n, into) => lowerValue(scala, n, into),
    assignment_expression: (n, into) => lowerAssignment(scala, n, into),
    block: (n, into) => into.push({ k: 'block', body: scala.block(n), ...scala.span(n) }),
    indented_block: inside,
    if_expression: (n, into) => into.push(ifStatement(scala, n, plain)),
    match_expression: (n, into) =>
      lowerMatch(scala, scala.field(n, 'body'), scala.expression(scala.field(n, 'value')), into, false),
    try_expression: (n, into) => into.push(tryStatement(scala, n, plain, false)),
    for_expression: (n, into) => {
      if (yields(scala, n)) into.push({ k: 'expr', value: scala.expression(n), ...scala.span(n) });
      else lowerFor(scala, n, into);
    },
    while_expression: (n, into) => lowerWhile(scala, n, into, false),
    do_while_expression: (n, into) => lowerWhile(scala, n, into, true),
    return_expression: (n, into) => {
      const value = scala.firstNamed(n);
      into.push({
        k: 'return',
        value: isNone(value) ? undefined : scala.expression(value),
        ...scala.span(n),
      });
    },
    throw_expression: (n, into) =>
      into.push({ k: 'throw', value: scala.expression(scala.firstNamed(n)), ...scala.span(n) }),
  };
}

function lowerValue(scala: ScalaLowering, n: number, into: Stmt[]): void {
  const span = scala.span(n);
  const valueNode = scala.field(n, 'value');
  const value: Expr = isNone(valueNode) ? scala.nothing(span) : scala.expression(valueNode);
  const patternNode = scala.field(n, 'pattern');
  const isName = scala.kind(patternNode) === 'identifier';
  if (isName && value.k === 'function') scala.holdsFunction(scala.slice(patternNode));
  const target = isName
    ? scala.declared(patternNode, scala.field(n, 'type'))
    : lowerPattern(scala, patternNode);
  into.push({ k: 'expr', value: { k: 'assign', target, value, ...span }, ...span });
}

/** `x = v`, `a.b = v` and `a(i) = v`. */
function lowerAssignment(scala: ScalaLowering, n: number, into: Stmt[]): void {
  const span = scala.span(n);
  const leftNode = scala.field(n, 'left');
  const value = scala.expression(scala.field(n, 'right'));
  if (scala.kind(leftNode) === 'call_expression') {
    const [index] = lowerArguments(scala, scala.field(leftNode, 'arguments'));
    const object = scala.expression(scala.field(leftNode, 'function'));
    const target = { k: 'index' as const, object, index: index?.value ?? scala.nothing(span), ...span };
    into.push({ k: 'expr', value: { k: 'assign', target, value, ...span }, ...span });
    return;
  }
  const target = scala.expression(leftNode);
  if (target.k !== 'name' && target.k !== 'member' && target.k !== 'index') return;
  into.push({ k: 'expr', value: { k: 'assign', target, value, ...span }, ...span });
}

function lowerWhile(scala: ScalaLowering, n: number, into: Stmt[], runsFirst: boolean): void {
  const condition = scala.field(n, 'condition');
  const test = isNone(condition) ? undefined : scala.expression(condition);
  const bodyNode = scala.field(n, 'body');
  const body: Stmt[] = [];
  if (isNode(bodyNode)) scala.statement(bodyNode, body);
  into.push({ k: 'loop', test, update: undefined, body, runsFirst, ...scala.span(n) });
}
