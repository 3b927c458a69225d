import type { Expr, FunctionIr, Parameter, Stmt, Target } from '../../ir/ir.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import type { SwiftLowering } from './lowering.ts';

export function lowerFunction(swift: SwiftLowering, n: number, name: string, isMethod: boolean): FunctionIr {
  const details = {
    name,
    decorators: [],
    className: isMethod ? swift.className : undefined,
    isStatic: false,
    ownsThis: isMethod,
    exported: true,
  };
  const bodyNode = swift.field(n, 'body');
  const nameNode = swift.childOfKind(n, 'simple_identifier');
  const fn = swift.functionIr(n, nameNode, details, () => {
    const parameters = lowerParameters(swift, n);
    return { parameters, body: lowerBody(swift, bodyNode) };
  });
  return isNone(bodyNode) && isMethod ? { ...fn, isAbstract: true } : fn;
}

/** A body of one expression gives what that is worth. */
function lowerBody(swift: SwiftLowering, n: number): Stmt[] {
  const list = swift.childOfKind(n, 'statements');
  if (isNone(list)) return [];
  const [only, ...others] = swift.named(list);
  if (
    only !== undefined &&
    others.length === 0 &&
    /(?:_expression|_literal|^simple_identifier)$/.test(swift.kind(only))
  )
    return [{ k: 'return', value: swift.expression(only), ...swift.span(only) }];
  return swift.block(list);
}

/** `label name: Type = value`: the label is what callers write. */
function lowerParameters(swift: SwiftLowering, n: number): Parameter[] {
  const found: Parameter[] = [];
  for (const child of swift.named(n)) {
    if (swift.kind(child) === 'parameter') {
      const names = swift.named(child).filter((part) => swift.kind(part) === 'simple_identifier');
      const nameNode = names.at(-1) ?? noNode;
      const type = swift.named(child).find((part) => /type/.test(swift.kind(part)) && part > nameNode);
      const target = declaredAs(swift, nameNode, type ?? noNode);
      const parameter = swift.plainParameter(target, target.k === 'name' ? target.type : undefined);
      const label = names.length > 1 ? swift.slice(names[0]!) : parameter.name;
      found.push({
        ...parameter,
        ...(label !== '_' && { name: label }),
        ...(swift.hasToken(child, '...') && { kind: 'rest' as const }),
        ...(isInout(swift, child) && { reference: true }),
      });
    } else if (found.length && child === swift.field(n, 'default_value'))
      found.at(-1)!.otherwise = swift.expression(child);
  }
  return found;
}

function isInout(swift: SwiftLowering, parameter: number): boolean {
  const modifiers = swift.childOfKind(parameter, 'parameter_modifiers');
  return isNode(modifiers) && /\binout\b/.test(swift.slice(modifiers));
}

export function declaredAs(swift: SwiftLowering, nameNode: number, typeNode: number): Target {
  const target = swift.declared(nameNode, noNode);
  const type = swift.typeAt(typeNode);
  if (target.k === 'name' && type) target.type = type;
  return target;
}

/** `{ a, b in … }`; without names its parameters are `$0`, `$1`. */
export function lowerLambda(swift: SwiftLowering, n: number): Expr {
  const fn = swift.lambdaIr(n, () => {
    const head = swift.field(n, 'type');
    const named = isNone(head) ? [] : lambdaParameters(swift, head);
    const parameters = named.length ? named : implicitParameters(swift, n);
    return { parameters, body: lowerBody(swift, n) };
  });
  return { k: 'function', fn, ...swift.span(n) };
}

function lambdaParameters(swift: SwiftLowering, head: number): Parameter[] {
  const list = swift.childOfKind(head, 'lambda_function_type_parameters');
  return swift.named(list).map((child) => {
    const nameNode = swift.childOfKind(child, 'simple_identifier');
    const type = swift.named(child).find((part) => part > nameNode);
    const target = declaredAs(swift, nameNode, type ?? noNode);
    return swift.plainParameter(target, target.k === 'name' ? target.type : undefined);
  });
}

function implicitParameters(swift: SwiftLowering, n: number): Parameter[] {
  const text = swift.text.slice(swift.start(n), Math.min(swift.end(n), swift.start(n) + 2000));
  const count = text.includes('$1') ? 2 : text.includes('$0') ? 1 : 0;
  return ['$0', '$1'].slice(0, count).map((name) => {
    swift.declare(name);
    return swift.plainParameter({ k: 'name', name, ...swift.span(n) });
  });
}
