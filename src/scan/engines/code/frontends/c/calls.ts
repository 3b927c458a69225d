import type { Expr } from '../../ir/ir.ts';
import { noNode } from '../shared/tree-reader.ts';
import type { CLowering } from './lowering.ts';
import { lowerTarget } from './targets.ts';

/** A call; functions that write into what they are given are followed by that assignment. */
export function lowerCall(low: CLowering, n: number): Expr {
  const span = low.span(n);
  const callee = low.expression(low.field(n, 'function'));
  const nodes = low.named(low.field(n, 'arguments'));
  const name = callee.k === 'name' ? callee.name : callee.k === 'member' ? callee.property : '';
  const releases = releasing.has(name);
  const walks = walking.test(name);
  const args = nodes.map((node) => ({ value: releases || walks ? low.expression(node) : used(low, node) }));
  const plain: Expr = { k: 'call', callee, args, isNew: false, ...span };
  const call = callee.k === 'name' && low.sizes.overruns(name, nodes) ? low.overrun(plain, n) : plain;
  if (callee.k === 'member') {
    const added = nodes[0];
    const { object } = callee;
    // A text that grows in place.
    if (callee.property === 'append' && added !== undefined && (object.k === 'name' || object.k === 'member'))
      return { k: 'assign', target: object, op: '+', value: low.expression(added), ...span };
    // A text in another form is the same text.
    if (textForms.has(callee.property) && nodes.length === 0) return object;
    if (callee.property === 'push_back' || callee.property === 'emplace_back')
      return { ...plain, callee: { ...callee, property: 'push' } };
    return clobbered(low, call, nodes, n);
  }
  if (releases && nodes[0] !== undefined) return released(low, call, nodes[0], n);
  const writer = writers.get(name);
  if (writer) return writer(low, call, nodes, n);
  return clobbered(low, call, nodes, n, walks);
}

/** A macro that goes through a list has the next element in a variable that it is given by its name. */
const walking = /for_?each/i;

const textForms = new Set(['c_str', 'data', 'str', 'toStdString', 'toUtf8', 'constData', 'toLocal8Bit']);

/** Marks that a variable which may have been given back is used. */
function used(low: CLowering, n: number): Expr {
  const value = low.expression(n);
  // Whoever gets the address of a variable may well be asked to fill it.
  if (value.k !== 'name' || !low.released.has(value.name) || isAddress(low, n)) return value;
  const mark: Expr = { k: 'member', object: value, property: 'used', ...low.span(n) };
  return low.sequence([mark, value], 1, n);
}

export function markedUse(low: CLowering, n: number): Expr {
  return used(low, n);
}

/** `free(p)`: from here on `p` is memory that was given back. */
function released(low: CLowering, call: Expr, argument: number, n: number): Expr {
  const target = lowerTarget(low, argument);
  // Which element of a list was released is seldom known.
  if (target.k !== 'name' && target.k !== 'member') return call;
  if (target.k === 'member' && target.object.k === 'index') return call;
  const root = rootOf(target.k === 'member' ? target.object : target);
  if (root === 'this' || root === undefined || !low.isOwn(root)) return call;
  return { k: 'assign', target, value: call, ...low.span(n) };
}

/** What a method leaves in the fields of its object is another method's concern: only one function is looked at. */
function rootOf(expr: Expr): string | undefined {
  let at = expr;
  while (at.k === 'member' || at.k === 'index') at = at.object;
  return at.k === 'name' ? at.name : undefined;
}

export function lowerDelete(low: CLowering, n: number): Expr {
  const argument = low.firstNamed(n);
  const span = low.span(n);
  const call: Expr = {
    k: 'call',
    callee: { k: 'name', name: 'free', ...span },
    args: [{ value: low.expression(argument) }],
    isNew: false,
    ...span,
  };
  return released(low, call, argument, n);
}

/** A function of which nothing is known may have changed what it got the address of. */
function clobbered(low: CLowering, call: Expr, nodes: readonly number[], n: number, setsNames = false): Expr {
  const assignments: Expr[] = [];
  for (const node of nodes) {
    const isName = setsNames && low.kind(node) === 'identifier';
    if (!isName && !isAddress(low, node)) continue;
    const target = lowerTarget(low, isName ? node : low.field(node, 'argument'));
    if (target.k !== 'name') continue;
    const value: Expr = { k: 'unknown', parts: [target, ...partsOf(call)], ...low.span(node) };
    assignments.push({ k: 'assign', target, value, ...low.span(node) });
  }
  return assignments.length ? low.sequence([call, ...assignments], 0, n) : call;
}

function partsOf(call: Expr): Expr[] {
  return call.k === 'call' ? call.args.map(({ value }) => value) : [];
}

type Writer = (low: CLowering, call: Expr, nodes: readonly number[], n: number) => Expr;

function writing(low: CLowering, call: Expr, node: number | undefined, value: Expr, n: number): Expr {
  if (node === undefined) return call;
  const target = lowerTarget(low, isAddress(low, node) ? low.field(node, 'argument') : node);
  return low.sequence([call, { k: 'assign', target, value, ...low.span(n) }], 0, n);
}

function isAddress(low: CLowering, n: number): boolean {
  return low.kind(n) === 'pointer_expression' && low.slice(low.field(n, 'operator')) === '&';
}

const copy =
  (to: number, from: number): Writer =>
  (low, call, nodes, n) =>
    writing(low, call, nodes[to], low.expression(nodes[from] ?? noNode), n);

const concat: Writer = (low, call, nodes, n) =>
  writing(
    low,
    call,
    nodes[0],
    {
      k: 'template',
      parts: [low.expression(nodes[0] ?? noNode), low.expression(nodes[1] ?? noNode)],
      ...low.span(n),
    },
    n,
  );

/** A text made by a format: the fixed parts of it with the values in between. */
const format =
  (to: number, at: number): Writer =>
  (low, call, nodes, n) => {
    const span = low.span(n);
    const items = nodes.slice(at + 1).map((node) => ({ spread: false, value: low.expression(node) }));
    const right: Expr = { k: 'list', items, isSet: false, ...span };
    const value: Expr = { k: 'binary', op: '%', left: low.expression(nodes[at] ?? noNode), right, ...span };
    return writing(low, call, nodes[to], value, n);
  };

/** What comes in from outside is the result of the call, put into the buffers it was given. */
const input =
  (...to: number[]): Writer =>
  (low, call, nodes, n) => {
    const assignments: Expr[] = [];
    for (const [i, node] of nodes.entries()) {
      if (!to.includes(i) && !(i > to.at(-1)! && to.length > 1)) continue;
      const target = lowerTarget(low, isAddress(low, node) ? low.field(node, 'argument') : node);
      if (target.k !== 'none') assignments.push({ k: 'assign', target, value: call, ...low.span(n) });
    }
    return assignments.length ? low.sequence(assignments, 0, n) : call;
  };

/** These give back how much came in. */
const counted =
  (...to: number[]): Writer =>
  (low, call, nodes, n) => {
    const span = low.span(n);
    const callee: Expr = { k: 'name', name: '@count', ...span };
    const filled = input(...to)(low, call, nodes, n);
    return { k: 'call', callee, args: [{ value: filled }], isNew: false, ...span };
  };

/** C's getline takes the address of a buffer, that of C++ a stream and a text. */
const line: Writer = (low, call, nodes, n) =>
  input(nodes[0] !== undefined && isAddress(low, nodes[0]) ? 0 : 1)(low, call, nodes, n);

const writers = new Map<string, Writer>([
  ...names(
    'strcpy strncpy stpcpy strlcpy memcpy memmove mempcpy wcscpy wcsncpy strcpy_s lstrcpy lstrcpyA _mbscpy',
    copy(0, 1),
  ),
  ...names('bcopy', copy(1, 0)),
  ...names('strcat strncat strlcat wcscat lstrcat strcat_s', concat),
  ...names('sprintf vsprintf wsprintf asprintf vasprintf', format(0, 1)),
  ...names('snprintf vsnprintf swprintf sprintf_s _snprintf', format(0, 2)),
  ...names('fgets gets fgetws gets_s', input(0)),
  ...names('fread', counted(0)),
  ...names('getline getdelim', line),
  ...names('read recv recvfrom readlink pread recvmsg', counted(1)),
  ...names('scanf wscanf', input(1, 2)),
  ...names('fscanf', input(2, 3)),
  ...names('sscanf', input(2, 3)),
]);

function names(list: string, writer: Writer): Array<[string, Writer]> {
  return list.split(' ').map((name) => [name, writer]);
}

export const releasing = new Set(
  'free cfree g_free kfree vfree xfree OPENSSL_free av_free zend_efree efree'.split(' '),
);
