import type { Expr, FunctionIr, Parameter, Stmt, Target } from '../../ir/ir.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import type { ScalaLowering } from './lowering.ts';
import { lowerMatch, tail } from './tails.ts';

export function lowerFunction(scala: ScalaLowering, n: number, name: string, isMethod: boolean): FunctionIr {
  const bodyNode = scala.field(n, 'body');
  const details = {
    name,
    decorators: decorators(scala, n, bodyNode),
    className: isMethod ? scala.className : undefined,
    isStatic: false,
    ownsThis: isMethod,
    exported: true,
  };
  const fn = scala.functionIr(n, scala.field(n, 'name'), details, () => {
    const lists = scala.fieldAll(n, 'parameters');
    const parameters = lists.flatMap((list) => lowerParameters(scala, list));
    return { parameters, body: tail(scala, bodyNode) };
  });
  return isNone(bodyNode) && isMethod ? { ...fn, isAbstract: true } : fn;
}

/** Annotations; a function that makes an action of Play carries that name, since requests fill its parameters. */
function decorators(scala: ScalaLowering, n: number, body: number): Expr[] {
  const found = scala
    .named(n)
    .filter((child) => scala.kind(child) === 'annotation')
    .map((child) => scala.expression(child));
  if (
    isNode(body) &&
    /^\w*Action\b(?:\.\w+)?\s*[({[]/.test(scala.text.slice(scala.start(body), scala.start(body) + 80))
  )
    found.push(scala.type('PlayAction', scala.span(body)));
  return found;
}

function lowerParameters(scala: ScalaLowering, list: number): Parameter[] {
  return scala
    .named(list)
    .filter((child) => /parameter$/.test(scala.kind(child)))
    .map((child) => {
      const typeNode = scala.field(child, 'type');
      if (/function_type|lazy/.test(scala.kind(typeNode)))
        scala.holdsFunction(scala.slice(scala.field(child, 'name')));
      const target = scala.declared(scala.field(child, 'name'), typeNode);
      const parameter = scala.plainParameter(target, target.k === 'name' ? target.type : undefined);
      const otherwise = scala.field(child, 'default_value');
      return isNone(otherwise) ? parameter : { ...parameter, otherwise: scala.expression(otherwise) };
    });
}

/** `x => …`, `(a, b) => …`. */
export function lowerLambda(scala: ScalaLowering, n: number): Expr {
  const head = scala.field(n, 'parameters');
  const fn = scala.lambdaIr(n, () => {
    const parameters = lambdaTargets(scala, head).map((target) =>
      scala.plainParameter(target, target.k === 'name' ? target.type : undefined),
    );
    const nodes = scala.named(n).filter((child) => child !== head);
    const body: Stmt[] = [];
    for (const [i, child] of nodes.entries())
      if (i === nodes.length - 1) body.push(...tail(scala, child));
      else scala.statement(child, body);
    return { parameters, body };
  });
  return { k: 'function', fn, ...scala.span(n) };
}

function lambdaTargets(scala: ScalaLowering, head: number): Target[] {
  if (isNone(head)) return [];
  if (scala.kind(head) !== 'bindings') {
    const target = scala.declared(head, noNode);
    const type = hiddenType.exec(scala.text.slice(scala.end(head), scala.end(head) + 60))?.[1];
    if (target.k === 'name' && type !== undefined) target.type = scala.type(type, scala.span(head));
    return [target];
  }
  return scala
    .named(head)
    .map((binding) => scala.declared(scala.field(binding, 'name'), scala.field(binding, 'type')));
}

/** `{ case a => … case b => … }` is a function of one parameter. */
export function lowerCases(scala: ScalaLowering, n: number): Expr {
  const span = scala.span(n);
  const fn = scala.lambdaIr(n, () => {
    const name = '<matched>';
    scala.declare(name);
    const subject: Expr = { k: 'name', name, ...span };
    const body: Stmt[] = [];
    lowerMatch(scala, n, subject, body, true);
    return { parameters: [scala.plainParameter({ k: 'name', name, ...span })], body };
  });
  return { k: 'function', fn, ...span };
}

/** The grammar does not read the type of a lone parameter in braces; what it says is still in the text. */
const hiddenType = /^\s*:\s*(?:\w+\.)*(\w+)/;
