import type { Expr, Handler, Stmt } from '../../ir/ir.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import { lowerCallStatement } from './calls.ts';
import { lowerIf, lowerWhen } from './choices.ts';
import { lowerClass } from './classes.ts';
import { lowerFunction } from './functions.ts';
import { lowerImport } from './imports.ts';
import { lowerInitial } from './initial-values.ts';
import type { KotlinLowering } from './lowering.ts';
import { exitingChoice } from './operators.ts';
import { lowerTarget } from './targets.ts';

/** What lowers which kind of statement. */
export function statementHandlers(kotlin: KotlinLowering): Record<string, (n: number, into: Stmt[]) => void> {
  const classStatement = (n: number, into: Stmt[]) => void lowerClass(kotlin, n, into, false);
  return {
    package_header: () => {},
    import: (n, into) => lowerImport(kotlin, n, into),
    class_declaration: classStatement,
    object_declaration: classStatement,
    function_declaration: (n, into) => {
      const name = kotlin.slice(kotlin.field(n, 'name'));
      if (kotlin.inFunction() || kotlin.className === undefined) kotlin.declare(name);
      into.push({ k: 'function', fn: lowerFunction(kotlin, n, name, false), ...kotlin.span(n) });
    },
    property_declaration: (n, into) => lowerProperty(kotlin, n, into),
    statements: (n, into) => into.push(...kotlin.block(n)),
    block: (n, into) => into.push({ k: 'block', body: kotlin.block(n), ...kotlin.span(n) }),
    assignment: (n, into) => lowerAssignment(kotlin, n, into),
    call_expression: (n, into) => lowerCallStatement(kotlin, n, into),
    if_expression: (n, into) => lowerIf(kotlin, n, into),
    when_expression: (n, into) => lowerWhen(kotlin, n, into),
    for_statement: (n, into) => lowerFor(kotlin, n, into),
    while_statement: (n, into) => lowerWhile(kotlin, n, into, false),
    do_while_statement: (n, into) => lowerWhile(kotlin, n, into, true),
    try_expression: (n, into) => lowerTry(kotlin, n, into),
    return_expression: (n, into) => {
      const value = kotlin.firstNamed(n);
      into.push({
        k: 'return',
        value: isNone(value) ? undefined : kotlin.expression(value),
        ...kotlin.span(n),
      });
    },
    throw_expression: (n, into) =>
      into.push({ k: 'throw', value: kotlin.expression(kotlin.firstNamed(n)), ...kotlin.span(n) }),
    identifier: (n, into) => {
      const word = kotlin.slice(n);
      if (word === 'break' || word === 'continue') into.push({ k: word, ...kotlin.span(n) });
      else into.push({ k: 'expr', value: kotlin.expression(n), ...kotlin.span(n) });
    },
  };
}

function lowerProperty(kotlin: KotlinLowering, n: number, into: Stmt[]): void {
  const several = kotlin.childOfKind(n, 'multi_variable_declaration');
  const declaration = isNone(several) ? kotlin.childOfKind(n, 'variable_declaration') : several;
  const valueNode = kotlin
    .named(n)
    .find((child) => child > declaration && !/modifiers|getter|setter|type/.test(kotlin.kind(child)));
  const span = kotlin.span(n);
  const choice = valueNode === undefined ? undefined : exitingChoice(kotlin, valueNode);
  const value: Expr =
    valueNode === undefined
      ? { k: 'unknown', parts: [], ...span }
      : lowerInitial(kotlin, choice?.value ?? valueNode);
  const target = lowerTarget(kotlin, declaration);
  if (target.k === 'name' && !target.type && valueNode !== undefined) {
    const made = typedCall.exec(kotlin.slice(valueNode))?.[1];
    if (made !== undefined) target.type = kotlin.type(made, span);
  }
  into.push({ k: 'expr', value: { k: 'assign', target, value, ...span }, ...span });
  // The variable is asked, not the value again: that may be a call.
  if (choice) into.push(kotlin.exitStatement(target.k === 'name' ? target : value, choice.exit));
}

function lowerAssignment(kotlin: KotlinLowering, n: number, into: Stmt[]): void {
  const target = kotlin.expression(kotlin.field(n, 'left'));
  const value = kotlin.expression(kotlin.field(n, 'right'));
  const span = kotlin.span(n);
  if (target.k !== 'name' && target.k !== 'member' && target.k !== 'index') return;
  const operator = kotlin.field(n, 'operator');
  const op = isNone(operator) ? '' : kotlin.slice(operator).slice(0, -1);
  const isOwn = target.k === 'member' && target.object.k === 'name' && target.object.name === 'this';
  if (target.k === 'member' && !isOwn && !op)
    into.push({ k: 'expr', value: setterCall(target, value), ...span });
  const assigned: Expr = op
    ? { k: 'assign', target, value, op, ...span }
    : { k: 'assign', target, value, ...span };
  into.push({ k: 'expr', value: assigned, ...span });
}

/** `cookie.secure = true` calls the setter of a Java class; `isHttpOnly` is set by `setHttpOnly`. */
function setterCall(target: Expr & { k: 'member' }, value: Expr): Expr {
  const { start, end } = target;
  const name = target.property.replace(/^is(?=[A-Z])/, '');
  const property = `set${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return { k: 'call', callee: { ...target, property }, args: [{ value }], isNew: false, start, end };
}

function lowerFor(kotlin: KotlinLowering, n: number, into: Stmt[]): void {
  const [declaration, iterableNode, bodyNode] = withoutLabel(kotlin, n);
  const target = lowerTarget(kotlin, declaration ?? noNode);
  const iterable = kotlin.expression(iterableNode ?? noNode);
  const body = kotlin.body(bodyNode ?? noNode);
  into.push({ k: 'each', target, iterable, keys: false, body, otherwise: [], ...kotlin.span(n) });
}

/** The parts of a loop; `outer@ for (…)` has a name that `break@outer` says. */
function withoutLabel(kotlin: KotlinLowering, n: number): number[] {
  return kotlin.named(n).filter((child) => kotlin.kind(child) !== 'label');
}

function lowerWhile(kotlin: KotlinLowering, n: number, into: Stmt[], runsFirst: boolean): void {
  const condition = kotlin.field(n, 'condition');
  const test = isNone(condition) ? undefined : kotlin.expression(condition);
  const body = kotlin.body(withoutLabel(kotlin, n).find((child) => child !== condition) ?? noNode);
  into.push({ k: 'loop', test, update: undefined, body, runsFirst, ...kotlin.span(n) });
}

function lowerTry(kotlin: KotlinLowering, n: number, into: Stmt[]): void {
  const handlers: Handler[] = [];
  let last: Stmt[] = [];
  const body = kotlin.block(kotlin.childOfKind(n, 'block'));
  for (const child of kotlin.named(n)) {
    const block = kotlin.childOfKind(child, 'block');
    if (kotlin.kind(child) === 'finally_block') last = kotlin.block(block);
    else if (kotlin.kind(child) === 'catch_block') {
      const name = kotlin.variable(kotlin.childOfKind(child, 'identifier'));
      const type = kotlin.childOfKind(child, 'user_type');
      const types = isNone(type) ? undefined : kotlin.expression(type);
      handlers.push({ name, types, body: kotlin.block(block) });
    }
  }
  into.push({ k: 'try', body, handlers, otherwise: [], last, ...kotlin.span(n) });
}

/** Calls that give an object of the type they name. */
const typedCall =
  /^(?:\w+\.)*(?:findViewById|requireViewById|getSystemService|getBean|receive|receiveNullable|awaitBody|readValue|decodeFromString|fromJson|convertValue|enumValueOf|getOrFail)<(\w+)>/;
