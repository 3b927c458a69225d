import type { Expr, FunctionIr, Parameter } from '../../ir/ir.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import type { ScriptLowering } from './lowering.ts';
import { lowerTarget } from './targets.ts';

export function lowerFunction(script: ScriptLowering, n: number, isExpression: boolean): FunctionIr {
  const nameNode = script.field(n, 'name');
  const name = isNone(nameNode) ? '' : script.propertyName(nameNode);
  const kind = script.kind(n);
  if (!isExpression && kind !== 'method_definition') script.declare(name);
  const details = {
    name,
    decorators: decoratorsOf(script, n),
    className: kind === 'method_definition' ? script.className : undefined,
    isStatic: script.hasToken(n, 'static'),
    ownsThis: kind !== 'arrow_function',
    exported: script.exporting || !script.inFunction(),
  };
  const className = script.className;
  const fn = script.functionIr(n, nameNode, details, () => {
    const parameters = lowerParameters(script, n);
    const bodyNode = script.field(n, 'body');
    if (isNode(bodyNode) && script.kind(bodyNode) !== 'statement_block') {
      const value = script.expression(bodyNode);
      return { parameters, body: [{ k: 'return', value, ...script.span(bodyNode) }] };
    }
    return { parameters, body: script.block(bodyNode) };
  });
  script.className = className;
  const result = script.field(n, 'return_type');
  if (isNode(result)) fn.gives = annotated(script, result);
  const accessor = kind === 'method_definition' ? accessorOf(script, n) : undefined;
  return accessor ? { ...fn, accessor } : fn;
}

/** What stands behind the colon of an annotation. */
export function annotated(script: ScriptLowering, annotation: number): string {
  return script.slice(annotation).replace(/^\s*:\s*/, '');
}

function accessorOf(script: ScriptLowering, n: number): FunctionIr['accessor'] {
  if (script.hasToken(n, 'get')) return 'get';
  return script.hasToken(n, 'set') ? 'set' : undefined;
}

export function decoratorsOf(script: ScriptLowering, n: number): Expr[] {
  return script
    .named(n)
    .filter((child) => script.kind(child) === 'decorator')
    .map((child) => script.expression(script.firstNamed(child)));
}

function lowerParameters(script: ScriptLowering, n: number): Parameter[] {
  const single = script.field(n, 'parameter');
  if (isNode(single)) return [lowerParameter(script, single)];
  const list = script.field(n, 'parameters');
  return script.named(list).map((child) => lowerParameter(script, child));
}

function lowerParameter(script: ScriptLowering, n: number): Parameter {
  const kind = script.kind(n);
  let pattern = n;
  let otherwise: Expr | undefined;
  let type: Expr | undefined;
  let written: string | undefined;
  if (kind === 'required_parameter' || kind === 'optional_parameter') {
    pattern = script.field(n, 'pattern');
    const value = script.field(n, 'value');
    const annotation = script.field(n, 'type');
    if (isNode(value)) otherwise = script.expression(value);
    if (isNode(annotation)) {
      type = script.expression(annotation);
      written = annotated(script, annotation);
    }
  } else if (kind === 'assignment_pattern') {
    pattern = script.field(n, 'left');
    otherwise = script.expression(script.field(n, 'right'));
  }
  const isRest = script.kind(pattern) === 'rest_pattern';
  const target = lowerTarget(script, isRest ? script.firstNamed(pattern) : pattern);
  script.declareTarget(target);
  return {
    target,
    name: target.k === 'name' ? target.name : '',
    kind: isRest ? 'rest' : 'plain',
    otherwise,
    type,
    decorators: decoratorsOf(script, n),
    ...(written !== undefined && { written }),
  };
}
