import type { Expr, Stmt, SwitchCase, Target } from '../../ir/ir.ts';
import { specsOf } from './declarations.ts';
import type { GoLowering } from './lower.ts';

/** `var a, b T = x, y` and constants. */
export function lowerVariables(go: GoLowering, n: number, into: Stmt[]): void {
  for (const spec of specsOf(go, n)) {
    const names = go.fieldAll(spec, 'name');
    const values = go.field(spec, 'value');
    const typeNode = go.field(spec, 'type');
    const type = typeNode < 0 ? undefined : go.type(typeNode);
    const targets = names.map((name): Target => {
      go.declare(go.slice(name));
      const target: Target = { k: 'name', name: go.slice(name), ...go.span(name) };
      if (type) target.type = type;
      return target;
    });
    if (values < 0)
      for (const target of targets)
        push(into, { k: 'assign', target, value: zeroValue(go, typeNode, spec), ...go.span(spec) });
    else if (trustedType.test(typeNode < 0 ? '' : go.slice(typeNode)) && names.length === 1)
      push(into, trusted(go, targets[0]!, typeNode, values));
    else assignAll(go, targets, go.listed(values), spec, into);
  }
}

/** Declaring a value as trusted HTML is the same as converting it. */
function trusted(go: GoLowering, target: Target, typeNode: number, values: number): Expr {
  const span = go.span(values);
  const args = go.listed(values).map((value) => ({ value: go.expression(value) }));
  const value: Expr = { k: 'call', callee: go.expression(typeNode), args, isNew: false, ...span };
  return { k: 'assign', target, value, ...span };
}

const trustedType = /^template\.(?:HTML|HTMLAttr|JS|JSStr|CSS|URL|Srcset)$/;

/** A variable without a value holds nothing yet: a builder is empty, a struct has empty fields. */
function zeroValue(go: GoLowering, typeNode: number, at: number): Expr {
  const kind = typeNode < 0 ? '' : go.kind(typeNode);
  const span = go.span(at);
  if (kind === 'map_type') return { k: 'map', entries: [], ...span };
  if (kind === 'slice_type' || kind === 'array_type') return { k: 'list', items: [], isSet: false, ...span };
  if (kind === 'qualified_type' || (kind === 'type_identifier' && go.isDeclared(go.slice(typeNode))))
    return { k: 'call', callee: go.expression(typeNode), args: [], isNew: true, ...span };
  if (kind === 'struct_type') return { k: 'map', entries: [], ...span };
  // A pointer or interface is filled elsewhere.
  if (kind !== 'type_identifier') return { k: 'unknown', parts: [], ...span };
  return { k: 'const', value: '', ...span };
}

export function lowerAssignment(go: GoLowering, n: number, into: Stmt[]): void {
  const left = go.field(n, 'left');
  const right = go.field(n, 'right');
  const isShort = go.kind(n) === 'short_var_declaration';
  const operator = isShort ? -1 : go.field(n, 'operator');
  const op = operator < 0 ? '' : go.slice(operator).replace(/:?=$/, '');
  const nodes = left < 0 ? [] : go.listed(left);
  // What another file declares is followed inside the function as if it were its own.
  for (const node of nodes)
    if (go.kind(node) === 'identifier' && (isShort || !go.isDeclared(go.slice(node))))
      go.declare(go.slice(node));
  if (op) {
    const target = targetOf(go, nodes[0] ?? -1);
    const value = go.expression(go.listed(right)[0] ?? -1);
    push(into, { k: 'assign', target, value, op, ...go.span(n) });
    return;
  }
  assignAll(
    go,
    nodes.map((node) => targetOf(go, node)),
    right < 0 ? [] : go.listed(right),
    n,
    into,
  );
}

function assignAll(go: GoLowering, targets: Target[], values: number[], at: number, into: Stmt[]): void {
  const span = go.span(at);
  if (targets.length === values.length) {
    const lowered = values.map((value) => go.expression(value));
    for (const [i, target] of targets.entries())
      if (target.k === 'name' && isOutcome(target) && isPlainCall(go, values[i]!)) {
        push(into, lowered[i]!);
        const unknown: Expr = { k: 'unknown', parts: [], ...span };
        push(into, { k: 'assign', target, value: unknown, test: lowered[i]!, ...span });
      } else if (target.k === 'none') into.push({ k: 'expr', value: lowered[i]!, ...span });
      else push(into, { k: 'assign', target, value: lowered[i]!, ...span });
    return;
  }
  const [only = -1] = values;
  const value = go.expression(only);
  const kind = only < 0 ? '' : go.kind(only);
  const [first, second] = targets;
  // `v, ok := m[k]`, `v, ok := x.(T)`, `v, ok := <-c`: the second only says whether there was one.
  if (targets.length === 2 && first && second && kind !== 'call_expression') {
    if (first.k === 'none') into.push({ k: 'expr', value, ...span });
    else push(into, { k: 'assign', target: first, value, ...span });
    if (second.k === 'name') {
      if (value.k === 'index')
        go.remember(second.name, { k: 'binary', op: 'in', left: value.index, right: value.object, ...span });
      push(into, { k: 'assign', target: second, value: { k: 'unknown', parts: [], ...span }, ...span });
    }
    return;
  }
  const items = targets.map((target) => (isOutcome(target) ? undefined : target));
  push(into, { k: 'assign', target: { k: 'list', items, ...span }, value, ...span });
  for (const target of targets)
    if (isOutcome(target) && target.k === 'name') {
      go.forget(target.name);
      push(into, { k: 'assign', target, value: { k: 'unknown', parts: [], ...span }, test: value, ...span });
    }
}

/** Errors and flags say how a call went; they carry no data worth following. */
function isOutcome(target: Target): boolean {
  return (
    target.k === 'none' || (target.k === 'name' && /^(?:err\d*|ok|found|exists|_)$|Err$/.test(target.name))
  );
}

/** A call that says how it went, and not one that words an error. */
function isPlainCall(go: GoLowering, n: number): boolean {
  return go.kind(n) === 'call_expression' && !/^(?:fmt|errors)\./.test(go.slice(go.field(n, 'function')));
}

export function targetOf(go: GoLowering, n: number): Target {
  if (n < 0 || (go.kind(n) === 'identifier' && go.slice(n) === '_')) return { k: 'none', start: 0, end: 0 };
  const expr = go.expression(n);
  return expr.k === 'name' || expr.k === 'member' || expr.k === 'index' ? expr : { k: 'none', ...go.span(n) };
}

export function lowerIf(go: GoLowering, n: number, into: Stmt[]): void {
  const initial = go.field(n, 'initializer');
  if (initial >= 0) go.statement(initial, into);
  const test = go.condition(go.field(n, 'condition'));
  const alternative = go.field(n, 'alternative');
  const otherwise: Stmt[] = [];
  if (alternative >= 0)
    if (go.kind(alternative) === 'if_statement') lowerIf(go, alternative, otherwise);
    else otherwise.push(...go.block(go.bodyOf(alternative)));
  into.push({
    k: 'if',
    test,
    yes: go.block(go.bodyOf(go.field(n, 'consequence'))),
    otherwise,
    ...go.span(n),
  });
}

export function lowerFor(go: GoLowering, n: number, into: Stmt[]): void {
  const span = go.span(n);
  const range = go.childOfKind(n, 'range_clause');
  const bodyNode = go.bodyOf(go.field(n, 'body'));
  if (range >= 0) {
    lowerRange(go, range, bodyNode, span, into);
    return;
  }
  const clause = go.childOfKind(n, 'for_clause');
  if (clause >= 0) {
    const initial = go.field(clause, 'initializer');
    if (initial >= 0) go.statement(initial, into);
    const test = go.field(clause, 'condition');
    const updateNode = go.field(clause, 'update');
    const updates: Stmt[] = [];
    if (updateNode >= 0) go.statement(updateNode, updates);
    const [update] = updates;
    const lowered = test < 0 ? undefined : go.condition(test);
    const body = go.block(bodyNode);
    const after = update?.k === 'expr' ? update.value : undefined;
    into.push({ k: 'loop', test: lowered, update: after, body, runsFirst: false, ...span });
    return;
  }
  const testNode = go.named(n).find((child) => go.kind(child) !== 'block');
  const test = testNode === undefined ? undefined : go.condition(testNode);
  into.push({ k: 'loop', test, update: undefined, body: go.block(bodyNode), runsFirst: false, ...span });
}

function lowerRange(
  go: GoLowering,
  range: number,
  bodyNode: number,
  span: { start: number; end: number },
  into: Stmt[],
): void {
  const left = go.field(range, 'left');
  const nodes = left < 0 ? [] : go.listed(left);
  for (const node of nodes) if (go.kind(node) === 'identifier') go.declare(go.slice(node));
  const [key, item] = nodes.map((node) => targetOf(go, node));
  const iterable = go.expression(go.field(range, 'right'));
  const body: Stmt[] = [];
  // Keys of a map of headers or form values are as foreign as its values.
  const isForeign = /(?:Query\(\)|Header|Form|Values|Params|Cookies\(\))$/.test(
    go.slice(go.field(range, 'right')),
  );
  if (key && key.k !== 'none')
    push(body, {
      k: 'assign',
      target: key,
      value: { k: 'unknown', parts: isForeign ? [iterable] : [], ...span },
      ...span,
    });
  body.push(...go.block(bodyNode));
  const target = item ?? { k: 'none' as const, ...span };
  into.push({ k: 'each', target, iterable, keys: false, body, otherwise: [], ...span });
}

/** Without a subject the first case that is true runs, as in a chain of ifs. */
export function lowerSwitch(go: GoLowering, n: number, into: Stmt[]): void {
  const initial = go.field(n, 'initializer');
  if (initial >= 0) go.statement(initial, into);
  const subjectNode = go.field(n, 'value');
  const cases = go.named(n).filter((child) => /_case$/.test(go.kind(child)));
  if (subjectNode < 0 && !/\bbreak\b|\bfallthrough\b/.test(go.slice(n))) {
    into.push(...chain(go, cases));
    return;
  }
  const subject: Expr =
    subjectNode < 0 ? { k: 'const', value: true, ...go.span(n) } : go.expression(subjectNode);
  const alias = go.field(n, 'alias');
  const binding = alias < 0 ? undefined : go.listed(alias)[0];
  if (binding !== undefined) go.declare(go.slice(binding));
  const isType = go.kind(n) === 'type_switch_statement';
  const lowered = cases.map((each): SwitchCase => {
    const types = isType ? go.fieldAll(each, 'type') : [];
    const values = go.field(each, 'value');
    const unknown: Expr = { k: 'unknown', parts: [], ...go.span(each) };
    const isDefault = go.kind(each) === 'default_case';
    const tests = isDefault
      ? []
      : isType
        ? [unknown]
        : values < 0
          ? [unknown]
          : go.listed(values).map((v) => go.expression(v));
    const target: Target | undefined =
      binding === undefined ? undefined : { k: 'name', name: go.slice(binding), ...go.span(binding) };
    if (target?.k === 'name' && types.length === 1) {
      const type = go.type(types[0]!);
      if (type) target.type = type;
    }
    return { tests, bindings: target ? [target] : [], guard: undefined, body: caseBody(go, each) };
  });
  into.push({ k: 'switch', subject, cases: lowered, fallsThrough: false, ...go.span(n) });
}

function chain(go: GoLowering, cases: readonly number[]): Stmt[] {
  const ordered = [...cases].sort(
    (a, b) => Number(go.kind(a) === 'default_case') - Number(go.kind(b) === 'default_case'),
  );
  let otherwise: Stmt[] = [];
  for (const each of ordered.reverse()) {
    const body = caseBody(go, each);
    const values = go.field(each, 'value');
    if (values < 0) {
      otherwise = body;
      continue;
    }
    const test = go
      .listed(values)
      .map((value) => go.condition(value))
      .reduce((left, right) => ({ k: 'logic', op: 'or', left, right, start: left.start, end: right.end }));
    otherwise = [{ k: 'if', test, yes: body, otherwise, ...go.span(each) }];
  }
  return otherwise;
}

function caseBody(go: GoLowering, each: number): Stmt[] {
  const list = go.childOfKind(each, 'statement_list');
  return list < 0 ? [] : go.block(list);
}

/** One of several channel operations happens. */
export function lowerSelect(go: GoLowering, n: number, into: Stmt[]): void {
  const cases = go.named(n).map((each): SwitchCase => {
    const body: Stmt[] = [];
    const communication = go.field(each, 'communication');
    if (communication >= 0)
      if (go.kind(communication) === 'receive_statement') {
        const left = go.field(communication, 'left');
        const value = go.expression(go.field(communication, 'right'));
        const node = left < 0 ? undefined : go.listed(left)[0];
        if (node !== undefined && go.kind(node) === 'identifier') go.declare(go.slice(node));
        if (node === undefined) push(body, value);
        else push(body, { k: 'assign', target: targetOf(go, node), value, ...go.span(communication) });
      } else go.statement(communication, body);
    body.push(...caseBody(go, each));
    const unknown: Expr = { k: 'unknown', parts: [], ...go.span(each) };
    return { tests: [unknown], bindings: [], guard: undefined, body };
  });
  const subject: Expr = { k: 'unknown', parts: [], ...go.span(n) };
  into.push({ k: 'switch', subject, cases, fallsThrough: false, ...go.span(n) });
}

export function push(into: Stmt[], value: Expr): void {
  into.push({ k: 'expr', value, start: value.start, end: value.end });
}
