import type { Expr, FunctionIr, Parameter, Stmt } from '../../ir/ir.ts';
import { isLeftToSubclasses } from '../shared/left-to-subclasses.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import type { CsharpLowering } from './lowering.ts';

export function lowerFunction(
  csharp: CsharpLowering,
  n: number,
  name: string,
  isMethod: boolean,
): FunctionIr {
  const hasModifier = (word: string) =>
    csharp.named(n).some((child) => csharp.kind(child) === 'modifier' && csharp.slice(child) === word);
  const decorators = csharp.attributes(n);
  const result = csharp.field(n, 'returns');
  // An action of a controller takes its parameters from the request, with or without an attribute that says so.
  const isAction =
    hasModifier('public') &&
    !hasModifier('static') &&
    ((isNode(result) && actionResult.test(csharp.slice(result))) ||
      csharp.isController(csharp.className ?? ''));
  if (isMethod && isNode(result) && isAction)
    decorators.push(csharp.type('ControllerAction', csharp.span(result)));
  const details = {
    name,
    decorators,
    className: isMethod ? csharp.className : undefined,
    isStatic: hasModifier('static'),
    ownsThis: isMethod,
    exported: !isMethod || hasModifier('public'),
  };
  const body = csharp.field(n, 'body');
  const fn = csharp.functionIr(n, csharp.field(n, 'name'), details, () => ({
    parameters: lowerParameters(csharp, csharp.field(n, 'parameters')),
    body: [...constructorCall(csharp, n), ...csharp.body(body)],
  }));
  if (isNode(result)) fn.gives = csharp.writtenType(result);
  if (details.isStatic && extension.test(csharp.slice(csharp.field(n, 'parameters')))) fn.isExtension = true;
  const isHook = hasModifier('virtual') && hasModifier('protected');
  const isLeft = isHook && isLeftToSubclasses(fn, fn.gives ?? '');
  return (isNone(body) && isMethod) || isLeft ? { ...fn, isAbstract: true } : fn;
}

/** `: base(…)` and `: this(…)` behind the head of a constructor. */
function constructorCall(csharp: CsharpLowering, n: number): Stmt[] {
  const initializer = csharp.childOfKind(n, 'constructor_initializer');
  if (isNone(initializer)) return [];
  const span = csharp.span(initializer);
  const isBase = /^:\s*base\b/.test(csharp.slice(initializer));
  const object: Expr = { k: 'name', name: isBase ? 'super' : 'this', ...span };
  const callee: Expr = { k: 'member', object, property: '<init>', ...span };
  const args = csharp.arguments(csharp.childOfKind(initializer, 'argument_list'));
  return [{ k: 'expr', value: { k: 'call', callee, args, isNew: false, ...span }, ...span }];
}

/** `public T Name => …`: reading the property runs the expression. */
export function lowerGetter(csharp: CsharpLowering, n: number, value: number): FunctionIr {
  const details = {
    name: `get_${csharp.slice(csharp.field(n, 'name'))}`,
    decorators: [],
    className: csharp.className,
    isStatic: false,
    ownsThis: true,
    exported: true,
  };
  return csharp.functionIr(n, csharp.field(n, 'name'), details, () => ({
    parameters: [],
    body: [{ k: 'return', value: csharp.expression(value), ...csharp.span(value) }],
  }));
}

export function lowerLambda(csharp: CsharpLowering, n: number): Expr {
  const fn = csharp.lambdaIr(n, () => {
    const parameters = lowerParameters(csharp, csharp.field(n, 'parameters'));
    const body = isNone(csharp.field(n, 'body')) ? csharp.childOfKind(n, 'block') : csharp.field(n, 'body');
    if (csharp.kind(body) === 'block') return { parameters, body: csharp.block(body) };
    return { parameters, body: [{ k: 'return', value: csharp.expression(body), ...csharp.span(n) }] };
  });
  return { k: 'function', fn, ...csharp.span(n) };
}

function lowerParameters(csharp: CsharpLowering, list: number): Parameter[] {
  if (isNone(list)) return [];
  const nodes = csharp.kind(list) === 'parameter_list' ? csharp.named(list) : [list];
  // `params string[] more`: its type and its name are in the list itself.
  const [, rest] = csharp.hasToken(list, 'params') ? nodes.splice(-2) : [];
  const parameters = nodes.map((child) => {
    const nameNode = csharp.field(child, 'name');
    const typeNode = csharp.field(child, 'type');
    const target = csharp.variable(isNone(nameNode) ? child : nameNode, noNode);
    const type = isNone(typeNode) ? undefined : csharp.declaredType(typeNode);
    const tail = csharp.named(child).at(-1);
    const hasDefault = isNode(nameNode) && tail !== undefined && tail > nameNode;
    const parameter = csharp.plainParameter(target, type, csharp.attributes(child));
    if (isNode(typeNode)) parameter.written = csharp.writtenType(typeNode);
    if (hasDefault) parameter.otherwise = csharp.expression(tail);
    if (/^(?:out|ref)\b/.test(csharp.slice(child))) parameter.reference = true;
    return parameter;
  });
  if (rest === undefined) return parameters;
  const all = csharp.plainParameter(csharp.variable(rest, noNode), undefined, []);
  return [...parameters, { ...all, kind: 'rest' }];
}

const extension = /^\(\s*this\s/;
const actionResult = /ActionResult|JsonResult|ContentResult|ViewResult/;
