import { blockName } from '../../ir/block-name.ts';
import type { ClassIr, Expr, FunctionIr, Parameter, Stmt } from '../../ir/ir.ts';
import { isNone } from '../shared/tree-reader.ts';
import type { RubyLowering } from './lowering.ts';

/** `alias a b` and `alias_method :a, :b` in the body of a class or module. */
export function aliasesIn(
  low: RubyLowering,
  body: number,
): Array<{ node: number; name: string; of: string }> {
  return low.named(body).flatMap((node) => {
    const names = namesAt(low, node).map((part) => low.slice(part).replace(/^:|^["']|["']$/g, ''));
    const [name, of] = names;
    return name && of && names.length === 2 ? [{ node, name, of }] : [];
  });
}

function namesAt(low: RubyLowering, node: number): readonly number[] {
  if (low.kind(node) === 'alias') return low.named(node);
  if (low.kind(node) !== 'call' || low.slice(low.field(node, 'method')) !== 'alias_method') return [];
  const list = low.field(node, 'arguments');
  return isNone(list) ? [] : low.named(list);
}

/** A method that hands its arguments to the one that it is another name for. */
export function addAlias(
  low: RubyLowering,
  definition: ClassIr,
  { node, name, of }: { node: number; name: string; of: string },
): void {
  const span = low.span(node);
  const known = definition.methods.find((method) => method.name === of);
  const details = {
    name,
    decorators: [],
    className: low.className,
    isStatic: known?.isStatic ?? false,
    ownsThis: true,
    exported: true,
  };
  const fn = low.functionIr(node, node, details, () => {
    const given = known?.parameters.filter((parameter) => parameter.name !== blockName) ?? [
      { name: 'value', kind: 'plain' as const },
    ];
    const parameters = given.map(({ name: own, kind }): Parameter => {
      low.declareParameter(own);
      return {
        target: { k: 'name', name: own, ...span },
        name: own,
        kind,
        otherwise: undefined,
        type: undefined,
        decorators: [],
      };
    });
    const args = given.map(({ name: own, kind }) => ({
      value: { k: 'name', name: own, ...span } as Expr,
      ...(kind === 'rest' && { spread: 'list' as const }),
      ...(kind === 'keywords' && { spread: 'map' as const }),
    }));
    const value: Expr = {
      k: 'call',
      callee: known ? low.selfMember(of, span) : { k: 'name', name: of, ...span },
      args,
      isNew: false,
      ...span,
    };
    return { parameters, body: [{ k: 'return', value, ...span }] };
  });
  definition.methods.push(fn);
}

/** Pages, and classes that include a module, call its methods by their bare names. */
export function mixedIn({ name, className, heading }: FunctionIr): Stmt {
  return { k: 'export', name, local: className === undefined ? name : `${className}.${name}`, ...heading };
}
