import type { Expr, Stmt, SwitchCase, Target } from '../../ir/ir.ts';
import type { PythonLowering } from './lowering.ts';

export function lowerMatch(python: PythonLowering, n: number, into: Stmt[]): void {
  const subjects = python.fieldAll(n, 'subject');
  const body = python.field(n, 'body');
  const cases: SwitchCase[] = [];
  for (const clause of body < 0 ? [] : python.named(body)) {
    if (python.kind(clause) !== 'case_clause') continue;
    const tests: Expr[] = [];
    const bindings: Target[] = [];
    let open = false;
    for (const pattern of python.named(clause))
      if (python.kind(pattern) === 'case_pattern')
        open = casePattern(python, pattern, tests, bindings) || open;
    const guardNode = python.field(clause, 'guard');
    const guard = guardNode < 0 ? undefined : python.expression(python.firstNamed(guardNode));
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
  if (inner < 0) return python.slice(n).trim() === '_';
  switch (python.kind(inner)) {
    case 'union_pattern':
      return python
        .named(inner)
        .map((part) => {
          if (python.kind(part) === 'dotted_name') return bindName(python, part, bindings);
          tests.push(python.expression(part));
          return false;
        })
        .some(Boolean);
    case 'dotted_name':
      return bindName(python, inner, bindings);
    case 'string':
    case 'concatenated_string':
    case 'integer':
    case 'float':
    case 'true':
    case 'false':
    case 'none':
      tests.push(python.expression(inner));
      return false;
    default:
      tests.push({ k: 'unknown', parts: [], ...python.span(inner) });
      for (const name of namesIn(python, inner)) bindings.push(name);
      return false;
  }
}

function bindName(python: PythonLowering, n: number, bindings: Target[]): boolean {
  const text = python.slice(n);
  if (text.includes('.')) return false;
  if (text !== '_') {
    python.declare(text);
    bindings.push({ k: 'name', name: text, ...python.span(n) });
  }
  return true;
}

function namesIn(python: PythonLowering, n: number): Target[] {
  const found: Target[] = [];
  for (let i = n + 1; i < python.tree.skip[n]!; i++)
    if (python.kind(i) === 'identifier' && found.length < 16) {
      python.declare(python.slice(i));
      found.push({ k: 'name', name: python.slice(i), ...python.span(i) });
    }
  return found;
}
