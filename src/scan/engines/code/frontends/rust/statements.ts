import type { Expr, Stmt, SwitchCase, Target } from '../../ir/ir.ts';
import { useLastValue } from '../shared/tail-value.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import { addDeclared } from './declared-types.ts';
import { addImplementation, lowerFunction } from './functions.ts';
import { readUse } from './imports.ts';
import type { RustLowering } from './lowering.ts';
import { isLiteralPattern, lowerPattern } from './patterns.ts';

type StatementHandler = (n: number, into: Stmt[]) => void;

export function statementHandlers(low: RustLowering): Record<string, StatementHandler> {
  const plain: StatementHandler = (n, into) =>
    into.push({ k: 'expr', value: low.expression(n), ...low.span(n) });
  const type: StatementHandler = (n, into) => {
    low.attributes = [];
    const name = low.slice(low.field(n, 'name'));
    if (low.types.has(name)) return;
    const definition = low.emptyClass(n, low.field(n, 'name'), name);
    addDeclared(low, n, definition);
    low.types.set(name, definition);
    low.declare(name);
    into.push({ k: 'class', definition, ...low.span(n) });
  };
  const fixed: StatementHandler = (n, into) => {
    const name = low.slice(low.field(n, 'name'));
    low.declare(name);
    const target: Target = { k: 'name', name, ...low.span(low.field(n, 'name')) };
    const value: Expr = { k: 'assign', target, value: low.expression(low.field(n, 'value')), ...low.span(n) };
    into.push({ k: 'expr', value, ...low.span(n) });
  };
  return {
    use_declaration: (n, into) => {
      const bindings = readUse(low, low.field(n, 'argument'));
      for (const { local } of bindings) low.bind(local);
      into.push({ k: 'import', module: bindings[0]?.path.join('.') ?? '', bindings, ...low.span(n) });
    },
    attribute_item: (n) => {
      low.attributes.push(low.slice(n));
    },
    function_item: (n, into) => into.push({ k: 'function', fn: lowerFunction(low, n), ...low.span(n) }),
    struct_item: type,
    enum_item: type,
    impl_item: (n, into) => {
      const definition = addImplementation(low, n);
      if (definition) {
        low.declare(definition.name);
        into.push({ k: 'class', definition, ...low.span(n) });
      }
    },
    trait_item: () => {},
    mod_item: (n, into) => {
      const body = low.field(n, 'body');
      // Tests stand next to the code they test.
      if (isNode(body) && !low.attributes.some((attribute) => /cfg\(test\)/.test(attribute)))
        into.push(...low.block(body));
      low.attributes = [];
    },
    static_item: fixed,
    const_item: fixed,
    let_declaration: (n, into) => letOf(low, n, into),
    expression_statement: (n, into) => {
      for (const child of low.named(n)) low.statement(child, into);
    },
    if_expression: (n, into) => into.push(...ifOf(low, n)),
    match_expression: (n, into) => into.push(matchOf(low, n)),
    block: (n, into) => into.push({ k: 'block', body: low.block(n), ...low.span(n) }),
    unsafe_block: (n, into) => {
      const span = { start: low.start(n), end: low.start(n) + 'unsafe'.length };
      const callee: Expr = { k: 'name', name: 'unsafe', ...span };
      into.push({ k: 'expr', value: { k: 'call', callee, args: [], isNew: false, ...span }, ...span });
      into.push({ k: 'block', body: low.block(low.childOfKind(n, 'block')), ...low.span(n) });
    },
    for_expression: (n, into) => {
      const target = lowerPattern(low, low.field(n, 'pattern'));
      into.push({
        k: 'each',
        target,
        iterable: low.expression(low.field(n, 'value')),
        keys: false,
        body: low.block(low.field(n, 'body')),
        otherwise: [],
        ...low.span(n),
      });
    },
    while_expression: (n, into) => {
      const condition = low.field(n, 'condition');
      const body = bindCondition(low, condition);
      const test = testOf(low, condition);
      into.push({
        k: 'loop',
        test,
        update: undefined,
        body: [...body, ...low.block(low.field(n, 'body'))],
        runsFirst: false,
        ...low.span(n),
      });
    },
    loop_expression: (n, into) =>
      into.push({
        k: 'loop',
        test: undefined,
        update: undefined,
        body: low.block(low.field(n, 'body')),
        runsFirst: true,
        ...low.span(n),
      }),
    return_expression: (n, into) => {
      const value = low.firstNamed(n);
      into.push({ k: 'return', value: isNone(value) ? undefined : low.expression(value), ...low.span(n) });
    },
    break_expression: (n, into) => into.push({ k: 'break', ...low.span(n) }),
    continue_expression: (n, into) => into.push({ k: 'continue', ...low.span(n) }),
    macro_invocation: (n, into) => {
      plain(n, into);
      if (leaving.has(low.slice(low.field(n, 'macro'))))
        into.push({ k: 'throw', value: undefined, ...low.span(n) });
    },
    empty_statement: () => {},
  };
}

function letOf(low: RustLowering, n: number, into: Stmt[]): void {
  const valueNode = low.field(n, 'value');
  const alternative = low.field(n, 'alternative');
  const type = low.field(n, 'type');
  const isNumber =
    isNode(type) && /^(?:[iu](?:8|16|32|64|128|size)|f32|f64|bool|Uuid)$/.test(low.slice(type));
  const body: Stmt[] = [];
  if (isNode(valueNode)) low.statement(valueNode, body);
  const target = lowerPattern(low, low.field(n, 'pattern'));
  if (isNode(alternative)) {
    const test: Expr = { k: 'unknown', parts: [], ...low.span(n) };
    into.push({ k: 'if', test, yes: low.block(alternative), otherwise: [], ...low.span(n) });
  }
  if (isNone(valueNode)) return;
  into.push(
    ...useLastValue(body, (value) => {
      const given: Expr = isNumber
        ? {
            k: 'call',
            callee: { k: 'name', name: '@number', ...low.span(n) },
            args: [{ value }],
            isNew: false,
            ...low.span(n),
          }
        : value;
      return { k: 'expr', value: { k: 'assign', target, value: given, ...low.span(n) }, ...low.span(n) };
    }),
  );
}

/** `if let` binds in its branch. */
function bindCondition(low: RustLowering, condition: number): Stmt[] {
  if (low.kind(condition) !== 'let_condition') return [];
  const value = low.expression(low.field(condition, 'value'));
  const target = lowerPattern(low, low.field(condition, 'pattern'));
  const bound: Expr = { k: 'assign', target, value, ...low.span(condition) };
  return [{ k: 'expr', value: bound, ...low.span(condition) }];
}

function testOf(low: RustLowering, condition: number): Expr {
  if (low.kind(condition) === 'let_condition') return { k: 'unknown', parts: [], ...low.span(condition) };
  return low.expression(condition);
}

function ifOf(low: RustLowering, n: number): Stmt[] {
  const condition = low.field(n, 'condition');
  const bound = bindCondition(low, condition);
  const alternative = low.field(n, 'alternative');
  return [
    {
      k: 'if',
      test: testOf(low, condition),
      yes: [...bound, ...low.block(low.field(n, 'consequence'))],
      otherwise: isNone(alternative) ? [] : low.block(alternative),
      ...low.span(n),
    },
  ];
}

function matchOf(low: RustLowering, n: number): Stmt {
  const body = low.field(n, 'body');
  const cases: SwitchCase[] = [];
  for (const arm of low.named(body)) {
    if (low.kind(arm) !== 'match_arm') continue;
    const pattern = low.field(arm, 'pattern');
    const inner = low.firstNamed(pattern);
    const condition = low.field(pattern, 'condition');
    const alternatives = low.kind(inner) === 'or_pattern' ? low.named(inner) : [inner];
    const isOpen = isNone(inner) || inner === condition || low.kind(inner) === 'identifier';
    const tests: Expr[] = isOpen
      ? []
      : alternatives.map((each) =>
          isLiteralPattern(low, each) ? low.expression(each) : { k: 'unknown', parts: [], ...low.span(arm) },
        );
    const bindings: Target[] = isNode(inner) && inner !== condition ? [lowerPattern(low, inner)] : [];
    const statements: Stmt[] = [];
    low.statement(low.field(arm, 'value'), statements);
    cases.push({
      tests,
      bindings: bindings.filter((target) => target.k !== 'none'),
      guard: isNone(condition) ? undefined : low.expression(condition),
      body: statements,
    });
  }
  return {
    k: 'switch',
    subject: low.expression(low.field(n, 'value')),
    cases,
    fallsThrough: false,
    ...low.span(n),
  };
}

/** `if` where a value is wanted. */
export function lowerIf(low: RustLowering, n: number): Expr {
  const condition = low.field(n, 'condition');
  const bound = bindCondition(low, condition);
  const alternative = low.field(n, 'alternative');
  const yes = low.lastOf(low.field(n, 'consequence'));
  const first = bound[0];
  const span = low.span(n);
  const taken: Expr =
    first?.k === 'expr'
      ? {
          k: 'index',
          object: {
            k: 'list',
            items: [
              { spread: false, value: first.value },
              { spread: false, value: yes },
            ],
            isSet: false,
            ...span,
          },
          index: { k: 'const', value: 1, ...span },
          ...span,
        }
      : yes;
  return {
    k: 'cond',
    test: testOf(low, condition),
    yes: taken,
    otherwise: isNone(alternative) ? { k: 'const', value: null, ...span } : low.expression(alternative),
    ...span,
  };
}

/** `match` where a value is wanted: any of its arms. */
export function lowerMatch(low: RustLowering, n: number): Expr {
  const span = low.span(n);
  const subject = low.expression(low.field(n, 'value'));
  let result: Expr | undefined;
  const body = low.field(n, 'body');
  for (const arm of low.named(body).reverse()) {
    if (low.kind(arm) !== 'match_arm') continue;
    const inner = low.firstNamed(low.field(arm, 'pattern'));
    const literal = isNode(inner) && isLiteralPattern(low, inner);
    const target = isNone(inner) || literal ? undefined : lowerPattern(low, inner);
    const value = low.expression(low.field(arm, 'value'));
    const yes: Expr =
      target && target.k !== 'none'
        ? { k: 'unknown', parts: [{ k: 'assign', target, value: subject, ...span }, value], ...span }
        : value;
    const test: Expr = literal
      ? { k: 'binary', op: '==', left: subject, right: low.expression(inner), ...span }
      : { k: 'unknown', parts: [], ...span };
    result = result ? { k: 'cond', test, yes, otherwise: result, ...span } : yes;
  }
  return result ?? low.missing();
}

const leaving = new Set(['panic', 'unreachable', 'todo', 'unimplemented', 'bail', 'anyhow::bail']);
