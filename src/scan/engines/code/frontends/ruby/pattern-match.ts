import type { Expr, Stmt, SwitchCase, Target } from '../../ir/ir.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import type { RubyLowering } from './lowering.ts';

/** `case value in pattern`: literals are compared, every other pattern is one that may fit, and its names may hold any part of the value. */
export function patternMatch(low: RubyLowering, n: number): Stmt {
  const cases: SwitchCase[] = low.fieldAll(n, 'clauses').map((clause) => {
    const pattern = low.field(clause, 'pattern');
    const guardNode = low.field(clause, 'guard');
    const bindings = isNone(pattern) ? [] : namesIn(low, pattern);
    return {
      tests: testsOf(low, pattern),
      bindings,
      guard: isNone(guardNode) ? undefined : guardOf(low, guardNode),
      body: low.block(low.field(clause, 'body')),
    };
  });
  const otherwise = low.childOfKind(n, 'else');
  if (isNode(otherwise))
    cases.push({ tests: [], bindings: [], guard: undefined, body: low.block(otherwise) });
  const subject = low.expression(low.field(n, 'value'));
  return { k: 'switch', subject, cases, fallsThrough: false, ...low.span(n) };
}

/** None where the pattern takes anything: a plain name. */
function testsOf(low: RubyLowering, pattern: number): Expr[] {
  if (isNone(pattern) || low.kind(pattern) === 'identifier') return [];
  const parts = low.kind(pattern) === 'alternative_pattern' ? low.named(pattern) : [pattern];
  return parts.map((part) =>
    literals.has(low.kind(part)) ? low.expression(part) : { k: 'unknown', parts: [], ...low.span(part) },
  );
}

function guardOf(low: RubyLowering, n: number): Expr {
  const test = low.expression(low.field(n, 'condition'));
  return low.kind(n) === 'unless_guard' ? { k: 'unary', op: '!', value: test, ...low.span(n) } : test;
}

/** The names of a pattern, and those that stand for a key alone: `{ age: }` binds `age`. */
function namesIn(low: RubyLowering, pattern: number): Target[] {
  const found: Target[] = [];
  for (let node = pattern; node < low.tree.skip[pattern]!; node++) {
    const isKey = low.kind(node) === 'hash_key_symbol' && isNone(low.field(low.tree.parent[node]!, 'value'));
    if (low.kind(node) !== 'identifier' && !isKey) continue;
    low.declare(low.slice(node));
    found.push({ k: 'name', name: low.slice(node), ...low.span(node) });
  }
  return found;
}

const literals = new Set(['string', 'simple_symbol', 'integer', 'float', 'nil', 'true', 'false']);
