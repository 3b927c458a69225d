import { blockName } from '../../ir/block-name.ts';
import type { Argument, Expr, Span, Stmt } from '../../ir/ir.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { matchOf } from './branches.ts';
import { cleanedParts, cleanedRequest } from './cleaned-routes.ts';
import { lowerBlock, lowerMethod } from './functions.ts';
import { hashEntries } from './literals.ts';
import type { RouteChecks, RubyLowering } from './lowering.ts';
import { mixedIn } from './mixed-in.ts';
import { checksBefore, declaredIn, groupsOf } from './route-checks.ts';

export function lowerCall(low: RubyLowering, n: number): Expr {
  const span = low.span(n);
  const receiverNode = low.field(n, 'receiver');
  const methodNode = low.field(n, 'method');
  // `f.(x)` is what calls a function that is kept; `service.call(x)` may as well be a method of that name.
  const isKept = isNone(methodNode);
  const method = isKept ? 'call' : low.slice(methodNode);
  const block = low.field(n, 'block');
  if (isNone(receiverNode)) return ownCall(low, n, method, block, span);
  const object = low.expression(receiverNode);
  const args = argumentsOf(low, low.field(n, 'arguments'));
  if (isNode(block)) args.push(blockArgument(low, block, []));
  if (isKept && object.k === 'name' && low.isLocal(object.name))
    return { k: 'call', callee: object, args, isNew: false, ...span };
  return sentTo(low, object, method, args, span);
}

function sentTo(low: RubyLowering, object: Expr, method: string, args: Argument[], span: Span): Expr {
  const call = (callee: Expr, given = args): Expr => ({
    k: 'call',
    callee,
    args: given,
    isNew: false,
    ...span,
  });
  const first = args[0];
  switch (method) {
    case 'new':
      if (object.k === 'name' && low.declarations.constants.has(object.name))
        return { ...(call(object) as Expr & { k: 'call' }), isNew: true };
      if (object.k === 'name' && object.name === 'String')
        return first && !first.name ? first.value : { k: 'const', value: '', ...span };
      if (object.k === 'name' && object.name === 'Proc' && first?.value.k === 'function') return first.value;
      break;
    case 'yield':
      if (object.k === 'name' && low.isLocal(object.name)) return call(object);
      break;
    case 'include?':
    case 'member?':
    case 'key?':
    case 'has_key?':
    case 'exclude?': {
      const asked = call({ k: 'member', object, property: 'includes', ...span });
      return method === 'exclude?' ? { k: 'unary', op: '!', value: asked, ...span } : asked;
    }
    case 'path':
    case 'path_info':
      if (low.cleansPaths && object.k === 'name' && object.name === 'request' && !low.isLocal('request'))
        return call({ k: 'member', object: cleanedRequest(low, span), property: method, ...span });
      break;
    case 'in?':
      if (first) return { k: 'binary', op: 'in', left: object, right: first.value, ...span };
      break;
    case 'match?':
    case 'match':
      if (first && !first.name && args.length === 1) return matchOf(low, object, first.value, span);
      break;
    case 'eql?':
    case 'equal?':
      if (first) return { k: 'binary', op: '==', left: object, right: first.value, ...span };
      break;
    case 'send':
    case '__send__':
    case 'public_send':
    case 'try':
      // A method called by its fixed name is simply called.
      if (first?.value.k === 'const' && typeof first.value.value === 'string' && !first.name)
        return sentTo(low, object, first.value.value, args.slice(1), span);
      break;
  }
  return call({ k: 'member', object, property: method, ...span });
}

/** A call without a receiver: a function, a method of this class, or a word of a framework. */
function ownCall(low: RubyLowering, n: number, method: string, block: number, span: Span): Expr {
  const list = low.field(n, 'arguments');
  if ((method === 'lambda' || method === 'proc') && isNode(block)) return low.expression(block);
  const args = argumentsOf(low, list);
  if (isNode(block)) {
    const isRoute =
      routes.has(method) && !low.inFunction() && args[0] !== undefined && args[0].name === undefined;
    const decorators: Expr[] = isRoute
      ? [{ k: 'member', object: low.constant('Sinatra', span), property: 'route', ...span }]
      : [];
    args.push(blockArgument(low, block, decorators, checksOf(low, method, args[0]?.value)));
    if (method === 'params' && args.length === 1)
      low.declaredParams = declaredIn(low, block, (list) => argumentsOf(low, list));
  }
  if ((method === 'send' || method === 'public_send') && args[0]?.value.k === 'const') {
    const { value } = args[0].value;
    if (typeof value === 'string') return ownCallee(low, value, args.slice(1), span);
  }
  return ownCallee(low, method, args, span);
}

/** What is made sure of before a block runs that a route is given; what is declared holds for the next route alone. */
function checksOf(low: RubyLowering, method: string, route: Expr | undefined): RouteChecks {
  if (!routes.has(method)) return new Map();
  const declared = low.declaredParams;
  low.declaredParams = new Map();
  if (declared.size > 0) return declared;
  return low.cleansPaths
    ? new Map([...cleanedParts(low, route), ...groupsOf(low, route)])
    : groupsOf(low, route);
}

function ownCallee(low: RubyLowering, method: string, args: Argument[], span: Span): Expr {
  const { className } = low;
  // In a method of the class itself.
  if (method === 'new' && className !== undefined && low.declarations.constants.has(className))
    return sentTo(low, { k: 'name', name: className, ...span }, method, args, span);
  const isOwn = className !== undefined && low.declarations.isMethod(className, method);
  const callee: Expr = isOwn ? low.selfMember(method, span) : { k: 'name', name: method, ...span };
  return { k: 'call', callee, args, isNew: false, ...span };
}

function argumentsOf(low: RubyLowering, list: number): Argument[] {
  const args: Argument[] = [];
  if (isNone(list)) return args;
  const children = low.named(list);
  for (const [i, child] of children.entries()) {
    const isLast = i === children.length - 1;
    switch (low.kind(child)) {
      case 'pair': {
        const key = low.expression(low.field(child, 'key'));
        const valueNode = low.field(child, 'value');
        const value = isNone(valueNode)
          ? low.reference(low.slice(low.field(child, 'key')), low.span(child))
          : low.expression(valueNode);
        args.push(named(key, value, low.span(child)));
        break;
      }
      case 'hash':
        // A hash at the end and named arguments are the same to most methods.
        if (isLast && i > 0)
          for (const entry of hashEntries(low, child))
            args.push(
              entry.key
                ? named(entry.key, entry.value, low.span(child))
                : { spread: 'map', value: entry.value },
            );
        else args.push({ value: low.expression(child) });
        break;
      case 'splat_argument':
        args.push({ spread: 'list', value: low.expression(low.firstNamed(child)) });
        break;
      case 'hash_splat_argument':
        args.push({ spread: 'map', value: low.expression(low.firstNamed(child)) });
        break;
      case 'block_argument':
        args.push({ name: blockName, value: handedBlock(low, child) });
        break;
      case 'heredoc_body':
        break;
      default:
        args.push({ value: low.expression(child) });
    }
  }
  return args;
}

function named(key: Expr, value: Expr, span: Span): Argument {
  if (key.k === 'const' && typeof key.value === 'string') return { name: key.value, value };
  return { value: { k: 'map', entries: [{ key, value }], ...span } };
}

function blockArgument(
  low: RubyLowering,
  block: number,
  decorators: Expr[],
  asked: RouteChecks = new Map(),
): Argument {
  const fn = lowerBlock(low, block, decorators, low.field(block, 'parameters'), (parameters) =>
    checksBefore(low, asked, parameters, block),
  );
  return { name: blockName, value: { k: 'function', fn, ...low.span(block) } };
}

/** `&:name` calls that method on what it is given. */
function handedBlock(low: RubyLowering, n: number): Expr {
  const inner = low.firstNamed(n);
  if (isNone(inner)) return { k: 'name', name: blockName, ...low.span(n) };
  if (low.kind(inner) !== 'simple_symbol') return low.expression(inner);
  const span = low.span(n);
  const details = {
    name: '',
    decorators: [],
    className: low.className,
    isStatic: false,
    ownsThis: false,
    exported: false,
  };
  const fn = low.functionIr(n, noNode, details, () => {
    low.declareParameter('it');
    const object: Expr = { k: 'name', name: 'it', ...span };
    const value = sentTo(low, object, low.slice(inner).slice(1), [], span);
    return {
      parameters: [
        {
          target: { k: 'name', name: 'it', ...span },
          name: 'it',
          kind: 'plain',
          otherwise: undefined,
          type: undefined,
          decorators: [],
        },
      ],
      body: [{ k: 'return', value, ...span }],
    };
  });
  return { k: 'function', fn, ...span };
}

export function lowerYield(low: RubyLowering, n: number): Expr {
  const args = argumentsOf(low, low.firstNamed(n));
  const span = low.span(n);
  return { k: 'call', callee: { k: 'name', name: blockName, ...span }, args, isNew: false, ...span };
}

export function lowerSuper(low: RubyLowering, n: number): Expr {
  return { k: 'name', name: 'super', ...low.span(n) };
}

/** Calls that are statements of their own: those that leave, and definitions behind a word such as `private`. */
export function callStatement(low: RubyLowering, n: number, into: Stmt[]): boolean {
  if (isNode(low.field(n, 'receiver'))) return false;
  const method = low.slice(low.field(n, 'method'));
  const list = low.field(n, 'arguments');
  if (exits.has(method) && isNone(low.field(n, 'block'))) {
    const value = low.expression(n);
    into.push({ k: 'expr', value, ...low.span(n) }, { k: 'throw', value: undefined, ...low.span(n) });
    return true;
  }
  const block = low.field(n, 'block');
  if (sections.has(method) && isNone(list) && isNode(block)) {
    const body = low.field(block, 'body');
    const statements = isNode(body) ? low.block(body) : [];
    into.push(...statements);
    if (method === 'helpers')
      for (const statement of statements) if (statement.k === 'function') into.push(mixedIn(statement.fn));
    return true;
  }
  const only = low.firstNamed(list);
  if (isNone(only)) return false;
  const kind = low.kind(only);
  if (kind === 'method' || kind === 'singleton_method') {
    into.push({ k: 'function', fn: lowerMethod(low, only, kind === 'singleton_method'), ...low.span(only) });
    return true;
  }
  if (method === 'require' && kind === 'string') {
    const module = low.slice(only).slice(1, -1);
    into.push({ k: 'import', module, bindings: [], ...low.span(n) });
    return true;
  }
  return false;
}

const routes = new Set(['get', 'post', 'put', 'patch', 'delete', 'options', 'before', 'after']);

/** What is defined in their blocks is defined for the class or the program around them, or for those who include the module. */
const sections = new Set(['helpers', 'included', 'class_methods']);

/** Methods that do not come back. */
export const exits = new Set(['raise', 'exit', 'abort', 'fail', 'halt', 'throw']);
