import type { Expr, Stmt, SwitchCase, Target } from '../../ir/ir.ts';
import { noTarget } from '../shared/no-target.ts';
import { type Arm, chosenArm } from '../shared/plain-nodes.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import type { JavaLowering } from './lowering.ts';

/** `switch` as a statement and as a value, with constants, types and records as labels. */

export function lowerSwitch(java: JavaLowering, n: number, into: Stmt[]): void {
  const groups = groupsOf(java, n);
  const cases = groups.map((group) => lowerCase(java, group));
  const fallsThrough = !groups.some((group) => java.kind(group) === 'switch_rule');
  const subject = java.expression(java.field(n, 'condition'));
  into.push({ k: 'switch', subject, cases, fallsThrough, ...java.span(n) });
}

export function lowerSwitchValue(java: JavaLowering, n: number): Expr {
  const subject = java.expression(java.field(n, 'condition'));
  const arms = groupsOf(java, n).flatMap((group): Arm[] => {
    const { tests, bindings, guard } = labelsOf(java, group);
    const value = armValue(java, group);
    return value ? [{ tests, bindings, guard, value }] : [];
  });
  return chosenArm(subject, arms, java.span(n));
}

function groupsOf(java: JavaLowering, n: number): number[] {
  const body = java.field(n, 'body');
  return java.named(body);
}

function lowerCase(java: JavaLowering, group: number): SwitchCase {
  const labels = labelsOf(java, group);
  const body: Stmt[] = [];
  for (const child of java.named(group)) if (java.kind(child) !== 'switch_label') java.statement(child, body);
  return { ...labels, body };
}

/** Labels one behind the other share the statements behind the last of them. */
function labelsOf(java: JavaLowering, group: number): Omit<SwitchCase, 'body'> {
  const tests: Expr[] = [];
  const bindings: Target[] = [];
  let guard: Expr | undefined;
  let isDefault = false;
  for (const label of java.named(group)) {
    if (java.kind(label) !== 'switch_label') continue;
    const values = java.named(label);
    if (values.length === 0) isDefault = true;
    for (const value of values) {
      const kind = java.kind(value);
      if (kind === 'guard') guard = java.expression(java.firstNamed(value));
      else if (kind === 'pattern') {
        bindings.push(patternTarget(java, java.firstNamed(value)));
        tests.push({ k: 'unknown', parts: [], ...java.span(value) });
      } else tests.push(java.expression(value));
    }
  }
  return { tests: isDefault ? [] : tests, bindings, guard };
}

/** What a pattern binds: a variable, or the components of a record one by one. */
function patternTarget(java: JavaLowering, pattern: number): Target {
  if (isNone(pattern)) return noTarget;
  if (java.kind(pattern) === 'record_pattern') {
    const body = java.childOfKind(pattern, 'record_pattern_body');
    const items = java.named(body).map((part) => patternTarget(java, part));
    return { k: 'list', items, ...java.span(pattern) };
  }
  const [type = noNode, name = noNode] = java.named(pattern);
  return java.kind(name) !== 'identifier' ? noTarget : java.variable(name, type);
}

/** What an arm gives: its expression, or what its statements yield. */
function armValue(java: JavaLowering, group: number): Expr | undefined {
  const [first, ...rest] = java.named(group).filter((child) => java.kind(child) !== 'switch_label');
  if (first === undefined) return undefined;
  if (rest.length === 0 && java.kind(first) === 'expression_statement')
    return java.expression(java.firstNamed(first));
  if (rest.length === 0 && java.kind(first) === 'throw_statement') return undefined;
  const span = java.span(group);
  const fn = java.lambdaIr(group, () => {
    const body: Stmt[] = [];
    for (const child of [first, ...rest]) java.statement(child, body);
    return { parameters: [], body };
  });
  return { k: 'call', callee: { k: 'function', fn, ...span }, args: [], isNew: false, ...span };
}
