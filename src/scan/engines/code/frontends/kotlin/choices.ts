import type { Expr, Stmt } from '../../ir/ir.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import type { KotlinLowering } from './lowering.ts';

/** `if` and `when`, which are statements and values alike. */

export function lowerIf(kotlin: KotlinLowering, n: number, into: Stmt[]): void {
  const [yes, otherwise] = branches(kotlin, n);
  into.push({
    k: 'if',
    test: kotlin.expression(kotlin.field(n, 'condition')),
    yes: kotlin.body(yes ?? noNode),
    otherwise: kotlin.body(otherwise ?? noNode),
    ...kotlin.span(n),
  });
}

export function lowerIfValue(kotlin: KotlinLowering, n: number): Expr {
  const [yes, otherwise] = branches(kotlin, n);
  return {
    k: 'cond',
    test: kotlin.expression(kotlin.field(n, 'condition')),
    yes: kotlin.resultOf(yes ?? noNode),
    otherwise: kotlin.resultOf(otherwise ?? noNode),
    ...kotlin.span(n),
  };
}

function branches(kotlin: KotlinLowering, n: number): number[] {
  const condition = kotlin.field(n, 'condition');
  return kotlin.named(n).filter((child) => child !== condition);
}

export function lowerWhen(kotlin: KotlinLowering, n: number, into: Stmt[]): void {
  const subject = subjectOf(kotlin, n) ?? kotlin.missing();
  const entries = entriesOf(kotlin, n);
  const bodyOf = (entry: number) => kotlin.body(kotlin.named(entry).at(-1) ?? noNode);
  const asks = (entry: number) =>
    kotlin.fieldAll(entry, 'condition').some((node) => conditions.has(kotlin.kind(node)));
  if (entries.some(asks)) {
    // What is asked of the subject is more than whether it is one of the constants.
    const chain = entries.map((entry) => ({
      entry,
      test: entryTest(kotlin, entry, subject),
      yes: bodyOf(entry),
    }));
    into.push(
      ...chain.reduceRight<Stmt[]>(
        (otherwise, { entry, test, yes }) => [{ k: 'if', test, yes, otherwise, ...kotlin.span(entry) }],
        [],
      ),
    );
    return;
  }
  const cases = entries.map((entry) => ({
    tests: kotlin.fieldAll(entry, 'condition').map((test) => kotlin.expression(test)),
    bindings: [],
    guard: undefined,
    body: bodyOf(entry),
  }));
  into.push({ k: 'switch', subject, cases, fallsThrough: false, ...kotlin.span(n) });
}

export function lowerWhenValue(kotlin: KotlinLowering, n: number): Expr {
  const span = kotlin.span(n);
  const subject = subjectOf(kotlin, n);
  return entriesOf(kotlin, n)
    .map((entry) => ({
      test: entryTest(kotlin, entry, subject),
      yes: kotlin.resultOf(kotlin.named(entry).at(-1) ?? noNode),
    }))
    .reduceRight<Expr>((otherwise, { test, yes }) => ({ k: 'cond', test, yes, otherwise, ...span }), {
      k: 'const',
      value: null,
      ...span,
    });
}

/** An entry is taken where one of its conditions holds, or the subject is one of its constants; without any, always. */
function entryTest(kotlin: KotlinLowering, entry: number, subject: Expr | undefined): Expr {
  const span = kotlin.span(entry);
  const [first, ...rest] = kotlin.fieldAll(entry, 'condition').map((node): Expr => {
    const asked = subject && conditionTest(kotlin, node, subject);
    if (asked) return asked;
    const value = kotlin.expression(node);
    if (!subject || value.k !== 'const') return value;
    return { k: 'binary', op: '==', left: subject, right: value, ...span };
  });
  return rest.reduce<Expr>(
    (left, right) => ({ k: 'logic', op: 'or', left, right, ...span }),
    first ?? { k: 'const', value: true, ...span },
  );
}

function subjectOf(kotlin: KotlinLowering, n: number): Expr | undefined {
  const node = kotlin.childOfKind(n, 'when_subject');
  if (isNone(node)) return undefined;
  const declaration = kotlin.childOfKind(node, 'variable_declaration');
  const value = kotlin.expression(kotlin.named(node).at(-1) ?? noNode);
  if (isNone(declaration)) return value;
  // `when (val result = attempt())`: the variable is there for all that follows.
  const span = kotlin.span(node);
  const target = kotlin.variable(declaration);
  const assigned: Expr = { k: 'assign', target, value, ...span };
  if (target.k !== 'name' || !kotlin.before({ k: 'expr', value: assigned, ...span })) return assigned;
  return { k: 'name', name: target.name, ...span };
}

/** `is Share`, `!in list`: what is asked of the subject. */
function conditionTest(kotlin: KotlinLowering, node: number, subject: Expr): Expr | undefined {
  const op = conditions.get(kotlin.kind(node));
  if (op === undefined || subject.k === 'assign') return undefined;
  const span = kotlin.span(node);
  const right = kotlin.expression(kotlin.firstNamed(node));
  const test: Expr = { k: 'binary', op, left: subject, right, ...span };
  return kotlin.slice(node).startsWith('!') ? { k: 'unary', op: '!', value: test, ...span } : test;
}

const conditions = new Map([
  ['type_test', 'instanceof'],
  ['range_test', 'in'],
]);

/** `x is Share`, `x !is Share`. */
export function lowerIs(kotlin: KotlinLowering, n: number): Expr {
  const [left, right] = kotlin.named(n);
  if (left === undefined || right === undefined) return kotlin.unknown(n);
  const span = kotlin.span(n);
  const test: Expr = {
    k: 'binary',
    op: 'instanceof',
    left: kotlin.expression(left),
    right: kotlin.expression(right),
    ...span,
  };
  const isNegated = kotlin.text.slice(kotlin.end(left), kotlin.start(right)).includes('!');
  return isNegated ? { k: 'unary', op: '!', value: test, ...span } : test;
}

function entriesOf(kotlin: KotlinLowering, n: number): number[] {
  return kotlin.named(n).filter((child) => kotlin.kind(child) === 'when_entry');
}
