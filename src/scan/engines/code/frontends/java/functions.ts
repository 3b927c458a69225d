import { filledName } from '../../analysis/class-table.ts';
import type { Expr, FunctionIr, Parameter } from '../../ir/ir.ts';
import { isLeftToSubclasses } from '../shared/left-to-subclasses.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import type { JavaLowering } from './lowering.ts';

export function lowerMethod(java: JavaLowering, n: number, name: string): FunctionIr {
  const modifiers = java.childOfKind(n, 'modifiers');
  const hasModifier = (word: string) => isNode(modifiers) && java.hasToken(modifiers, word);
  const details = {
    name,
    decorators: java.annotations(n),
    className: java.className,
    isStatic: hasModifier('static'),
    ownsThis: true,
    exported: !hasModifier('private'),
  };
  const body = java.field(n, 'body');
  const fn = java.functionIr(n, java.field(n, 'name'), details, () => ({
    parameters: lowerParameters(java, java.field(n, 'parameters')),
    body: java.body(body),
  }));
  const result = java.field(n, 'type');
  if (isNode(result)) fn.gives = java.writtenType(result);
  const isLeft = hasModifier('protected') && isLeftToSubclasses(fn, fn.gives ?? '');
  return isNone(body) || hasModifier('native') || isLeft ? { ...fn, isAbstract: true } : fn;
}

/** A block of a class fills its fields before any method runs. */
export function lowerInitializer(java: JavaLowering, n: number, block: number): FunctionIr {
  const details = { name: filledName, decorators: [], className: java.className, isStatic: false };
  return java.functionIr(n, noNode, { ...details, ownsThis: true, exported: false }, () => ({
    parameters: [],
    body: java.block(block),
  }));
}

export function lowerLambda(java: JavaLowering, n: number): Expr {
  const fn = java.lambdaIr(n, () => {
    const list = java.field(n, 'parameters');
    const isBare = java.kind(list) === 'identifier';
    const parameters = isBare
      ? [java.plainParameter(java.variable(list, noNode))]
      : lowerParameters(java, list);
    const body = java.field(n, 'body');
    if (java.kind(body) === 'block') return { parameters, body: java.block(body) };
    return { parameters, body: [{ k: 'return', value: java.expression(body), ...java.span(body) }] };
  });
  return { k: 'function', fn, ...java.span(n) };
}

function lowerParameters(java: JavaLowering, list: number): Parameter[] {
  const found: Parameter[] = [];
  for (const child of java.named(list)) {
    const kind = java.kind(child);
    if (kind === 'receiver_parameter') continue;
    const isRest = kind === 'spread_parameter';
    const declarator = isRest ? java.childOfKind(child, 'variable_declarator') : child;
    const nameNode = kind === 'identifier' ? child : java.field(declarator, 'name');
    const typeNode = isRest ? noNode : java.field(child, 'type');
    const target = java.variable(nameNode, noNode);
    const type = isNone(typeNode) ? undefined : java.expression(typeNode);
    const parameter = java.plainParameter(target, type, java.annotations(child));
    if (isNode(typeNode)) parameter.written = java.writtenType(typeNode);
    found.push(isRest ? { ...parameter, kind: 'rest' } : parameter);
  }
  return found;
}

/** `names::add` puts what it is given into a collection: a function that does so. Any other reference to a method is what it names. */
export function lowerMethodReference(java: JavaLowering, n: number): Expr {
  const [object, member] = java.named(n);
  if (object === undefined || member === undefined) return java.unknown(n);
  const span = java.span(n);
  const property = java.slice(member);
  const callee: Expr = { k: 'member', object: java.expression(object), property, ...span };
  const isFilling = takesOne.has(property) || takesTwo.has(property);
  if (!isFilling || !ofField.test(java.slice(object))) return callee;
  const taken = takesTwo.has(property) ? ['key', 'given'] : ['given'];
  const fn = java.lambdaIr(n, () => {
    const parameters = taken.map((name) => java.plainParameter({ k: 'name', name, declares: true, ...span }));
    const args = taken.map((name) => ({ value: { k: 'name', name, ...span } as Expr }));
    const value: Expr = { k: 'call', callee, args, isNew: false, ...span };
    return { parameters, body: [{ k: 'return', value, ...span }] };
  });
  return { k: 'function', fn, ...span };
}

/** A variable or a field. */
const ofField = /^(?!(?:this|super)$)(?:this\.)?[a-z_$][\w$]*$/;
const takesOne: ReadonlySet<string> = new Set([
  'add',
  'addAll',
  'addFirst',
  'addLast',
  'append',
  'push',
  'offer',
]);
const takesTwo: ReadonlySet<string> = new Set(['put', 'setProperty', 'putIfAbsent']);
