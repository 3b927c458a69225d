import type { Argument, Expr } from '../../ir/ir.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import { lowerLambda } from './functions.ts';
import type { SwiftLowering } from './lowering.ts';

/** `f(a, label: b) { … }` is one call, and `x[i]` takes an item. */
export function lowerCall(swift: SwiftLowering, n: number): Expr {
  const span = swift.span(n);
  const args: Argument[] = [];
  let called = n;
  while (swift.kind(called) === 'call_expression') {
    const suffix = swift.childOfKind(called, 'call_suffix');
    if (isNode(suffix) && swift.slice(suffix).startsWith('[')) {
      if (called !== n) break;
      return lowerItem(swift, called, suffix);
    }
    if (called !== n && !takesBlock(swift, n)) break;
    args.unshift(...(isNone(suffix) ? [] : suffixArguments(swift, suffix)));
    called = swift.firstNamed(called);
  }
  if (isNone(called)) return swift.nothing(span);
  if (swift.kind(called) === 'simple_identifier') {
    const name = swift.slice(called);
    if (/^[A-Z]/.test(name) && !swift.isLocal(name) && !/^[A-Z]{2}_/.test(name))
      return swift.construction(swift.type(name, swift.span(called)), args, span);
    return {
      k: 'call',
      callee: swift.calledReference(name, swift.span(called)),
      args,
      isNew: false,
      ...span,
    };
  }
  // The grammar takes `!(a)` for a call.
  if (swift.slice(called) === '!' && args.length === 1)
    return { k: 'unary', op: '!', value: args[0]!.value, ...span };
  const callee = swift.expression(called);
  if (callee.k === 'member' && callee.property === 'init')
    return swift.construction(callee.object, args, span);
  if (callee.k === 'member' && callee.property === 'joined')
    return {
      k: 'call',
      callee: { ...callee, property: 'joinItems' },
      args: args.map(({ value }) => ({ value })),
      isNew: false,
      ...span,
    };
  return { k: 'call', callee, args, isNew: false, ...span };
}

/** Whether the outer call only adds a block to the inner one. */
function takesBlock(swift: SwiftLowering, n: number): boolean {
  const suffix = swift.childOfKind(n, 'call_suffix');
  return isNode(suffix) && isNone(swift.childOfKind(suffix, 'value_arguments'));
}

function lowerItem(swift: SwiftLowering, n: number, suffix: number): Expr {
  const [index] = suffixArguments(swift, suffix);
  const object = swift.expression(swift.firstNamed(n));
  return { k: 'index', object, index: index?.value ?? swift.nothing(swift.span(n)), ...swift.span(n) };
}

function suffixArguments(swift: SwiftLowering, suffix: number): Argument[] {
  const found: Argument[] = [];
  for (const part of swift.named(suffix)) {
    if (swift.kind(part) === 'lambda_literal') found.push({ value: lowerLambda(swift, part) });
    if (swift.kind(part) !== 'value_arguments') continue;
    for (const argument of swift.named(part)) {
      const label = swift.field(argument, 'name');
      const valueNode = swift.field(argument, 'value');
      const value: Expr = isNone(valueNode)
        ? { k: 'const', value: null, ...swift.span(argument) }
        : swift.expression(valueNode);
      found.push(isNone(label) ? { value } : { name: swift.slice(label), value });
    }
  }
  return found;
}
