import type { Expr, Stmt, SwitchCase, Target } from '../../ir/ir.ts';
import { setterOf } from './component-state.ts';
import type { ScriptLowering } from './lower.ts';
import { lowerTarget } from './targets.ts';

export function lowerDeclaration(script: ScriptLowering, n: number, into: Stmt[]): void {
  for (const child of script.named(n)) {
    if (script.kind(child) !== 'variable_declarator') continue;
    const target = lowerTarget(script, script.field(child, 'name'));
    script.declareTarget(target);
    const type = script.field(child, 'type');
    if (target.k === 'name' && type >= 0) target.type = script.expression(type);
    const valueNode = script.field(child, 'value');
    const value: Expr =
      valueNode < 0 ? { k: 'const', value: null, ...script.span(child) } : script.expression(valueNode);
    into.push({ k: 'expr', value: { k: 'assign', target, value, ...script.span(child) }, ...script.span(n) });
    const setter = setterOf(target, value);
    if (setter) into.push(setter);
  }
}

export function lowerFor(script: ScriptLowering, n: number, into: Stmt[]): void {
  const initializer = script.field(n, 'initializer');
  if (initializer >= 0) script.statement(initializer, into);
  const condition = script.field(n, 'condition');
  const increment = script.field(n, 'increment');
  const test = condition < 0 || script.kind(condition) === 'empty_statement' ? -1 : condition;
  into.push({
    k: 'loop',
    test:
      test < 0
        ? undefined
        : script.expression(script.kind(test) === 'expression_statement' ? script.firstNamed(test) : test),
    update: increment < 0 ? undefined : script.expression(increment),
    body: script.body(script.field(n, 'body')),
    runsFirst: false,
    ...script.span(n),
  });
}

export function lowerForIn(script: ScriptLowering, n: number, into: Stmt[]): void {
  const target = lowerTarget(script, script.field(n, 'left'));
  if (script.field(n, 'kind') >= 0) script.declareTarget(target);
  const operator = script.field(n, 'operator');
  into.push({
    k: 'each',
    target,
    iterable: script.expression(script.field(n, 'right')),
    keys: operator >= 0 && script.slice(operator) === 'in',
    body: script.body(script.field(n, 'body')),
    otherwise: [],
    ...script.span(n),
  });
}

export function lowerSwitch(script: ScriptLowering, n: number, into: Stmt[]): void {
  const cases: SwitchCase[] = [];
  const body = script.field(n, 'body');
  for (const child of body < 0 ? [] : script.named(body)) {
    const value = script.field(child, 'value');
    const statements: Stmt[] = [];
    for (const part of script.fieldAll(child, 'body')) script.statement(part, statements);
    cases.push({
      tests: value < 0 ? [] : [script.expression(value)],
      bindings: [],
      guard: undefined,
      body: statements,
    });
  }
  into.push({
    k: 'switch',
    subject: script.expression(script.field(n, 'value')),
    cases,
    fallsThrough: true,
    ...script.span(n),
  });
}

export function lowerTry(script: ScriptLowering, n: number, into: Stmt[]): void {
  const handler = script.field(n, 'handler');
  const finalizer = script.field(n, 'finalizer');
  const handlers: Array<{ name: Target | undefined; types: Expr | undefined; body: Stmt[] }> = [];
  if (handler >= 0) {
    const parameter = script.field(handler, 'parameter');
    const name = parameter < 0 ? undefined : lowerTarget(script, parameter);
    if (name) script.declareTarget(name);
    handlers.push({ name, types: undefined, body: script.block(script.field(handler, 'body')) });
  }
  into.push({
    k: 'try',
    body: script.block(script.field(n, 'body')),
    handlers,
    otherwise: [],
    last: finalizer < 0 ? [] : script.block(script.field(finalizer, 'body')),
    ...script.span(n),
  });
}
