import type { Expr, Stmt, Target } from '../../ir/ir.ts';
import { noTarget } from '../shared/no-target.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { specsOf } from './declarations.ts';
import type { GoLowering } from './lowering.ts';

/** `var a, b T = x, y` and constants. */
export function lowerVariables(go: GoLowering, n: number, into: Stmt[]): void {
  for (const spec of specsOf(go, n)) {
    const names = go.fieldAll(spec, 'name');
    const values = go.field(spec, 'value');
    const typeNode = go.field(spec, 'type');
    const type = isNone(typeNode) ? undefined : go.type(typeNode);
    const targets = names.map((name): Target => {
      go.declare(go.slice(name));
      const target: Target = { k: 'name', name: go.slice(name), ...go.span(name) };
      if (type) target.type = type;
      if (isNode(typeNode)) target.written = go.slice(typeNode);
      return target;
    });
    if (isNone(values))
      for (const target of targets)
        push(into, { k: 'assign', target, value: zeroValue(go, typeNode, spec), ...go.span(spec) });
    else if (trustedType.test(isNone(typeNode) ? '' : go.slice(typeNode)) && names.length === 1)
      push(into, trusted(go, targets[0]!, typeNode, values));
    else assignAll(go, targets, go.listed(values), spec, into);
  }
}

/** Declaring a value as trusted HTML is the same as converting it. */
function trusted(go: GoLowering, target: Target, typeNode: number, values: number): Expr {
  const span = go.span(values);
  const args = go.listed(values).map((value) => ({ value: go.expression(value) }));
  const value: Expr = { k: 'call', callee: go.expression(typeNode), args, isNew: false, ...span };
  return { k: 'assign', target, value, ...span };
}

const trustedType = /^template\.(?:HTML|HTMLAttr|JS|JSStr|CSS|URL|Srcset)$/;

/** A variable without a value holds nothing yet: a builder is empty, a struct has empty fields. */
function zeroValue(go: GoLowering, typeNode: number, at: number): Expr {
  const kind = isNone(typeNode) ? '' : go.kind(typeNode);
  const span = go.span(at);
  if (kind === 'map_type') return { k: 'map', entries: [], ...span };
  if (kind === 'slice_type' || kind === 'array_type') return { k: 'list', items: [], isSet: false, ...span };
  if (kind === 'qualified_type' || (kind === 'type_identifier' && go.isDeclared(go.slice(typeNode))))
    return { k: 'call', callee: go.expression(typeNode), args: [], isNew: true, ...span };
  if (kind === 'struct_type') return { k: 'map', entries: [], ...span };
  // A pointer or interface is filled elsewhere.
  if (kind !== 'type_identifier') return { k: 'unknown', parts: [], ...span };
  return { k: 'const', value: '', ...span };
}

export function lowerAssignment(go: GoLowering, n: number, into: Stmt[]): void {
  const left = go.field(n, 'left');
  const right = go.field(n, 'right');
  const isShort = go.kind(n) === 'short_var_declaration';
  const operator = isShort ? noNode : go.field(n, 'operator');
  const op = isNone(operator) ? '' : go.slice(operator).replace(/:?=$/, '');
  const nodes = isNone(left) ? [] : go.listed(left);
  // What another file declares is followed inside the function as if it were its own.
  for (const node of nodes)
    if (go.kind(node) === 'identifier' && (isShort || !go.isDeclared(go.slice(node))))
      go.declare(go.slice(node));
  if (op) {
    const target = targetOf(go, nodes[0] ?? noNode);
    const value = go.expression(go.listed(right)[0] ?? noNode);
    push(into, { k: 'assign', target, value, op, ...go.span(n) });
    return;
  }
  assignAll(
    go,
    nodes.map((node) => targetOf(go, node)),
    isNone(right) ? [] : go.listed(right),
    n,
    into,
  );
}

function assignAll(go: GoLowering, targets: Target[], values: number[], at: number, into: Stmt[]): void {
  const span = go.span(at);
  if (targets.length === values.length) {
    const lowered = values.map((value) => go.expression(value));
    for (const [i, target] of targets.entries())
      if (target.k === 'name' && isOutcome(target) && isPlainCall(go, values[i]!)) {
        push(into, lowered[i]!);
        const unknown: Expr = { k: 'unknown', parts: [], ...span };
        push(into, { k: 'assign', target, value: unknown, test: lowered[i]!, ...span });
      } else if (target.k === 'none') into.push({ k: 'expr', value: lowered[i]!, ...span });
      else push(into, { k: 'assign', target, value: lowered[i]!, ...span });
    return;
  }
  const [only = noNode] = values;
  const value = go.expression(only);
  const kind = isNone(only) ? '' : go.kind(only);
  const [first, second] = targets;
  // `v, ok := m[k]`, `v, ok := x.(T)`, `v, ok := <-c`: the second only says whether there was one.
  if (targets.length === 2 && first && second && kind !== 'call_expression') {
    if (first.k === 'none') into.push({ k: 'expr', value, ...span });
    else push(into, { k: 'assign', target: first, value, ...span });
    if (second.k === 'name') {
      if (value.k === 'index')
        go.remember(second.name, { k: 'binary', op: 'in', left: value.index, right: value.object, ...span });
      push(into, { k: 'assign', target: second, value: { k: 'unknown', parts: [], ...span }, ...span });
    }
    return;
  }
  const items = targets.map((target) => (isOutcome(target) ? undefined : target));
  push(into, { k: 'assign', target: { k: 'list', items, ...span }, value, ...span });
  for (const target of targets)
    if (isOutcome(target) && target.k === 'name') {
      go.forget(target.name);
      push(into, { k: 'assign', target, value: { k: 'unknown', parts: [], ...span }, test: value, ...span });
    }
}

/** Errors and flags say how a call went; they carry no data worth following. */
function isOutcome(target: Target): boolean {
  return (
    target.k === 'none' || (target.k === 'name' && /^(?:err\d*|ok|found|exists|_)$|Err$/.test(target.name))
  );
}

/** A call that says how it went, and not one that words an error. */
function isPlainCall(go: GoLowering, n: number): boolean {
  return go.kind(n) === 'call_expression' && !/^(?:fmt|errors)\./.test(go.slice(go.field(n, 'function')));
}

export function targetOf(go: GoLowering, n: number): Target {
  if (isNone(n) || (go.kind(n) === 'identifier' && go.slice(n) === '_')) return noTarget;
  const expr = go.expression(n);
  return expr.k === 'name' || expr.k === 'member' || expr.k === 'index' ? expr : { k: 'none', ...go.span(n) };
}

export function push(into: Stmt[], value: Expr): void {
  into.push({ k: 'expr', value, start: value.start, end: value.end });
}
