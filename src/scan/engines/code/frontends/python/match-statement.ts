import type { Expr, Stmt, SwitchCase, Target } from '../../ir/ir.ts';
import { isNone } from '../shared/tree-reader.ts';
import type { PythonLowering } from './lowering.ts';

export function lowerMatch(python: PythonLowering, n: number, into: Stmt[]): void {
  const subjects = python.fieldAll(n, 'subject');
  const body = python.field(n, 'body');
  const cases: SwitchCase[] = [];
  for (const clause of python.named(body)) {
    if (python.kind(clause) !== 'case_clause') continue;
    const tests: Expr[] = [];
    const bindings: Target[] = [];
    let open = false;
    for (const pattern of python.named(clause))
      if (python.kind(pattern) === 'case_pattern')
        open = casePattern(python, pattern, tests, bindings) || open;
    const guardNode = python.field(clause, 'guard');
    const guard = isNone(guardNode) ? undefined : python.expression(python.firstNamed(guardNode));
    cases.push({
      tests: open ? [] : tests,
      bindings,
      guard,
      body: python.block(python.field(clause, 'consequence')),
    });
  }
  into.push({
    k: 'switch',
    subject: subjects.length === 1 ? python.expression(subjects[0]!) : python.missing(),
    cases,
    fallsThrough: false,
    ...python.span(n),
  });
}

/** Collects the literal alternatives of a pattern; true when it matches anything. */
function casePattern(python: PythonLowering, n: number, tests: Expr[], bindings: Target[]): boolean {
  const inner = python.firstNamed(n);
  if (isNone(inner)) return python.slice(n).trim() === '_';
  switch (python.kind(inner)) {
    case 'union_pattern':
      return python
        .named(inner)
        .map((part) => {
          if (python.kind(part) === 'dotted_name') return nameOrValue(python, part, tests, bindings);
          tests.push(literal(python, part));
          return false;
        })
        .some(Boolean);
    case 'dotted_name':
      return nameOrValue(python, inner, tests, bindings);
    case 'string':
    case 'concatenated_string':
    case 'integer':
    case 'float':
    case 'true':
    case 'false':
    case 'none':
      tests.push(literal(python, inner));
      return false;
    default:
      tests.push({ k: 'unknown', parts: [], ...python.span(inner) });
      for (const name of namesIn(python, inner)) bindings.push(name);
      return false;
  }
}

/** A plain name takes anything; one with a dot is a value to compare with. */
function nameOrValue(python: PythonLowering, n: number, tests: Expr[], bindings: Target[]): boolean {
  const text = python.slice(n);
  if (text.includes('.')) {
    tests.push({ k: 'unknown', parts: [], ...python.span(n) });
    return false;
  }
  if (text !== '_') {
    python.declare(text);
    bindings.push({ k: 'name', name: text, ...python.span(n) });
  }
  return true;
}

/** The sign of a number is next to it, not around it. */
function literal(python: PythonLowering, n: number): Expr {
  const value = python.expression(n);
  const isNegative = python.text.slice(0, python.start(n)).trimEnd().endsWith('-');
  return isNegative && value.k === 'const' && typeof value.value === 'number'
    ? { ...value, value: -value.value }
    : value;
}

function namesIn(python: PythonLowering, n: number): Target[] {
  const found: Target[] = [];
  for (let i = n + 1; i < python.tree.skip[n]!; i++)
    if (python.kind(i) === 'identifier' && found.length < 16 && isBound(python, i)) {
      python.declare(python.slice(i));
      found.push({ k: 'name', name: python.slice(i), ...python.span(i) });
    }
  return found;
}

/** Not the class of `Point(x=0)`, not the field `x`, and not a value such as `codes.OK`. */
function isBound(python: PythonLowering, n: number): boolean {
  const parent = python.tree.parent[n]!;
  if (python.kind(parent) === 'keyword_pattern') return python.firstNamed(parent) !== n;
  if (python.kind(parent) !== 'dotted_name') return python.slice(n) !== '_';
  const holder = python.tree.parent[parent]!;
  const isClass = python.kind(holder) === 'class_pattern' && python.firstNamed(holder) === parent;
  return !isClass && python.named(parent).length === 1 && python.slice(n) !== '_';
}
