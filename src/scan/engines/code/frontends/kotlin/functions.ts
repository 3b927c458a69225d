import type { Expr, FunctionIr, Parameter, Stmt, Target } from '../../ir/ir.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { type KotlinLowering, receiverName } from './lowering.ts';
import { lowerTarget } from './targets.ts';

export function lowerFunction(
  kotlin: KotlinLowering,
  n: number,
  name: string,
  isMethod: boolean,
): FunctionIr {
  const details = {
    name,
    decorators: kotlin.annotations(n),
    className: isMethod ? kotlin.className : undefined,
    isStatic: false,
    ownsThis: isMethod,
    exported: true,
  };
  const nameNode = kotlin.field(n, 'name');
  const bodyNode = kotlin.childOfKind(n, 'function_body');
  const before = kotlin.inExtension;
  kotlin.inExtension = kotlin.extensions.has(name) && hasReceiver(kotlin, n, nameNode);
  const fn = kotlin.functionIr(n, nameNode, details, () => {
    const parameters = lowerParameters(kotlin, kotlin.childOfKind(n, 'function_value_parameters'));
    if (kotlin.inExtension) parameters.unshift(receiver(kotlin, n));
    return { parameters, body: lowerBody(kotlin, kotlin.firstNamed(bodyNode)) };
  });
  if (kotlin.inExtension) fn.isExtension = true;
  kotlin.inExtension = before;
  const list = kotlin.childOfKind(n, 'function_value_parameters');
  const result = kotlin.named(n).find((child) => child > list && /type/.test(kotlin.kind(child)));
  if (isNode(list) && result !== undefined) fn.gives = kotlin.writtenType(result);
  return isNone(bodyNode) && isMethod ? { ...fn, isAbstract: true } : fn;
}

/** A part of a class that runs without being a function: an initializer, a constructor, what sets a property. */
export function lowerBlockMember(kotlin: KotlinLowering, n: number, name: string, body: number): FunctionIr {
  const details = { name, decorators: [], className: kotlin.className, isStatic: false, exported: true };
  return kotlin.functionIr(n, noNode, { ...details, ownsThis: true }, () => {
    const plain = kotlin.kind(n) === 'setter' ? kotlin.childOfKind(n, 'identifier') : noNode;
    const parameters = isNone(plain)
      ? lowerParameters(kotlin, kotlin.childOfKind(n, 'function_value_parameters'))
      : [kotlin.plainParameter(kotlin.variable(plain))];
    return { parameters, body: lowerBody(kotlin, body) };
  });
}

/** A body in braces, or behind `=` what it gives. */
function lowerBody(kotlin: KotlinLowering, n: number): Stmt[] {
  if (isNone(n)) return [];
  if (kotlin.kind(n) === 'block') return kotlin.block(n);
  return returned(kotlin, n);
}

function returned(kotlin: KotlinLowering, n: number): Stmt[] {
  return kotlin.withExits((into) =>
    into.push({ k: 'return', value: kotlin.expression(n), ...kotlin.span(n) }),
  );
}

/** `fun Type.name()` takes what it is called on as its first parameter. */
function hasReceiver(kotlin: KotlinLowering, n: number, nameNode: number): boolean {
  return isNode(nameNode) && /\.\s*$/.test(kotlin.text.slice(kotlin.start(n), kotlin.start(nameNode)));
}

function receiver(kotlin: KotlinLowering, n: number): Parameter {
  kotlin.declare(receiverName);
  return kotlin.plainParameter({ k: 'name', name: receiverName, ...kotlin.span(n) });
}

function lowerParameters(kotlin: KotlinLowering, list: number): Parameter[] {
  const found: Parameter[] = [];
  let decorators: Expr[] = [];
  let takesRest = false;
  for (const child of kotlin.named(list)) {
    const kind = kotlin.kind(child);
    if (kind === 'parameter_modifiers') {
      decorators = kotlin.annotations(child);
      takesRest = /\bvararg\b/.test(kotlin.slice(child));
    } else if (kind === 'parameter') {
      const target = kotlin.variable(child);
      const parameter = kotlin.plainParameter(
        target,
        target.k === 'name' ? target.type : undefined,
        decorators,
      );
      const written = kotlin.named(child).find((part) => /type/.test(kotlin.kind(part)));
      if (written !== undefined) parameter.written = kotlin.writtenType(written);
      found.push(takesRest ? { ...parameter, kind: 'rest' } : parameter);
      decorators = [];
      takesRest = false;
    } else if (found.length) found.at(-1)!.otherwise = kotlin.expression(child);
  }
  return found;
}

/** A block; of `apply`, `run` and `with` it takes the object that its names belong to. */
export function lowerLambda(kotlin: KotlinLowering, n: number, takesReceiver = false): Expr {
  const before = kotlin.inReceiverBlock;
  kotlin.inReceiverBlock ||= takesReceiver;
  const lambda = lowerBlock(kotlin, n, takesReceiver);
  kotlin.inReceiverBlock = before;
  return lambda;
}

function lowerBlock(kotlin: KotlinLowering, n: number, takesReceiver: boolean): Expr {
  const fn = kotlin.lambdaIr(n, () => {
    const list = kotlin.childOfKind(n, 'lambda_parameters');
    const implicit = takesReceiver ? receiverName : 'it';
    const targets = isNone(list) ? [implicitParameter(kotlin, n, implicit)] : namedParameters(kotlin, list);
    const parameters = targets.map((target) => kotlin.plainParameter(target));
    const nodes = kotlin.named(n).filter((child) => child !== list);
    const body: Stmt[] = [];
    for (const [i, child] of nodes.entries())
      if (i === nodes.length - 1 && valueKinds.has(kotlin.kind(child))) body.push(...returned(kotlin, child));
      else kotlin.statement(child, body);
    return { parameters, body };
  });
  return { k: 'function', fn, ...kotlin.span(n) };
}

function namedParameters(kotlin: KotlinLowering, list: number): Target[] {
  return kotlin.named(list).map((child) => lowerTarget(kotlin, child));
}

/** A block without parameters of its own takes one called `it`, or the object that it is called on. */
function implicitParameter(kotlin: KotlinLowering, n: number, name: string): Target {
  kotlin.declare(name);
  return { k: 'name', name, ...kotlin.span(n) };
}

/** What the last line of a block may be to be its value. */
const valueKinds = new Set([
  'identifier',
  'call_expression',
  'navigation_expression',
  'binary_expression',
  'string_literal',
  'number_literal',
  'if_expression',
  'when_expression',
  'index_expression',
  'unary_expression',
  'as_expression',
  'in_expression',
  'infix_expression',
  'parenthesized_expression',
  'multiline_string_literal',
  'this_expression',
  'try_expression',
]);
