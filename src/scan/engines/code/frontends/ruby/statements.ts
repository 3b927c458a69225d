import type { Expr, Stmt, SwitchCase } from '../../ir/ir.ts';
import { useLastValue } from '../shared/tail-value.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import { bodyOf } from './bodies.ts';
import { clauseTest } from './branches.ts';
import { callStatement, exits } from './calls.ts';
import { lowerClass, lowerMethod } from './functions.ts';
import type { RubyLowering } from './lowering.ts';
import { patternMatch } from './pattern-match.ts';
import { lowerTarget } from './targets.ts';

type StatementHandler = (n: number, into: Stmt[]) => void;

export function statementHandlers(low: RubyLowering): Record<string, StatementHandler> {
  const plain = (n: number, into: Stmt[]) =>
    into.push({ k: 'expr', value: low.expression(n), ...low.span(n) });
  const conditional = (negated: boolean) => (n: number, into: Stmt[]) => into.push(ifOf(low, n, negated));
  const modifier = (negated: boolean) => (n: number, into: Stmt[]) => {
    const body: Stmt[] = [];
    low.statement(low.field(n, 'body'), body);
    into.push(branch(low, n, negated, body, []));
  };
  const loop = (negated: boolean, runsFirst: boolean) => (n: number, into: Stmt[]) => {
    const body = low.field(n, 'body');
    const statements: Stmt[] = [];
    if (low.kind(body) === 'do') statements.push(...low.block(body));
    else low.statement(body, statements);
    const test = low.expression(low.field(n, 'condition'));
    into.push({
      k: 'loop',
      test: negated ? { k: 'unary', op: '!', value: test, ...low.span(n) } : test,
      update: undefined,
      body: statements,
      runsFirst,
      ...low.span(n),
    });
  };
  const method = (isStatic: boolean) => (n: number, into: Stmt[]) =>
    into.push({ k: 'function', fn: lowerMethod(low, n, isStatic), ...low.span(n) });
  const definition = (n: number, into: Stmt[]) =>
    into.push({ k: 'class', definition: lowerClass(low, n), ...low.span(n) });
  return {
    if: conditional(false),
    unless: conditional(true),
    if_modifier: modifier(false),
    unless_modifier: modifier(true),
    while: loop(false, false),
    until: loop(true, false),
    while_modifier: loop(false, false),
    until_modifier: loop(true, false),
    for: (n, into) => {
      const value = low.field(n, 'value');
      into.push({
        k: 'each',
        target: lowerTarget(low, low.field(n, 'pattern')),
        iterable: low.expression(isNone(value) ? value : low.firstNamed(value)),
        keys: false,
        body: low.block(low.field(n, 'body')),
        otherwise: [],
        ...low.span(n),
      });
    },
    case: (n, into) => into.push(caseOf(low, n)),
    case_match: (n, into) => into.push(patternMatch(low, n)),
    begin: (n, into) => into.push({ k: 'block', body: bodyOf(low, n), ...low.span(n) }),
    body_statement: (n, into) => into.push(...bodyOf(low, n)),
    return: (n, into) => into.push({ k: 'return', value: argumentOf(low, n), ...low.span(n) }),
    next: (n, into) => into.push({ k: 'return', value: argumentOf(low, n), ...low.span(n) }),
    break: (n, into) => into.push({ k: 'break', ...low.span(n) }),
    method: method(false),
    singleton_method: method(true),
    class: definition,
    module: definition,
    singleton_class: (n, into) => {
      const body = low.field(n, 'body');
      for (const statement of isNone(body) ? [] : low.block(body)) {
        if (statement.k === 'function') statement.fn.isStatic = true;
        into.push(statement);
      }
    },
    assignment: (n, into) => assignmentOf(low, n, into, plain),
    binary: (n, into) => {
      const op = low.slice(low.field(n, 'operator'));
      const right = low.field(n, 'right');
      if (!shortCircuits.has(op) || !isExit(low, right)) return plain(n, into);
      const body: Stmt[] = [];
      low.statement(right, body);
      const test = low.expression(low.field(n, 'left'));
      const isAnd = op === 'and' || op === '&&';
      into.push({ k: 'if', test, yes: isAnd ? body : [], otherwise: isAnd ? [] : body, ...low.span(n) });
    },
    parenthesized_statements: (n, into) => into.push(...low.block(n)),
    call: (n, into) => callStatement(low, n, into) || plain(n, into),
    identifier: (n, into) => {
      if (exits.has(low.slice(n)) && !low.isLocal(low.slice(n)))
        into.push({ k: 'throw', value: undefined, ...low.span(n) });
      else plain(n, into);
    },
    empty_statement: () => {},
    heredoc_body: () => {},
  };
}

function argumentOf(low: RubyLowering, n: number): Expr | undefined {
  const list = low.firstNamed(n);
  if (isNone(list)) return undefined;
  const args = low.named(list);
  if (args.length === 1) return low.expression(args[0]!);
  const items = args.map((arg) => ({ spread: false, value: low.expression(arg) }));
  return { k: 'list', items, isSet: false, ...low.span(n) };
}

function ifOf(low: RubyLowering, n: number, negated: boolean): Stmt {
  const consequence = low.field(n, 'consequence');
  const alternative = low.field(n, 'alternative');
  const yes = isNone(consequence) ? [] : low.block(consequence);
  let otherwise: Stmt[] = [];
  if (isNode(alternative))
    otherwise = low.kind(alternative) === 'elsif' ? [ifOf(low, alternative, false)] : low.block(alternative);
  return branch(low, n, negated, yes, otherwise);
}

function branch(low: RubyLowering, n: number, negated: boolean, yes: Stmt[], otherwise: Stmt[]): Stmt {
  const test = low.expression(low.field(n, 'condition'));
  const [then, other] = negated ? [otherwise, yes] : [yes, otherwise];
  return { k: 'if', test, yes: then, otherwise: other, ...low.span(n) };
}

function caseOf(low: RubyLowering, n: number): Stmt {
  const subject = low.field(n, 'value');
  const clauses = low.named(n).filter((child) => low.kind(child) === 'when');
  const elseBody = low.childOfKind(n, 'else');
  const last = isNone(elseBody) ? [] : low.block(elseBody);
  const isPlain =
    isNode(subject) &&
    clauses.every((clause) =>
      low
        .fieldAll(clause, 'pattern')
        .every((pattern) => plainPatterns.has(low.kind(low.firstNamed(pattern)))),
    );
  if (!isPlain) {
    let otherwise = last;
    for (const clause of clauses.reverse())
      otherwise = [
        {
          k: 'if',
          test: clauseTest(low, subject, clause),
          yes: low.block(low.field(clause, 'body')),
          otherwise,
          ...low.span(clause),
        },
      ];
    return { k: 'block', body: otherwise, ...low.span(n) };
  }
  const cases: SwitchCase[] = clauses.map((clause) => ({
    tests: low.fieldAll(clause, 'pattern').map((pattern) => low.expression(low.firstNamed(pattern))),
    bindings: [],
    guard: undefined,
    body: low.block(low.field(clause, 'body')),
  }));
  if (isNode(elseBody)) cases.push({ tests: [], bindings: [], guard: undefined, body: last });
  return { k: 'switch', subject: low.expression(subject), cases, fallsThrough: false, ...low.span(n) };
}

/** `x = if …` assigns in each branch. */
function assignmentOf(
  low: RubyLowering,
  n: number,
  into: Stmt[],
  plain: (n: number, into: Stmt[]) => void,
): void {
  const right = low.field(n, 'right');
  if (isNone(right) || !bodies.has(low.kind(right))) {
    plain(n, into);
    return;
  }
  const body: Stmt[] = [];
  low.statement(right, body);
  const target = lowerTarget(low, low.field(n, 'left'));
  into.push(
    ...useLastValue(body, (value) => ({
      k: 'expr',
      value: { k: 'assign', target, value, ...low.span(n) },
      ...low.span(n),
    })),
  );
}

function isExit(low: RubyLowering, n: number): boolean {
  const kind = low.kind(n);
  if (kind === 'return' || kind === 'next' || kind === 'break') return true;
  if (kind === 'identifier') return exits.has(low.slice(n));
  return kind === 'call' && isNone(low.field(n, 'receiver')) && exits.has(low.slice(low.field(n, 'method')));
}

const shortCircuits = new Set(['and', 'or', '&&', '||']);
const bodies = new Set(['if', 'unless', 'case', 'begin']);
const plainPatterns = new Set(['string', 'simple_symbol', 'integer', 'nil', 'true', 'false', 'constant']);
