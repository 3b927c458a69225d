import type { Expr, Handler, Stmt, SwitchCase } from '../../ir/ir.ts';
import { loopStatement } from '../shared/plain-nodes.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { named } from './arguments.ts';
import { lowerClass, lowerFunction } from './declarations.ts';
import type { PhpLowering } from './lowering.ts';
import { isQuiet } from './quiet-bodies.ts';
import { target } from './targets.ts';

/** What lowers which kind of statement. */
export function statementHandlers(php: PhpLowering): Record<string, (n: number, into: Stmt[]) => void> {
  const classStatement = (n: number, into: Stmt[]) => {
    const definition = lowerClass(php, n, php.slice(php.field(n, 'name')));
    into.push({ k: 'class', definition, ...php.span(n) });
  };
  return {
    comment: () => {},
    text: () => {},
    php_tag: () => {},
    text_interpolation: () => {},
    empty_statement: () => {},
    namespace_definition: (n, into) => into.push(...php.block(php.field(n, 'body'))),
    namespace_use_declaration: (n) => use(php, n),
    class_declaration: classStatement,
    interface_declaration: classStatement,
    trait_declaration: classStatement,
    enum_declaration: classStatement,
    function_definition: (n, into) => {
      const fn = lowerFunction(php, n, undefined);
      php.declare(fn.name);
      into.push({ k: 'function', fn, ...php.span(n) });
    },
    expression_statement: (n, into) => lowerExpressionStatement(php, n, into),
    echo_statement: (n, into) => lowerEcho(php, n, into),
    exit_statement: (n, into) => lowerExit(php, n, into),
    compound_statement: (n, into) => into.push({ k: 'block', body: php.block(n), ...php.span(n) }),
    if_statement: (n, into) => lowerIf(php, n, into),
    foreach_statement: (n, into) => lowerForeach(php, n, into),
    for_statement: (n, into) => lowerFor(php, n, into),
    while_statement: (n, into) => into.push(loopStatement(php, n, false)),
    do_statement: (n, into) => into.push(loopStatement(php, n, true)),
    switch_statement: (n, into) => lowerSwitch(php, n, into),
    try_statement: (n, into) => lowerTry(php, n, into),
    return_statement: (n, into) => {
      const node = php.firstNamed(n);
      const value = isNone(node) ? undefined : php.expression(node);
      // What a file gives to the one that includes it are settings, whatever is behind.
      if (value && php.isOutside()) into.push({ k: 'expr', value, ...php.span(n) });
      else into.push({ k: 'return', value, ...php.span(n) });
    },
    break_statement: (n, into) => into.push({ k: 'break', ...php.span(n) }),
    continue_statement: (n, into) => into.push({ k: 'continue', ...php.span(n) }),
    unset_statement: (n, into) => lowerUnset(php, n, into),
    global_declaration: (n) => {
      for (const child of php.named(n)) php.undeclare(php.slice(child));
    },
    function_static_declaration: () => {},
    const_declaration: (n, into) => lowerConstants(php, n, into),
  };
}

function lowerEcho(php: PhpLowering, n: number, into: Stmt[]): void {
  for (const child of php.named(n)) {
    const parts = php.kind(child) === 'sequence_expression' ? php.named(child) : [child];
    for (const part of parts)
      into.push({ k: 'expr', value: named('echo', [php.expression(part)], php.span(part)), ...php.span(n) });
  }
}

/** Nothing runs behind `exit`; its text is sent. */
function lowerExit(php: PhpLowering, n: number, into: Stmt[]): void {
  const value = php.firstNamed(n);
  if (isNode(value))
    into.push({ k: 'expr', value: named('exit', [php.expression(value)], php.span(n)), ...php.span(n) });
  into.push({ k: 'throw', value: undefined, ...php.span(n) });
}

function lowerIf(php: PhpLowering, n: number, into: Stmt[]): void {
  const alternatives = php.fieldAll(n, 'alternative');
  into.push(ifStatement(php, n, alternatives));
}

function ifStatement(php: PhpLowering, n: number, alternatives: readonly number[]): Stmt {
  const test = php.expression(php.field(n, 'condition'));
  const yes = php.body(php.field(n, 'body'));
  const [next, ...rest] = alternatives;
  let otherwise: Stmt[] = [];
  if (next !== undefined)
    otherwise =
      php.kind(next) === 'else_if_clause'
        ? [ifStatement(php, next, rest)]
        : php.body(php.field(next, 'body'));
  return { k: 'if', test, yes, otherwise, ...php.span(n) };
}

function lowerForeach(php: PhpLowering, n: number, into: Stmt[]): void {
  const span = php.span(n);
  const body = php.field(n, 'body');
  const [iterableNode = noNode, targetNode = noNode] = php.named(n).filter((child) => child !== body);
  const iterable = php.expression(iterableNode);
  const isPair = php.kind(targetNode) === 'pair';
  const [keyNode, valueNode] = isPair ? php.named(targetNode) : [undefined, targetNode];
  const statements: Stmt[] = [];
  if (keyNode !== undefined) {
    const isForeign = /^\$_(?:GET|POST|REQUEST|COOKIE|FILES)/.test(php.slice(iterableNode));
    const value: Expr = { k: 'unknown', parts: isForeign ? [iterable] : [], ...span };
    statements.push({
      k: 'expr',
      value: { k: 'assign', target: target(php, keyNode), value, ...span },
      ...span,
    });
  }
  const item = target(php, valueNode ?? noNode);
  statements.push(...php.body(body));
  into.push({ k: 'each', target: item, iterable, keys: false, body: statements, otherwise: [], ...span });
}

function lowerFor(php: PhpLowering, n: number, into: Stmt[]): void {
  for (const initial of php.fieldAll(n, 'initialize'))
    into.push({ k: 'expr', value: php.expression(initial), ...php.span(initial) });
  const test = php.field(n, 'condition');
  const update = php.field(n, 'update');
  into.push({
    k: 'loop',
    test: isNone(test) ? undefined : php.expression(test),
    update: isNone(update) ? undefined : php.expression(update),
    body: php.fieldAll(n, 'body').flatMap((body) => php.body(body)),
    runsFirst: false,
    ...php.span(n),
  });
}

function lowerSwitch(php: PhpLowering, n: number, into: Stmt[]): void {
  const body = php.field(n, 'body');
  const cases: SwitchCase[] = [];
  for (const each of php.named(body)) {
    const value = php.field(each, 'value');
    const statements: Stmt[] = [];
    for (const child of php.named(each)) if (child !== value) php.statement(child, statements);
    const tests = isNone(value) ? [] : [php.expression(value)];
    cases.push({ tests, bindings: [], guard: undefined, body: statements });
  }
  const subject = php.expression(php.field(n, 'condition'));
  into.push({ k: 'switch', subject, cases, fallsThrough: true, ...php.span(n) });
}

function lowerTry(php: PhpLowering, n: number, into: Stmt[]): void {
  const handlers: Handler[] = [];
  let last: Stmt[] = [];
  for (const child of php.named(n)) {
    if (php.kind(child) === 'finally_clause') last = php.body(php.field(child, 'body'));
    if (php.kind(child) !== 'catch_clause') continue;
    const name = php.field(child, 'name');
    handlers.push({
      name: isNone(name) ? undefined : target(php, name),
      types: undefined,
      body: php.body(php.field(child, 'body')),
    });
  }
  const body = php.body(php.field(n, 'body'));
  const reached = isQuiet(body) ? [] : handlers;
  into.push({ k: 'try', body, handlers: reached, otherwise: [], last, ...php.span(n) });
}

/** `<?= $x ?>` is an echo; `die` without parentheses ends everything. */
function lowerExpressionStatement(php: PhpLowering, n: number, into: Stmt[]): void {
  const value = php.firstNamed(n);
  if (isNone(value)) return;
  const span = php.span(n);
  if (php.kind(value) === 'name' && /^(?:die|exit)$/i.test(php.slice(value))) {
    into.push({ k: 'throw', value: undefined, ...span });
    return;
  }
  const lowered = php.expression(value);
  if (php.kind(value) === 'throw_expression') into.push({ k: 'throw', value: lowered, ...span });
  else if (
    php.text
      .slice(Math.max(0, span.start - 8), span.start)
      .trimEnd()
      .endsWith('<?=')
  )
    into.push({ k: 'expr', value: named('echo', [lowered], span), ...span });
  else into.push({ k: 'expr', value: lowered, ...span });
  if (lowered.k === 'call' && lowered.callee.k === 'name' && lowered.callee.name === 'include')
    into.push(...php.variables.include(lowered.args[0]?.value, span));
  if (lowered.k === 'call' && lowered.callee.k === 'name' && /^(?:die|exit)$/.test(lowered.callee.name))
    into.push({ k: 'throw', value: undefined, ...span });
}

function lowerUnset(php: PhpLowering, n: number, into: Stmt[]): void {
  for (const child of php.named(n)) {
    const removed = target(php, child);
    const value: Expr = { k: 'const', value: null, ...php.span(n) };
    into.push({ k: 'expr', value: { k: 'assign', target: removed, value, ...php.span(n) }, ...php.span(n) });
  }
}

function lowerConstants(php: PhpLowering, n: number, into: Stmt[]): void {
  for (const element of php.named(n)) {
    const [name, value] = php.named(element);
    if (name === undefined || value === undefined) continue;
    php.declare(php.slice(name));
    const target = { k: 'name' as const, name: php.slice(name), ...php.span(name) };
    const assigned: Expr = { k: 'assign', target, value: php.expression(value), ...php.span(element) };
    into.push({ k: 'expr', value: assigned, ...php.span(element) });
  }
}

function use(php: PhpLowering, n: number): void {
  for (const clause of php.named(n)) {
    if (php.kind(clause) !== 'namespace_use_clause') continue;
    const alias = php.field(clause, 'alias');
    const name = php.firstNamed(clause);
    if (isNone(name)) continue;
    if (isNode(alias)) php.bind(php.slice(alias), [php.lastName(name)]);
  }
}
