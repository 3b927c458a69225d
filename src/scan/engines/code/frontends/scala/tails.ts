import type { ComprehensionClause, Expr, Handler, Stmt, SwitchCase } from '../../ir/ir.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import type { ScalaLowering } from './lowering.ts';
import { lowerPattern, patternTests } from './patterns.ts';
import { lowerArgument } from './placeholders.ts';

/** The statements of a body, the last of which is what the body gives. */
export function tail(scala: ScalaLowering, n: number): Stmt[] {
  const into: Stmt[] = [];
  if (isNode(n)) lowerTail(scala, n, into);
  return into;
}

/** Statements that are a value: a function without parameters, called where it is. */
export function valued(scala: ScalaLowering, n: number): Expr {
  const span = scala.span(n);
  const fn = scala.lambdaIr(n, () => ({ parameters: [], body: tail(scala, n) }));
  return { k: 'call', callee: { k: 'function', fn, ...span }, args: [], isNew: false, ...span };
}

/** What stands last in a body is what the body gives: also the last of each branch. */
function lowerTail(scala: ScalaLowering, n: number, into: Stmt[]): void {
  const span = scala.span(n);
  switch (scala.kind(n)) {
    case 'block':
    case 'indented_block':
    case 'template_body': {
      const nodes = scala.named(n);
      for (const child of nodes.slice(0, -1)) scala.statement(child, into);
      const last = nodes.at(-1);
      if (last !== undefined) lowerTail(scala, last, into);
      return;
    }
    case 'if_expression':
      into.push(ifStatement(scala, n, (branch) => tail(scala, branch)));
      return;
    case 'match_expression':
      lowerMatch(scala, scala.field(n, 'body'), scala.expression(scala.field(n, 'value')), into, true);
      return;
    case 'try_expression':
      into.push(tryStatement(scala, n, (body) => tail(scala, body), true));
      return;
    case 'lambda_expression':
    case 'for_expression':
      if (scala.kind(n) === 'for_expression' && !yields(scala, n)) break;
      into.push({ k: 'return', value: scala.expression(n), ...span });
      return;
    default:
      if (!statementOnly.test(scala.kind(n))) {
        into.push({ k: 'return', value: lowerArgument(scala, n), ...span });
        return;
      }
  }
  scala.statement(n, into);
}

export function ifStatement(scala: ScalaLowering, n: number, branch: (n: number) => Stmt[]): Stmt {
  return {
    k: 'if',
    test: scala.expression(scala.field(n, 'condition')),
    yes: branch(scala.field(n, 'consequence')),
    otherwise: branch(scala.field(n, 'alternative')),
    ...scala.span(n),
  };
}

/** `match` over a block of cases. */
export function lowerMatch(
  scala: ScalaLowering,
  block: number,
  subject: Expr,
  into: Stmt[],
  gives: boolean,
): void {
  if (isNone(block)) return;
  const cases: SwitchCase[] = clauses(scala, block).map((clause) => {
    const pattern = scala.field(clause, 'pattern');
    const tests = patternTests(scala, pattern);
    const target = lowerPattern(scala, pattern);
    const guard = scala.childOfKind(clause, 'guard');
    // A shape that is asked for holds or not; only a name alone and `_` take whatever there is.
    const takesAll =
      tests.length === 0 && isNone(guard) && /^(?:identifier|wildcard)$/.test(scala.kind(pattern));
    return {
      tests: tests.length || takesAll ? tests : [scala.nothing(scala.span(pattern))],
      bindings: target.k === 'none' ? [] : [target],
      guard: isNone(guard) ? undefined : scala.expression(scala.field(guard, 'condition')),
      body: clauseBody(scala, clause, gives),
    };
  });
  into.push({ k: 'switch', subject, cases, fallsThrough: false, ...scala.span(block) });
}

/** What is behind `=>`, which may be several statements. */
function clauseBody(scala: ScalaLowering, clause: number, gives: boolean): Stmt[] {
  const nodes = scala.fieldAll(clause, 'body');
  const into: Stmt[] = [];
  for (const [i, child] of nodes.entries())
    if (gives && i === nodes.length - 1) into.push(...tail(scala, child));
    else scala.statement(child, into);
  return into;
}

function clauses(scala: ScalaLowering, block: number): number[] {
  return scala.named(block).filter((child) => scala.kind(child) === 'case_clause');
}

export function tryStatement(
  scala: ScalaLowering,
  n: number,
  body: (n: number) => Stmt[],
  gives: boolean,
): Stmt {
  const handlers: Handler[] = [];
  let last: Stmt[] = [];
  for (const child of scala.named(n)) {
    const kind = scala.kind(child);
    const block = scala.firstNamed(child);
    if (kind === 'finally_clause') last = isNone(block) ? [] : scala.block(block);
    else if (kind === 'catch_clause' && isNode(block))
      for (const clause of clauses(scala, block)) {
        const pattern = scala.field(clause, 'pattern');
        const type = isNone(pattern) ? undefined : scala.typeAt(scala.field(pattern, 'type'));
        const target = lowerPattern(scala, pattern);
        handlers.push({
          name: target.k === 'none' ? undefined : target,
          types: type,
          body: clauseBody(scala, clause, gives),
        });
      }
  }
  return { k: 'try', body: body(scala.field(n, 'body')), handlers, otherwise: [], last, ...scala.span(n) };
}

/** `for (x <- xs; y = f(x) if p) yield e`. */
export function lowerComprehension(scala: ScalaLowering, n: number): Expr {
  const list = scala.childOfKind(n, 'enumerators');
  const found: ComprehensionClause[] = [];
  for (const node of scala.named(list)) {
    if (scala.kind(node) === 'guard') {
      found.at(-1)?.conditions.push(scala.expression(scala.field(node, 'condition')));
      continue;
    }
    const { target, iterable, conditions } = enumerator(scala, node);
    found.push({ target, iterable, conditions });
  }
  const element = scala.expression(scala.field(n, 'body'));
  return { k: 'comprehension', clauses: found, element, kind: 'list', ...scala.span(n) };
}

/** A loop for each of the enumerators, one in another. */
export function lowerFor(scala: ScalaLowering, n: number, into: Stmt[]): void {
  const span = scala.span(n);
  const list = scala.childOfKind(n, 'enumerators');
  const found = scala
    .named(list)
    .filter((node) => scala.kind(node) === 'enumerator')
    .map((node) => enumerator(scala, node));
  const bodyNode = scala.field(n, 'body');
  const body: Stmt[] = [];
  if (isNode(bodyNode)) scala.statement(bodyNode, body);
  const whole = found.reduceRight<Stmt[]>((inner, { target, iterable, conditions }) => {
    const guarded = conditions.reduceRight<Stmt[]>(
      (yes, test) => [{ k: 'if', test, yes, otherwise: [], ...span }],
      inner,
    );
    return [{ k: 'each', target, iterable, keys: false, body: guarded, otherwise: [], ...span }];
  }, body);
  into.push(...whole);
}

/** `x <- xs` takes each item; `x = e` is a list of that one. */
function enumerator(scala: ScalaLowering, node: number): ComprehensionClause {
  const [pattern, value, ...rest] = scala.named(node);
  const span = scala.span(node);
  const given = scala.expression(value ?? noNode);
  const isItem = /^[^=]*<-/.test(scala.slice(node));
  const iterable: Expr = isItem
    ? given
    : { k: 'list', items: [{ value: given, spread: false }], isSet: false, ...span };
  const target = lowerPattern(scala, pattern ?? noNode);
  const conditions = rest
    .filter((child) => scala.kind(child) === 'guard')
    .map((child) => scala.expression(scala.field(child, 'condition')));
  return { target, iterable, conditions };
}

export function yields(scala: ScalaLowering, n: number): boolean {
  const list = scala.childOfKind(n, 'enumerators');
  const body = scala.field(n, 'body');
  return (
    isNode(list) && isNode(body) && /\byield\s*$/.test(scala.text.slice(scala.end(list), scala.start(body)))
  );
}

const statementOnly =
  /(?:definition|declaration)$|^(?:while_expression|do_while_expression|throw_expression|return_expression|assignment_expression|comment)$/;
