import type { Constant, Expr, ListItem, Span, Stmt, Target } from '../../ir/ir.ts';
import type { Lowering } from './lowering.ts';
import { isNone } from './tree-reader.ts';

/** Nodes that the grammars of most languages lay out alike, whatever they are called. */

type Braced = Lowering & { body: (n: number) => Stmt[] };

export function constantOf(lowering: Lowering, value: Constant): (n: number) => Expr {
  return (n) => ({ k: 'const', value, ...lowering.span(n) });
}

/** Something that is fixed, or a number, without its value being known here: nothing can hide in it. */
export function fixedValue(lowering: Lowering, n: number): Expr {
  const span = lowering.span(n);
  return { k: 'slice', object: { k: 'const', value: '', ...span }, parts: [], ...span };
}

/** `test ? yes : otherwise`. */
export function conditionalExpression(lowering: Lowering, n: number): Expr {
  return {
    k: 'cond',
    test: lowering.expression(lowering.field(n, 'condition')),
    yes: lowering.expression(lowering.field(n, 'consequence')),
    otherwise: lowering.expression(lowering.field(n, 'alternative')),
    ...lowering.span(n),
  };
}

/** `left = right` and `left op= right`. */
export function assignmentExpression(lowering: Lowering, n: number): Expr {
  const target = lowering.expression(lowering.field(n, 'left'));
  const value = lowering.expression(lowering.field(n, 'right'));
  const span = lowering.span(n);
  if (target.k !== 'name' && target.k !== 'member' && target.k !== 'index')
    return { k: 'unknown', parts: [target, value], ...span };
  const operator = lowering.field(n, 'operator');
  const op = isNone(operator) ? '' : lowering.slice(operator).slice(0, -1);
  return op ? { k: 'assign', target, value, op, ...span } : { k: 'assign', target, value, ...span };
}

/** `a + b + c`: long chains lean to the left; they are walked, not recursed into. */
export function binaryExpression(
  lowering: Lowering,
  n: number,
  combine: (op: string, left: Expr, right: Expr, span: Span) => Expr,
): Expr {
  const kind = lowering.kind(n);
  const chain: number[] = [];
  let first = n;
  while (lowering.kind(first) === kind) {
    chain.push(first);
    first = lowering.field(first, 'left');
  }
  let left = lowering.expression(first);
  for (const node of chain.reverse()) {
    const op = lowering.slice(lowering.field(node, 'operator'));
    left = combine(op, left, lowering.expression(lowering.field(node, 'right')), lowering.span(node));
  }
  return left;
}

/** A data table of a million rows is one value to the analysis; its first rows stand for all. */
const maxLiteralItems = 200;

/** Texts that put nothing in, numbers, keys and the names of nothing. */
const data =
  /"[^"\\{$]*(?:\\[^{$][^"\\{$]*)*"|'[^'\\{$]*(?:\\[^{$][^'\\{$]*)*'|(?<![\w$-])[\w$-]+\s*(?::(?!:)|=>|=(?!=))|(?<![\w.])\d[\w.]*|\b(?:true|false|null|nil|none|undefined)\b/gi;
const name = /[\p{L}_$@`]/u;

/** Of the items of a literal those that are analysed: the first, and every one that is more than data. */
export function literalItems(lowering: Pick<Lowering, 'slice'>, items: readonly number[]): readonly number[] {
  if (items.length <= maxLiteralItems) return items;
  const further = items
    .slice(maxLiteralItems)
    .filter((item) => name.test(lowering.slice(item).replace(data, '')));
  return [...items.slice(0, maxLiteralItems), ...further];
}

export function listLiteral(lowering: Lowering, n: number): Expr {
  const items: ListItem[] = literalItems(lowering, lowering.named(n)).map((child) => ({
    spread: false,
    value: lowering.expression(child),
  }));
  return { k: 'list', items, isSet: false, ...lowering.span(n) };
}

/** One way out of a choice: taken where the subject is one of the tests, or always where there are none. */
export interface Arm {
  tests: readonly Expr[];
  bindings: readonly Target[];
  guard: Expr | undefined;
  value: Expr;
}

/** As a value a choice is the first arm whose test holds; one without a test comes last. */
export function chosenArm(subject: Expr, arms: readonly Arm[], span: Span): Expr {
  const nothing: Expr = { k: 'const', value: null, ...span };
  const isOpen = ({ tests, guard }: Arm) => tests.length === 0 && !guard;
  const otherwise = arms.find(isOpen)?.value ?? nothing;
  return arms
    .filter((arm) => !isOpen(arm))
    .reduceRight<Expr>(
      (rest, arm) => ({
        k: 'cond',
        test: armTest(subject, arm, span),
        yes: arm.value,
        otherwise: rest,
        ...span,
      }),
      otherwise,
    );
}

function armTest(subject: Expr, { tests, bindings, guard }: Arm, span: Span): Expr {
  const [first, ...rest] = tests.map(
    (test): Expr =>
      test.k === 'unknown' ? test : { k: 'binary', op: '==', left: subject, right: test, ...span },
  );
  const unknown: Expr = { k: 'unknown', parts: [], ...span };
  const any = rest.reduce<Expr>(
    (left, right) => ({ k: 'logic', op: 'or', left, right, ...span }),
    first ?? unknown,
  );
  if (bindings.length === 0 && !guard) return any;
  const bound = bindings.map((target): Expr => ({ k: 'assign', target, value: subject, ...span }));
  return { k: 'unknown', parts: [...bound, ...(guard ? [guard] : [])], ...span };
}

export function ifStatement(lowering: Braced, n: number): Stmt {
  return {
    k: 'if',
    test: lowering.expression(lowering.field(n, 'condition')),
    yes: lowering.body(lowering.field(n, 'consequence')),
    otherwise: lowering.body(lowering.field(n, 'alternative')),
    ...lowering.span(n),
  };
}

/** `for`, `while` and `do`: a body that is run as long as a condition holds. */
export function loopStatement(lowering: Braced, n: number, runsFirst: boolean): Stmt {
  const test = lowering.field(n, 'condition');
  const update = lowering.field(n, 'update');
  return {
    k: 'loop',
    test: isNone(test) ? undefined : lowering.expression(test),
    update: isNone(update) ? undefined : lowering.expression(update),
    body: lowering.body(lowering.field(n, 'body')),
    runsFirst,
    ...lowering.span(n),
  };
}

/** Statements that most grammars also call by the same names. */
export function plainStatements(lowering: Braced): Record<string, (n: number, into: Stmt[]) => void> {
  const inner = (n: number) => lowering.expression(lowering.firstNamed(n));
  return {
    block: (n, into) => into.push({ k: 'block', body: lowering.block(n), ...lowering.span(n) }),
    if_statement: (n, into) => into.push(ifStatement(lowering, n)),
    while_statement: (n, into) => into.push(loopStatement(lowering, n, false)),
    do_statement: (n, into) => into.push(loopStatement(lowering, n, true)),
    return_statement: (n, into) => {
      const value = lowering.firstNamed(n);
      into.push({
        k: 'return',
        value: isNone(value) ? undefined : lowering.expression(value),
        ...lowering.span(n),
      });
    },
    yield_statement: (n, into) => into.push({ k: 'expr', value: inner(n), ...lowering.span(n) }),
    throw_statement: (n, into) => into.push({ k: 'throw', value: inner(n), ...lowering.span(n) }),
    break_statement: (n, into) => into.push({ k: 'break', ...lowering.span(n) }),
    continue_statement: (n, into) => into.push({ k: 'continue', ...lowering.span(n) }),
  };
}
