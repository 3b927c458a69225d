import type { Expr, FunctionIr, Parameter, Stmt, SwitchCase } from '../../ir/ir.ts';
import { useLastValue } from '../shared/tail-value.ts';
import { isNode, noNode } from '../shared/tree-reader.ts';
import { printedValue } from './commands.ts';
import type { BashLowering } from './lowering.ts';
import { lowerTest } from './tests.ts';

type StatementHandler = (n: number, into: Stmt[]) => void;

export function statementHandlers(low: BashLowering): Record<string, StatementHandler> {
  const plain: StatementHandler = (n, into) =>
    into.push({ k: 'expr', value: low.expression(n), ...low.span(n) });
  return {
    command: (n, into) => {
      const name = low.slice(low.field(n, 'name'));
      if (name === 'return' || name === 'exit' || name === 'break' || name === 'continue') {
        if (name === 'break' || name === 'continue') into.push({ k: name, ...low.span(n) });
        else if (name === 'return') into.push({ k: 'return', value: undefined, ...low.span(n) });
        else into.push({ k: 'throw', value: undefined, ...low.span(n) });
        return;
      }
      plain(n, into);
    },
    declaration_command: (n, into) => {
      const isLocal = low.inFunction() && /^(?:local|declare|typeset)/.test(low.slice(n));
      for (const child of low.named(n)) {
        if (low.kind(child) !== 'variable_assignment') continue;
        if (isLocal) low.declare(low.slice(low.field(child, 'name')));
        plain(child, into);
      }
    },
    function_definition: (n, into) => into.push({ k: 'function', fn: functionOf(low, n), ...low.span(n) }),
    compound_statement: (n, into) => into.push(...low.block(n)),
    subshell: (n, into) => into.push({ k: 'block', body: low.block(n), ...low.span(n) }),
    do_group: (n, into) => into.push(...low.block(n)),
    else_clause: (n, into) => into.push(...low.block(n)),
    redirected_statement: (n, into) => {
      const body = low.field(n, 'body');
      if (isNode(body)) low.statement(body, into);
      for (const redirect of low.fieldAll(n, 'redirect')) redirection(low, redirect, into);
    },
    if_statement: (n, into) => into.push(...ifOf(low, n)),
    list: (n, into) => listOf(low, n, into, plain),
    for_statement: (n, into) => {
      const variable = low.slice(low.field(n, 'variable'));
      low.assigned(variable);
      const values = low
        .fieldAll(n, 'value')
        .map((value) => ({ spread: false, value: low.expression(value) }));
      into.push({
        k: 'each',
        target: { k: 'name', name: variable, ...low.span(low.field(n, 'variable')) },
        iterable: { k: 'list', items: values, isSet: false, ...low.span(n) },
        keys: false,
        body: low.block(low.field(n, 'body')),
        otherwise: [],
        ...low.span(n),
      });
    },
    c_style_for_statement: (n, into) => {
      const test: Expr = { k: 'unknown', parts: [], ...low.span(n) };
      const body = low.block(low.field(n, 'body'));
      into.push({ k: 'loop', test, update: undefined, body, runsFirst: false, ...low.span(n) });
    },
    while_statement: (n, into) => {
      const test = lowerTest(low, low.field(n, 'condition'));
      const body = low.block(low.field(n, 'body'));
      into.push({ k: 'loop', test, update: undefined, body, runsFirst: false, ...low.span(n) });
    },
    case_statement: (n, into) => into.push(caseOf(low, n)),
    comment: () => {},
  };
}

/** `a || b` and `a && b` as statements: the right side runs or does not. */
function listOf(low: BashLowering, n: number, into: Stmt[], plain: (n: number, into: Stmt[]) => void): void {
  const [left, right] = low.named(n);
  if (left === undefined || right === undefined) {
    plain(n, into);
    return;
  }
  const body: Stmt[] = [];
  const test = lowerTest(low, left);
  low.statement(right, body);
  const isAnd = low.hasToken(n, '&&');
  into.push({ k: 'if', test, yes: isAnd ? body : [], otherwise: isAnd ? [] : body, ...low.span(n) });
}

function ifOf(low: BashLowering, n: number): Stmt[] {
  const conditions = low.fieldAll(n, 'condition').filter((each) => low.tree.named[each]);
  const yes: Stmt[] = [];
  let otherwise: Stmt[] = [];
  const clauses: number[] = [];
  const parts = low.named(n);
  const isElse = low.kind(n) === 'elif_clause';
  const [first] = isElse ? parts : conditions;
  for (const child of parts) {
    if (conditions.includes(child) || child === first) continue;
    const kind = low.kind(child);
    if (kind === 'elif_clause' || kind === 'else_clause') clauses.push(child);
    else low.statement(child, yes);
  }
  for (const clause of clauses.reverse())
    otherwise =
      low.kind(clause) === 'else_clause' ? low.block(clause) : withElse(ifOf(low, clause), otherwise);
  return [{ k: 'if', test: lowerTest(low, first ?? noNode), yes, otherwise, ...low.span(n) }];
}

function withElse(statements: Stmt[], otherwise: Stmt[]): Stmt[] {
  return statements.map((statement) => (statement.k === 'if' ? { ...statement, otherwise } : statement));
}

function caseOf(low: BashLowering, n: number): Stmt {
  const cases: SwitchCase[] = [];
  for (const item of low.named(n)) {
    if (low.kind(item) !== 'case_item') continue;
    const patterns = low.fieldAll(item, 'value');
    const texts = patterns.map((pattern) => low.slice(pattern).replace(/^["']|["']$/g, ''));
    const body: Stmt[] = [];
    for (const child of low.named(item)) if (!patterns.includes(child)) low.statement(child, body);
    const tests: Expr[] = texts.map((text, i) =>
      /[*?[$]/.test(text)
        ? { k: 'unknown', parts: [], ...low.span(patterns[i]!) }
        : { k: 'const', value: text, ...low.span(patterns[i]!) },
    );
    cases.push({ tests: texts.includes('*') ? [] : tests, bindings: [], guard: undefined, body });
  }
  const subject = low.expression(low.field(n, 'value'));
  return { k: 'switch', subject, cases, fallsThrough: false, ...low.span(n) };
}

/** `> file` is an event of its own. */
function redirection(low: BashLowering, n: number, into: Stmt[]): void {
  const span = low.span(n);
  if (low.kind(n) !== 'file_redirect') {
    for (const child of low.named(n))
      if (low.kind(child) === 'heredoc_body' || low.kind(child) === 'pipeline')
        into.push({ k: 'expr', value: low.expression(child), ...low.span(child) });
    return;
  }
  const destination = low.field(n, 'destination');
  const isWrite = /^\d*&?>/.test(low.slice(n));
  const callee: Expr = { k: 'name', name: isWrite ? 'redirect' : 'input', ...span };
  const args = [{ value: low.expression(destination) }];
  into.push({ k: 'expr', value: { k: 'call', callee, args, isNew: false, ...span }, ...span });
}

/** A function takes `$1`, `$2` and so on, and gives what it prints. */
function functionOf(low: BashLowering, n: number): FunctionIr {
  const nameNode = low.field(n, 'name');
  const name = low.slice(nameNode);
  low.declare(name);
  const details = {
    name,
    decorators: [],
    className: undefined,
    isStatic: false,
    ownsThis: true,
    exported: true,
  };
  return low.functionIr(n, nameNode, details, () => {
    const parameters: Parameter[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((each) => {
      low.declare(each);
      return {
        target: { k: 'name', name: each, ...low.span(nameNode) },
        name: each,
        kind: 'plain',
        otherwise: undefined,
        type: undefined,
        decorators: [],
      };
    });
    const body: Stmt[] = [];
    low.statement(low.field(n, 'body'), body);
    return { parameters, body: useLastValue(body, printedValue) };
  });
}
