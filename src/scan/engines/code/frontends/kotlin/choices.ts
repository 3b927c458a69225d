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
  const cases = entriesOf(kotlin, n).map((entry) => ({
    tests: kotlin.fieldAll(entry, 'condition').map((test) => kotlin.expression(test)),
    bindings: [],
    guard: undefined,
    body: kotlin.body(kotlin.named(entry).at(-1) ?? noNode),
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
  return isNone(node) ? undefined : kotlin.expression(kotlin.named(node).at(-1) ?? noNode);
}

function entriesOf(kotlin: KotlinLowering, n: number): number[] {
  return kotlin.named(n).filter((child) => kotlin.kind(child) === 'when_entry');
}
