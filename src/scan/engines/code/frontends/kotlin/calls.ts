import type { Argument, Expr, Span, Stmt } from '../../ir/ir.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { collectionLiteral, pairLiteral } from './collections.ts';
import { lowerLambda } from './functions.ts';
import type { KotlinLowering } from './lowering.ts';
import { appendedBy, scopeFunction } from './scope-functions.ts';

export function lowerCall(kotlin: KotlinLowering, n: number): Expr {
  const span = kotlin.span(n);
  const lambda = kotlin.childOfKind(n, 'annotated_lambda');
  // `f(x) { … }` is one call, although the grammar makes two of it.
  const inner = isNone(lambda) ? noNode : calledNode(kotlin, n);
  const isOne = kotlin.kind(inner) === 'call_expression' && isNone(kotlin.childOfKind(n, 'value_arguments'));
  const call = isOne && isNone(kotlin.childOfKind(inner, 'annotated_lambda')) ? inner : n;
  const calleeNode = calledNode(kotlin, call);
  const args = kotlin.arguments(kotlin.childOfKind(call, 'value_arguments'));
  if (isNode(lambda)) args.push({ value: trailingBlock(kotlin, lambda, calleeNode) });
  if (kotlin.kind(calleeNode) === 'identifier')
    return namedCall(kotlin, kotlin.slice(calleeNode), args, span);
  const callee = kotlin.expression(calleeNode);
  const known = callee.k === 'member' ? memberCall(kotlin, callee, args, span) : undefined;
  return known ?? { k: 'call', callee, args, isNew: false, ...span };
}

/** `x.apply { … }`, `x.run { … }` and `with(x) { … }` give their block an object to belong to. */
function trailingBlock(kotlin: KotlinLowering, lambda: number, calleeNode: number): Expr {
  const callee = isNone(calleeNode) ? '' : kotlin.slice(calleeNode);
  const block = kotlin.named(lambda).at(-1) ?? noNode;
  const takesReceiver = callee === 'with' || /[.?]\s*(?:apply|run)$/.test(callee);
  if (!takesReceiver || kotlin.kind(block) !== 'lambda_literal') return kotlin.expression(lambda);
  return lowerLambda(kotlin, block, true);
}

/** What is called; a negation in front belongs to the call as a whole. */
function calledNode(kotlin: KotlinLowering, n: number): number {
  const first = kotlin.firstNamed(n);
  const isNegated = kotlin.kind(first) === 'unary_expression' && kotlin.slice(first).startsWith('!');
  return isNegated ? kotlin.firstNamed(first) : first;
}

/** `f(…)`: a function, or a class whose object is made. */
function namedCall(kotlin: KotlinLowering, name: string, args: Argument[], span: Span): Expr {
  const [only] = args;
  const built = name === 'buildString' && only ? appendedBy(only.value, span) : undefined;
  if (built) return built;
  const [subject, block] = args;
  const scoped =
    name === 'with' && subject && block ? scopeFunction(subject.value, 'run', [block], span) : undefined;
  if (scoped) return scoped;
  if (/^(?:Pair|Triple)$/.test(name) && args.length > 1)
    return pairLiteral(
      args.map(({ value }) => value),
      span,
    );
  if (/^[A-Z]/.test(name)) return kotlin.construction(kotlin.type(name, span), args, span);
  const literal = collectionLiteral(kotlin, name, args, span);
  if (literal) return literal;
  return { k: 'call', callee: kotlin.calledReference(name, span), args, isNew: false, ...span };
}

/** `x.f(…)` where f is an extension, takes a block, or goes by another name in the intermediate form. */
function memberCall(
  kotlin: KotlinLowering,
  callee: Expr & { k: 'member' },
  args: readonly Argument[],
  span: Span,
): Expr | undefined {
  const { object, property } = callee;
  const called = (changed: Expr, given: readonly Argument[]): Expr => ({
    k: 'call',
    callee: changed,
    args: [...given],
    isNew: false,
    ...span,
  });
  if (kotlin.extensions.has(property))
    return called(kotlin.calledReference(property, span), [{ value: object }, ...args]);
  const [first, ...rest] = args;
  const block = args.at(-1)?.value;
  if (property === 'apply' && block && /^(?:StringBuilder|StringBuffer)$/.test(madeClass(object)))
    return appendedBy(block, span) ?? { k: 'unknown', parts: [object], ...span };
  const scoped = scopeFunction(object, property, args, span);
  if (scoped) return scoped;
  const literal = object.k === 'name' ? kotlin.collection(object.name, property, args, span) : undefined;
  if (literal) return literal;
  if (property === 'joinToString') return called({ ...callee, property: 'joinItems' }, args.slice(0, 1));
  if (property === 'equals' && first && rest.length === 0)
    return kotlin.binary('==', object, first.value, span);
  if (property === 'format' && object.k === 'name' && object.name === 'String' && first)
    return called({ ...callee, object: first.value }, rest);
  const shared = sharedNames.get(property);
  return shared === undefined ? undefined : called({ ...callee, property: shared }, args);
}

/** The class whose object an expression makes. */
function madeClass(object: Expr): string {
  return object.k === 'call' && object.callee.k === 'name' ? object.callee.name : '';
}

/** `require(x in allowed)` goes on only where the condition holds. */
export function lowerCallStatement(kotlin: KotlinLowering, n: number, into: Stmt[]): void {
  const span = kotlin.span(n);
  // `require(x > 1) { "a message" }` is a call of a call to the grammar.
  const hasMessage = isNode(kotlin.childOfKind(n, 'annotated_lambda'));
  const call = hasMessage ? kotlin.firstNamed(n) : n;
  const callee = kotlin.firstNamed(call);
  const isCheck = isNode(callee) && /^(?:require|check)$/.test(kotlin.slice(callee));
  const [first] = isCheck ? kotlin.arguments(kotlin.childOfKind(call, 'value_arguments')) : [];
  if (!first) {
    into.push({ k: 'expr', value: kotlin.expression(n), ...span });
    return;
  }
  const otherwise: Stmt[] = [{ k: 'throw', value: undefined, ...span }];
  into.push({ k: 'if', test: first.value, yes: [], otherwise, ...span });
}

export function lowerAnnotation(kotlin: KotlinLowering, n: number): Expr {
  const made = kotlin.childOfKind(n, 'constructor_invocation');
  const callee = kotlin.expression(
    isNone(made) ? (kotlin.named(n).at(-1) ?? noNode) : kotlin.firstNamed(made),
  );
  if (isNone(made)) return callee;
  const args = kotlin.arguments(kotlin.childOfKind(made, 'value_arguments'));
  return { k: 'call', callee, args, isNew: false, ...kotlin.span(n) };
}

/** Methods that go by another name in the intermediate form. */
const sharedNames = new Map([
  ['removeAt', 'remove'],
  ['lowercase', 'toLowerCase'],
  ['uppercase', 'toUpperCase'],
  ['getValue', 'get'],
]);
