import type { Expr, Stmt, SwitchCase, Target } from '../../ir/ir.ts';
import { type Arm, chosenArm } from '../shared/plain-nodes.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import type { CsharpLowering } from './lowering.ts';

/** `is` and `switch`: constants, types and what they bind. */

type Pattern = Pick<Arm, 'guard'> & { tests: Expr[]; bindings: Target[] };

export function lowerIsPattern(csharp: CsharpLowering, n: number): Expr {
  const span = csharp.span(n);
  const subject = csharp.expression(csharp.field(n, 'expression'));
  const pattern: Pattern = { tests: [], bindings: [], guard: undefined };
  readPattern(csharp, csharp.field(n, 'pattern'), pattern);
  const { tests, bindings } = pattern;
  if (bindings.length || tests.length === 0 || tests.some(({ k }) => k === 'unknown')) {
    const parts = bindings.map((target): Expr => ({ k: 'assign', target, value: subject, ...span }));
    return { k: 'unknown', parts, ...span };
  }
  return tests
    .map((test): Expr => ({ k: 'binary', op: '==', left: subject, right: test, ...span }))
    .reduce((left, right): Expr => ({ k: 'logic', op: 'or', left, right, ...span }));
}

export function lowerSwitch(csharp: CsharpLowering, n: number, into: Stmt[]): void {
  const body = csharp.field(n, 'body');
  const cases = csharp.named(body).map((section): SwitchCase => {
    const statements: Stmt[] = [];
    const pattern: Pattern = { tests: [], bindings: [], guard: undefined };
    for (const child of csharp.named(section))
      if (!readLabel(csharp, child, pattern)) csharp.statement(child, statements);
    return { ...pattern, body: statements };
  });
  const subject = csharp.expression(csharp.field(n, 'value'));
  into.push({ k: 'switch', subject, cases, fallsThrough: true, ...csharp.span(n) });
}

export function lowerSwitchValue(csharp: CsharpLowering, n: number): Expr {
  const [subjectNode = noNode, ...children] = csharp.named(n);
  const subject = csharp.expression(subjectNode);
  const arms = children.flatMap((child): Arm[] => {
    if (csharp.kind(child) !== 'switch_expression_arm') return [];
    const parts = csharp.named(child);
    const value = parts.at(-1)!;
    if (csharp.kind(value) === 'throw_expression') return [];
    const pattern: Pattern = { tests: [], bindings: [], guard: undefined };
    for (const part of parts.slice(0, -1)) readLabel(csharp, part, pattern);
    return [{ ...pattern, value: csharp.expression(value) }];
  });
  return chosenArm(subject, arms, csharp.span(n));
}

function readLabel(csharp: CsharpLowering, n: number, into: Pattern): boolean {
  const kind = csharp.kind(n);
  if (kind === 'when_clause') into.guard = csharp.expression(csharp.firstNamed(n));
  else if (kind.endsWith('_pattern')) readPattern(csharp, n, into);
  else return kind === 'discard';
  return true;
}

function readPattern(csharp: CsharpLowering, n: number, into: Pattern): void {
  if (isNone(n)) return;
  const kind = csharp.kind(n);
  if (kind === 'constant_pattern') into.tests.push(csharp.expression(csharp.firstNamed(n)));
  else if (kind === 'or_pattern' || kind === 'parenthesized_pattern')
    for (const part of csharp.named(n)) readPattern(csharp, part, into);
  else if (kind === 'and_pattern') {
    const both: Pattern = { tests: [], bindings: into.bindings, guard: undefined };
    for (const part of csharp.named(n)) readPattern(csharp, part, both);
    into.tests.push({ k: 'unknown', parts: [], ...csharp.span(n) });
  } else {
    into.tests.push({ k: 'unknown', parts: [], ...csharp.span(n) });
    const declared = kind === 'negated_pattern' ? csharp.firstNamed(n) : n;
    const name = csharp.field(declared, 'name');
    if (isNode(name)) into.bindings.push(csharp.variable(name, csharp.field(declared, 'type')));
  }
}
