import type { Expr, Handler, Stmt, SwitchCase, Target } from '../../ir/ir.ts';
import { named } from './calls.ts';
import type { PhpLowering } from './lower.ts';

export function lowerEcho(php: PhpLowering, n: number, into: Stmt[]): void {
  for (const child of php.named(n)) {
    const parts = php.kind(child) === 'sequence_expression' ? php.named(child) : [child];
    for (const part of parts)
      into.push({ k: 'expr', value: named('echo', [php.expression(part)], php.span(part)), ...php.span(n) });
  }
}

/** Nothing runs behind `exit`; its text is sent. */
export function lowerExit(php: PhpLowering, n: number, into: Stmt[]): void {
  const value = php.firstNamed(n);
  if (value >= 0)
    into.push({ k: 'expr', value: named('exit', [php.expression(value)], php.span(n)), ...php.span(n) });
  into.push({ k: 'throw', value: undefined, ...php.span(n) });
}

export function lowerIf(php: PhpLowering, n: number, into: Stmt[]): void {
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

export function lowerForeach(php: PhpLowering, n: number, into: Stmt[]): void {
  const span = php.span(n);
  const body = php.field(n, 'body');
  const [iterableNode = -1, targetNode = -1] = php.named(n).filter((child) => child !== body);
  const iterable = php.expression(iterableNode);
  const isPair = targetNode >= 0 && php.kind(targetNode) === 'pair';
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
  const item = target(php, valueNode ?? -1);
  statements.push(...php.body(body));
  into.push({ k: 'each', target: item, iterable, keys: false, body: statements, otherwise: [], ...span });
}

export function target(php: PhpLowering, n: number): Target {
  if (n < 0) return { k: 'none', start: 0, end: 0 };
  const kind = php.kind(n);
  if (kind === 'by_ref') return target(php, php.firstNamed(n));
  if (kind === 'list_literal' || kind === 'array_creation_expression') return listTarget(php, n);
  const expr = php.expression(n);
  php.variables.noteTarget(expr);
  return expr.k === 'name' || expr.k === 'member' || expr.k === 'index'
    ? expr
    : { k: 'none', ...php.span(n) };
}

function listTarget(php: PhpLowering, n: number): Target {
  const children = php.named(n);
  const elements = children.map((child) =>
    php.kind(child) === 'array_element_initializer' ? php.named(child) : [child],
  );
  const isKeyed = elements.some((parts) => parts.length === 2);
  if (isKeyed)
    return {
      k: 'map',
      entries: elements.flatMap((parts) => {
        const key = parts.length === 2 ? php.expression(parts[0]!) : undefined;
        return key?.k === 'const' ? [{ key: String(key.value), target: target(php, parts[1]!) }] : [];
      }),
      ...php.span(n),
    };
  // `list('a' => $x)` gives keys and targets one behind the other.
  if (children.length === 2 && php.kind(children[0]!) === 'string')
    return {
      k: 'map',
      entries: [{ key: php.slice(children[0]!).slice(1, -1), target: target(php, children[1]!) }],
      ...php.span(n),
    };
  return { k: 'list', items: children.map((child) => target(php, elementOf(php, child))), ...php.span(n) };
}

function elementOf(php: PhpLowering, n: number): number {
  return php.kind(n) === 'array_element_initializer' ? php.firstNamed(n) : n;
}

export function lowerFor(php: PhpLowering, n: number, into: Stmt[]): void {
  for (const initial of php.fieldAll(n, 'initialize'))
    into.push({ k: 'expr', value: php.expression(initial), ...php.span(initial) });
  const test = php.field(n, 'condition');
  const update = php.field(n, 'update');
  into.push({
    k: 'loop',
    test: test < 0 ? undefined : php.expression(test),
    update: update < 0 ? undefined : php.expression(update),
    body: php.fieldAll(n, 'body').flatMap((body) => php.body(body)),
    runsFirst: false,
    ...php.span(n),
  });
}

export function lowerSwitch(php: PhpLowering, n: number, into: Stmt[]): void {
  const body = php.field(n, 'body');
  const cases: SwitchCase[] = [];
  for (const each of body < 0 ? [] : php.named(body)) {
    const value = php.field(each, 'value');
    const statements: Stmt[] = [];
    for (const child of php.named(each)) if (child !== value) php.statement(child, statements);
    const tests = value < 0 ? [] : [php.expression(value)];
    cases.push({ tests, bindings: [], guard: undefined, body: statements });
  }
  const subject = php.expression(php.field(n, 'condition'));
  into.push({ k: 'switch', subject, cases, fallsThrough: true, ...php.span(n) });
}

export function lowerTry(php: PhpLowering, n: number, into: Stmt[]): void {
  const handlers: Handler[] = [];
  let last: Stmt[] = [];
  for (const child of php.named(n)) {
    if (php.kind(child) === 'finally_clause') last = php.body(php.field(child, 'body'));
    if (php.kind(child) !== 'catch_clause') continue;
    const name = php.field(child, 'name');
    handlers.push({
      name: name < 0 ? undefined : target(php, name),
      types: undefined,
      body: php.body(php.field(child, 'body')),
    });
  }
  const body = php.body(php.field(n, 'body'));
  into.push({ k: 'try', body, handlers, otherwise: [], last, ...php.span(n) });
}

/** `<?= $x ?>` is an echo; `die` without parentheses ends everything. */
export function lowerExpressionStatement(php: PhpLowering, n: number, into: Stmt[]): void {
  const value = php.firstNamed(n);
  if (value < 0) return;
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

export function lowerUnset(php: PhpLowering, n: number, into: Stmt[]): void {
  for (const child of php.named(n)) {
    const removed = target(php, child);
    const value: Expr = { k: 'const', value: null, ...php.span(n) };
    into.push({ k: 'expr', value: { k: 'assign', target: removed, value, ...php.span(n) }, ...php.span(n) });
  }
}

export function lowerConstants(php: PhpLowering, n: number, into: Stmt[]): void {
  for (const element of php.named(n)) {
    const [name, value] = php.named(element);
    if (name === undefined || value === undefined) continue;
    php.declare(php.slice(name));
    const target = { k: 'name' as const, name: php.slice(name), ...php.span(name) };
    const assigned: Expr = { k: 'assign', target, value: php.expression(value), ...php.span(element) };
    into.push({ k: 'expr', value: assigned, ...php.span(element) });
  }
}
