import type { Expr, Stmt, SwitchCase, Target } from '../../ir/ir.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import { lowerAssignment, lowerVariables, push, targetOf } from './assignments.ts';
import { lowerType } from './declarations.ts';
import type { GoLowering } from './lowering.ts';

/** What lowers which kind of statement. */
export function statementHandlers(go: GoLowering): Record<string, (n: number, into: Stmt[]) => void> {
  const inner = (n: number) => go.expression(go.firstNamed(n));
  const counted = (n: number, into: Stmt[]) => step(go, n, into);
  const assignment = (n: number, into: Stmt[]) => lowerAssignment(go, n, into);
  const variables = (n: number, into: Stmt[]) => lowerVariables(go, n, into);
  const choice = (n: number, into: Stmt[]) => lowerSwitch(go, n, into);
  const evaluated = (n: number, into: Stmt[]) => push(into, inner(n));
  return {
    package_clause: () => {},
    comment: () => {},
    type_declaration: (n, into) => localTypes(go, n, into),
    var_declaration: variables,
    const_declaration: variables,
    short_var_declaration: assignment,
    assignment_statement: assignment,
    inc_statement: counted,
    dec_statement: counted,
    expression_statement: (n, into) => {
      evaluated(n, into);
      if (endsProgram(go, go.firstNamed(n))) into.push({ k: 'throw', value: undefined, ...go.span(n) });
    },
    defer_statement: evaluated,
    go_statement: evaluated,
    send_statement: (n, into) => send(go, n, into),
    receive_statement: (n, into) => push(into, go.expression(go.field(n, 'right'))),
    statement_list: (n, into) => into.push(...go.block(n)),
    block: (n, into) => into.push({ k: 'block', body: go.block(go.bodyOf(n)), ...go.span(n) }),
    if_statement: (n, into) => lowerIf(go, n, into),
    for_statement: (n, into) => lowerFor(go, n, into),
    expression_switch_statement: choice,
    type_switch_statement: choice,
    select_statement: (n, into) => lowerSelect(go, n, into),
    labeled_statement: (n, into) => {
      const body = go.named(n).at(-1);
      if (body !== undefined) go.statement(body, into);
    },
    return_statement: (n, into) => lowerReturn(go, n, into),
    break_statement: (n, into) => into.push({ k: 'break', ...go.span(n) }),
    continue_statement: (n, into) => into.push({ k: 'continue', ...go.span(n) }),
    fallthrough_statement: () => {},
    goto_statement: () => {},
  };
}

function lowerIf(go: GoLowering, n: number, into: Stmt[]): void {
  const initial = go.field(n, 'initializer');
  if (isNode(initial)) go.statement(initial, into);
  const test = go.condition(go.field(n, 'condition'));
  const alternative = go.field(n, 'alternative');
  const otherwise: Stmt[] = [];
  if (isNode(alternative))
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

function lowerFor(go: GoLowering, n: number, into: Stmt[]): void {
  const span = go.span(n);
  const range = go.childOfKind(n, 'range_clause');
  const bodyNode = go.bodyOf(go.field(n, 'body'));
  if (isNode(range)) {
    lowerRange(go, range, bodyNode, span, into);
    return;
  }
  const clause = go.childOfKind(n, 'for_clause');
  if (isNode(clause)) {
    const initial = go.field(clause, 'initializer');
    if (isNode(initial)) go.statement(initial, into);
    const test = go.field(clause, 'condition');
    const updateNode = go.field(clause, 'update');
    const updates: Stmt[] = [];
    if (isNode(updateNode)) go.statement(updateNode, updates);
    const [update] = updates;
    const lowered = isNone(test) ? undefined : go.condition(test);
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
  const nodes = isNone(left) ? [] : go.listed(left);
  for (const node of nodes) if (go.kind(node) === 'identifier') go.declare(go.slice(node));
  const targets = nodes.map((node) => targetOf(go, node));
  // One variable takes the index of a list, but what a channel gives: an index has no members.
  const isReceived = nodes.length === 1 && hasMembers(go.slice(nodes[0]!), go.slice(bodyNode));
  const [key, item] = isReceived ? [undefined, targets[0]] : targets;
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

function hasMembers(variable: string, body: string): boolean {
  return /^\w+$/.test(variable) && new RegExp(`(?<![\\w.])${variable}\\.\\w`).test(body);
}

/** Without a subject the first case that is true runs, as in a chain of ifs. */
function lowerSwitch(go: GoLowering, n: number, into: Stmt[]): void {
  const initial = go.field(n, 'initializer');
  if (isNode(initial)) go.statement(initial, into);
  const subjectNode = go.field(n, 'value');
  const cases = go.named(n).filter((child) => /_case$/.test(go.kind(child)));
  if (isNone(subjectNode) && !/\bbreak\b|\bfallthrough\b/.test(go.slice(n))) {
    into.push(...chain(go, cases));
    return;
  }
  const subject: Expr = isNone(subjectNode)
    ? { k: 'const', value: true, ...go.span(n) }
    : go.expression(subjectNode);
  const alias = go.field(n, 'alias');
  const binding = isNone(alias) ? undefined : go.listed(alias)[0];
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
        : isNone(values)
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
    if (isNone(values)) {
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
  return isNone(list) ? [] : go.block(list);
}

/** One of several channel operations happens. */
function lowerSelect(go: GoLowering, n: number, into: Stmt[]): void {
  const cases = go.named(n).map((each): SwitchCase => {
    const body: Stmt[] = [];
    const communication = go.field(each, 'communication');
    if (isNode(communication))
      if (go.kind(communication) === 'receive_statement') {
        const left = go.field(communication, 'left');
        const value = go.expression(go.field(communication, 'right'));
        const node = isNone(left) ? undefined : go.listed(left)[0];
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

function lowerReturn(go: GoLowering, n: number, into: Stmt[]): void {
  const span = go.span(n);
  const list = go.firstNamed(n);
  const values: Expr[] = isNode(list)
    ? go.listed(list).map((node) => go.expression(node))
    : go.results().map((name) => ({ k: 'name', name, ...span }));
  const [only] = values;
  const items = values.map((value) => ({ value, spread: false }));
  const value: Expr | undefined = values.length > 1 ? { k: 'list', items, isSet: false, ...span } : only;
  into.push({ k: 'return', value, ...span });
}

/** Calls that do not come back. */
function endsProgram(go: GoLowering, n: number): boolean {
  if (go.kind(n) !== 'call_expression') return false;
  const callee = go.slice(go.field(n, 'function'));
  return (
    (callee === 'panic' && !go.isDeclared('panic')) ||
    /^(?:log|logrus|glog|klog)\.(?:Fatal|Panic|Exit)(?:f|ln)?$|^os\.Exit$|^runtime\.Goexit$/.test(callee)
  );
}

function step(go: GoLowering, n: number, into: Stmt[]): void {
  const target = targetOf(go, go.firstNamed(n));
  const op = go.kind(n) === 'inc_statement' ? '+' : '-';
  const value: Expr = { k: 'const', value: 1, ...go.span(n) };
  push(into, { k: 'assign', target, value, op, ...go.span(n) });
}

function send(go: GoLowering, n: number, into: Stmt[]): void {
  const object = go.expression(go.field(n, 'channel'));
  const callee: Expr = { k: 'member', object, property: 'append', ...go.span(n) };
  const args = [{ value: go.expression(go.field(n, 'value')) }];
  push(into, { k: 'call', callee, args, isNew: false, ...go.span(n) });
}

function localTypes(go: GoLowering, n: number, into: Stmt[]): void {
  for (const spec of go.named(n)) {
    const definition = lowerType(go, spec);
    if (!definition) continue;
    go.declare(definition.name);
    into.push({ k: 'class', definition, ...go.span(spec) });
  }
}
