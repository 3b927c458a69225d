import { blockName } from '../../ir/block-name.ts';
import type { ClassIr, Expr, FunctionIr, Parameter, Stmt, Target } from '../../ir/ir.ts';
import { useLastValue } from '../shared/tail-value.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { bodyOf } from './bodies.ts';
import { lastConstant } from './declarations.ts';
import { declaredMethod } from './declared-methods.ts';
import type { RubyLowering } from './lowering.ts';
import { addAlias, aliasesIn, mixedIn } from './mixed-in.ts';
import { lowerTarget } from './targets.ts';

export function functionHandlers(low: RubyLowering): Record<string, (n: number) => Expr> {
  const block = (n: number): Expr => ({ k: 'function', fn: lowerBlock(low, n, []), ...low.span(n) });
  return {
    block,
    do_block: block,
    lambda: (n) => {
      const body = low.field(n, 'body');
      return {
        k: 'function',
        fn: lowerBlock(low, isNone(body) ? n : body, [], low.field(n, 'parameters')),
        ...low.span(n),
      };
    },
    method: (n) => ({ k: 'function', fn: lowerMethod(low, n, false), ...low.span(n) }),
  };
}

/** A block: a function that takes `self` from around it and gives its last value back. */
export function lowerBlock(
  low: RubyLowering,
  n: number,
  decorators: Expr[],
  parameterList = low.field(n, 'parameters'),
  before: (parameters: readonly Parameter[]) => Stmt[] = () => [],
): FunctionIr {
  const details = {
    name: '',
    decorators,
    className: low.className,
    isStatic: false,
    ownsThis: false,
    exported: false,
  };
  return low.functionIr(n, noNode, details, () => {
    const parameters = parametersOf(low, parameterList);
    if (isNone(parameterList)) parameters.push(...impliedParameter(low, n));
    const body = low.field(n, 'body');
    const checks = before(parameters);
    return { parameters, body: [...checks, ...returning(isNone(body) ? [] : bodyOf(low, body))] };
  });
}

/** `it` and `_1` are parameters that nobody declares. */
function impliedParameter(low: RubyLowering, n: number): Parameter[] {
  const used = /\b(it|_1)\b/.exec(low.slice(n))?.[1];
  if (used === undefined || low.isLocal(used)) return [];
  low.declareParameter(used);
  const target: Target = { k: 'name', name: used, ...low.span(n) };
  return [{ target, name: used, kind: 'plain', otherwise: undefined, type: undefined, decorators: [] }];
}

function returning(body: Stmt[]): Stmt[] {
  return useLastValue(body, (value) => ({ k: 'return', value, start: value.start, end: value.end }));
}

export function lowerMethod(low: RubyLowering, n: number, isStatic: boolean): FunctionIr {
  const nameNode = low.field(n, 'name');
  const name = isNone(nameNode) ? '' : low.slice(nameNode);
  const { className } = low;
  // A method is no variable, and belongs to no block.
  if (className === undefined) low.declareInModule(name);
  const list = low.field(n, 'parameters');
  const parametersText = isNone(list) ? '' : low.slice(list);
  const isLambda = /^\(\s*event\s*:?\s*,\s*context\b/.test(parametersText);
  const handler: Expr = {
    k: 'member',
    object: { k: 'name', name: 'Lambda', ...low.span(n) },
    property: 'handler',
    ...low.span(n),
  };
  const details = {
    name,
    decorators: isLambda ? [handler] : [],
    className,
    isStatic,
    ownsThis: true,
    exported: !low.inFunction(),
  };
  const fn = low.functionIr(n, nameNode, details, () => {
    const parameters = parametersOf(low, low.field(n, 'parameters'));
    if (!parameters.some((parameter) => parameter.name === blockName)) {
      low.declareParameter(blockName);
      const target: Target = { k: 'name', name: blockName, ...low.span(n) };
      parameters.push(plainParameter(target, blockName));
    }
    const body = low.field(n, 'body');
    if (isNone(body)) return { parameters, body: [] };
    // `def f = value` has an expression where others have a body.
    const isEndless = low.kind(body) !== 'body_statement';
    const statements: Stmt[] = [];
    if (isEndless) low.statement(body, statements);
    return { parameters, body: returning(isEndless ? statements : bodyOf(low, body)) };
  });
  return className !== undefined && isLeftToSubclasses(fn) ? { ...fn, isAbstract: true } : fn;
}

/** `raise NotImplementedError`, and nothing else. */
function isLeftToSubclasses({ body }: FunctionIr): boolean {
  const [first, second, more] = body;
  if (first?.k !== 'expr' || second?.k !== 'throw' || more || first.value.k !== 'call') return false;
  const { callee, args } = first.value;
  if (callee.k !== 'name' || callee.name !== 'raise') return false;
  const raised = args[0]?.value;
  const error = raised?.k === 'call' && raised.callee.k === 'member' ? raised.callee.object : raised;
  return error?.k === 'name' && error.name === 'NotImplementedError';
}

function plainParameter(target: Target, name: string, otherwise?: Expr): Parameter {
  return { target, name, kind: 'plain', otherwise, type: undefined, decorators: [] };
}

function parametersOf(low: RubyLowering, n: number): Parameter[] {
  if (isNone(n)) return [];
  const parameters: Parameter[] = [];
  for (const child of low.named(n)) {
    const kind = low.kind(child);
    if (kind === 'destructured_parameter') {
      parameters.push(plainParameter(lowerTarget(low, child), ''));
      continue;
    }
    const nameNode = kind === 'identifier' ? child : low.field(child, 'name');
    const name = isNone(nameNode) ? '' : low.slice(nameNode);
    if (name) low.declareParameter(name);
    const target: Target = name
      ? { k: 'name', name, ...low.span(nameNode) }
      : { k: 'none', ...low.span(child) };
    const value = low.field(child, 'value');
    const otherwise = isNone(value) ? undefined : low.expression(value);
    if (kind === 'block_parameter') parameters.push(plainParameter(target, blockName));
    else if (kind === 'splat_parameter') parameters.push({ ...plainParameter(target, name), kind: 'rest' });
    else if (kind === 'hash_splat_parameter')
      parameters.push({ ...plainParameter(target, name), kind: 'keywords' });
    else if (name) parameters.push(plainParameter(target, name, otherwise));
  }
  return parameters;
}

/** A class or a module: to the analysis both are a name with methods. */
export function lowerClass(low: RubyLowering, n: number): ClassIr {
  const nameNode = low.field(n, 'name');
  const name = isNone(nameNode) ? '' : lastConstant(low.slice(nameNode));
  const definition = low.emptyClass(n, nameNode, name);
  const parent = low.field(n, 'superclass');
  if (isNode(parent)) definition.bases.push(low.expression(low.firstNamed(parent)));
  low.inClass(name, () => {
    const body = low.field(n, 'body');
    for (const statement of isNone(body) ? [] : low.block(body)) {
      const method = statement.k === 'function' ? statement.fn : declaredMethod(statement);
      if (method) definition.methods.push(method);
      else definition.body.push(statement);
      const included = includedModule(statement);
      if (included && definition.bases.length === 0) definition.bases.push(included);
    }
    if (isNode(body)) for (const alias of aliasesIn(low, body)) addAlias(low, definition, alias);
  });
  // Pages and classes that include a module call its methods by their bare names.
  if (low.kind(n) === 'module') definition.body.push(...definition.methods.map(mixedIn));
  const early = new Set(['initialize', ...definition.body.flatMap(namedBefore)]);
  // What runs before the actions fills the fields that they read.
  definition.methods.sort((a, b) => Number(early.has(b.name)) - Number(early.has(a.name)));
  return definition;
}

/** The methods that `before_action :a, :b` names. */
function namedBefore(statement: Stmt): string[] {
  const call = statement.k === 'expr' ? statement.value : undefined;
  if (call?.k !== 'call') return [];
  const { callee } = call;
  const name = callee.k === 'name' ? callee.name : callee.k === 'member' ? callee.property : '';
  if (!/^(?:prepend_)?(?:before|around)_(?:action|filter)$/.test(name)) return [];
  return call.args.flatMap(({ value }) =>
    value.k === 'const' && typeof value.value === 'string' ? [value.value] : [],
  );
}

function includedModule(statement: Stmt): Expr | undefined {
  if (statement.k !== 'expr' || statement.value.k !== 'call') return undefined;
  const { callee, args } = statement.value;
  return callee.k === 'name' && callee.name === 'include' ? args[0]?.value : undefined;
}
