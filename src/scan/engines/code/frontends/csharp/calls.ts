import type { Argument, Expr } from '../../ir/ir.ts';
import { askedType } from '../shared/said-type.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import type { CsharpLowering } from './lowering.ts';

/** A call, which may say by a type argument what it gives. */
export function lowerCall(csharp: CsharpLowering, n: number): Expr {
  return askedType(lowerPlainCall(csharp, n), typeArgument(csharp, csharp.field(n, 'function')));
}

/** `provider.GetRequiredService<Share>()`. */
function typeArgument(csharp: CsharpLowering, called: number): string | undefined {
  if (isNone(called)) return undefined;
  const isMember = csharp.kind(called) === 'member_access_expression';
  const name = isMember ? csharp.field(called, 'name') : called;
  const list = csharp.kind(name) === 'generic_name' ? csharp.childOfKind(name, 'type_argument_list') : noNode;
  const [only, ...others] = isNone(list) ? [] : csharp.named(list);
  return only === undefined || others.length > 0 ? undefined : csharp.writtenType(only);
}

/** Methods of texts and collections get the names that the interpreter knows them by. */
function lowerPlainCall(csharp: CsharpLowering, n: number): Expr {
  const span = csharp.span(n);
  const functionNode = csharp.field(n, 'function');
  const args = csharp.arguments(csharp.field(n, 'arguments'));
  const kind = isNone(functionNode) ? '' : csharp.kind(functionNode);
  if (kind === 'identifier' || kind === 'generic_name') {
    const nameNode = kind === 'identifier' ? functionNode : csharp.firstNamed(functionNode);
    const name = csharp.slice(nameNode);
    if (name === 'nameof') return { k: 'unknown', parts: [], ...span };
    return { k: 'call', callee: csharp.calledReference(name, span), args, isNew: false, ...span };
  }
  const callee = csharp.expression(functionNode);
  if (callee.k !== 'member') return { k: 'call', callee, args, isNew: false, ...span };
  const { object, property } = callee;
  const [first, ...rest] = args;
  const isText = object.k === 'name' && /^[sS]tring$/.test(object.name);
  if (property === 'Equals' && rest.length === 0 && first)
    return { k: 'binary', op: '==', left: object, right: first.value, ...span };
  if (isText && property === 'Concat' && first)
    return rest.reduce<Expr>(
      (left, { value }) => ({ k: 'binary', op: '+', left, right: value, ...span }),
      first.value,
    );
  const joined = isText && property === 'Join' ? csharp.joined(args, span) : undefined;
  if (joined) return joined;
  if (isText && property === 'Format' && first) {
    const format: Expr = { k: 'member', object: first.value, property: 'format', ...span };
    return { k: 'call', callee: format, args: rest, isNew: false, ...span };
  }
  // `b.AppendFormat(format, x)` appends what the format makes of x.
  if (property === 'AppendFormat' && first && rest.length) {
    const format: Expr = { k: 'member', object: first.value, property: 'format', ...span };
    const text: Expr = { k: 'call', callee: format, args: rest, isNew: false, ...span };
    return {
      k: 'call',
      callee: { ...callee, property: 'append' },
      args: [{ value: text }],
      isNew: false,
      ...span,
    };
  }
  // `d.TryGetValue(k, out v)` reads d[k] into v.
  const [key, out] = args;
  if (property === 'TryGetValue' && key && out?.value.k === 'name') {
    const value: Expr = { k: 'index', object, index: key.value, ...span };
    const read: Expr = { k: 'assign', target: out.value, value, ...span };
    return {
      k: 'logic',
      op: 'and',
      left: { k: 'binary', op: 'in', left: key.value, right: object, ...span },
      right: read,
      ...span,
    };
  }
  // `queue.TryDequeue(out v)` takes what is next into v, and says whether there was anything.
  const taking = takers.get(property);
  if (taking && args.length === 1 && key?.value.k === 'name') {
    const take: Expr = { k: 'member', object, property: taking, ...span };
    const value: Expr = { k: 'call', callee: take, args: [], isNew: false, ...span };
    const read: Expr = { k: 'assign', target: key.value, value, ...span };
    const asked: Expr = { k: 'member', object, property: 'Count', ...span };
    return { k: 'logic', op: 'and', left: asked, right: read, ...span };
  }
  // `int.TryParse(text, out n)` parses into n, and says whether it could.
  const parsed = args.at(-1)?.value;
  if (property === 'TryParse' && first && args.length > 1 && parsed?.k === 'name') {
    const parse: Expr = { k: 'member', object, property: 'Parse', ...span };
    const value: Expr = { k: 'call', callee: parse, args: [first], isNew: false, ...span };
    const read: Expr = { k: 'assign', target: parsed, value, ...span };
    const asked: Expr = { k: 'call', callee, args: [first], isNew: false, ...span };
    return { k: 'logic', op: 'and', left: asked, right: read, ...span };
  }
  const known = property === 'Add' && args.length === 2 ? 'put' : (sharedNames.get(property) ?? property);
  const given = known === 'filter' || known === 'map' ? args.map(asMethodGroup) : args;
  return { k: 'call', callee: { ...callee, property: known }, args: given, isNew: false, ...span };
}

/** `names.Where(allowed.Contains)`: a method that is handed over is called by the name that it has in a call. */
function asMethodGroup(argument: Argument): Argument {
  const { value } = argument;
  if (value.k !== 'member') return argument;
  return { ...argument, value: { ...value, property: sharedNames.get(value.property) ?? value.property } };
}

const takers: ReadonlyMap<string, string> = new Map([
  ['TryDequeue', 'poll'],
  ['TryTake', 'poll'],
  ['TryPop', 'pop'],
  ['TryPeek', 'peek'],
]);

const sharedNames = new Map([
  ['Append', 'append'],
  ['AppendLine', 'append'],
  ['AppendFormat', 'append'],
  ['Add', 'add'],
  ['Insert', 'insert'],
  ['RemoveAt', 'remove'],
  ['Remove', 'remove'],
  ['AddRange', 'addAll'],
  ['Clear', 'clear'],
  ['Push', 'push'],
  ['Pop', 'pop'],
  ['Peek', 'peek'],
  ['Enqueue', 'offer'],
  ['Dequeue', 'poll'],
  ['TryAdd', 'putIfAbsent'],
  ['ToString', 'toString'],
  ['ToLower', 'toLowerCase'],
  ['ToUpper', 'toUpperCase'],
  ['Trim', 'trim'],
  ['Replace', 'replace'],
  ['Split', 'split'],
  ['StartsWith', 'startsWith'],
  ['EndsWith', 'endsWith'],
  ['Contains', 'contains'],
  ['Select', 'map'],
  ['Where', 'filter'],
  ['ForEach', 'forEach'],
]);
