import type { Expr, Stmt, SwitchCase, Target } from '../../ir/ir.ts';
import { loopStatement } from '../shared/plain-nodes.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { lowerClass } from './classes.ts';
import { setterOf } from './component-state.ts';
import { lowerEnum } from './enums.ts';
import { annotated, lowerFunction } from './functions.ts';
import type { ScriptLowering } from './lowering.ts';
import { lowerExport, lowerImport, lowerImportAlias } from './modules.ts';
import { lowerTarget } from './targets.ts';

/** What lowers which kind of statement. */
export function statementHandlers(script: ScriptLowering): Record<string, (n: number, into: Stmt[]) => void> {
  const inner = (n: number) => script.expression(script.firstNamed(n));
  const declaration = (n: number, into: Stmt[]) => lowerDeclaration(script, n, into);
  const classStatement = (n: number, into: Stmt[]) =>
    into.push({ k: 'class', definition: lowerClass(script, n, true), ...script.span(n) });
  const functionStatement = (n: number, into: Stmt[]) =>
    into.push({ k: 'function', fn: lowerFunction(script, n, false), ...script.span(n) });
  return {
    expression_statement: (n, into) => {
      const value = script.firstNamed(n);
      if (isNode(value)) into.push({ k: 'expr', value: script.expression(value), ...script.span(n) });
    },
    variable_declaration: declaration,
    lexical_declaration: declaration,
    function_declaration: functionStatement,
    generator_function_declaration: functionStatement,
    class_declaration: classStatement,
    abstract_class_declaration: classStatement,
    enum_declaration: (n, into) => lowerEnum(script, n, into),
    statement_block: (n, into) => into.push({ k: 'block', body: script.block(n), ...script.span(n) }),
    if_statement: (n, into) => {
      const alternative = script.field(n, 'alternative');
      into.push({
        k: 'if',
        test: script.expression(script.field(n, 'condition')),
        yes: script.body(script.field(n, 'consequence')),
        otherwise: isNone(alternative) ? [] : script.body(script.firstNamed(alternative)),
        ...script.span(n),
      });
    },
    for_statement: (n, into) => lowerFor(script, n, into),
    for_in_statement: (n, into) => lowerForIn(script, n, into),
    while_statement: (n, into) => into.push(loopStatement(script, n, false)),
    do_statement: (n, into) => into.push(loopStatement(script, n, true)),
    switch_statement: (n, into) => lowerSwitch(script, n, into),
    try_statement: (n, into) => lowerTry(script, n, into),
    return_statement: (n, into) => {
      const value = script.firstNamed(n);
      into.push({
        k: 'return',
        value: isNone(value) ? undefined : script.expression(value),
        ...script.span(n),
      });
    },
    throw_statement: (n, into) => into.push({ k: 'throw', value: inner(n), ...script.span(n) }),
    break_statement: (n, into) => into.push({ k: 'break', ...script.span(n) }),
    continue_statement: (n, into) => into.push({ k: 'continue', ...script.span(n) }),
    labeled_statement: (n, into) => script.statement(script.field(n, 'body'), into),
    import_statement: (n, into) => lowerImport(script, n, into),
    import_alias: (n, into) => lowerImportAlias(script, n, into),
    export_statement: (n, into) => lowerExport(script, n, into),
    internal_module: (n, into) =>
      into.push({ k: 'block', body: script.block(script.field(n, 'body')), ...script.span(n) }),
  };
}

function lowerDeclaration(script: ScriptLowering, n: number, into: Stmt[]): void {
  for (const child of script.named(n)) {
    if (script.kind(child) !== 'variable_declarator') continue;
    const target = lowerTarget(script, script.field(child, 'name'));
    script.declareTarget(target);
    const type = script.field(child, 'type');
    if (target.k === 'name' && isNode(type)) {
      target.type = script.expression(type);
      target.written = annotated(script, type);
    }
    const valueNode = script.field(child, 'value');
    const value: Expr = isNone(valueNode)
      ? { k: 'const', value: null, ...script.span(child) }
      : script.expression(valueNode);
    into.push({ k: 'expr', value: { k: 'assign', target, value, ...script.span(child) }, ...script.span(n) });
    const setter = setterOf(target, value);
    if (setter) into.push(setter);
  }
}

function lowerFor(script: ScriptLowering, n: number, into: Stmt[]): void {
  const initializer = script.field(n, 'initializer');
  if (isNode(initializer)) script.statement(initializer, into);
  const condition = script.field(n, 'condition');
  const increment = script.field(n, 'increment');
  const test = isNone(condition) || script.kind(condition) === 'empty_statement' ? noNode : condition;
  into.push({
    k: 'loop',
    test: isNone(test)
      ? undefined
      : script.expression(script.kind(test) === 'expression_statement' ? script.firstNamed(test) : test),
    update: isNone(increment) ? undefined : script.expression(increment),
    body: script.body(script.field(n, 'body')),
    runsFirst: false,
    ...script.span(n),
  });
}

function lowerForIn(script: ScriptLowering, n: number, into: Stmt[]): void {
  const target = lowerTarget(script, script.field(n, 'left'));
  if (isNode(script.field(n, 'kind'))) script.declareTarget(target);
  const operator = script.field(n, 'operator');
  into.push({
    k: 'each',
    target,
    iterable: script.expression(script.field(n, 'right')),
    keys: isNode(operator) && script.slice(operator) === 'in',
    body: script.body(script.field(n, 'body')),
    otherwise: [],
    ...script.span(n),
  });
}

function lowerSwitch(script: ScriptLowering, n: number, into: Stmt[]): void {
  const cases: SwitchCase[] = [];
  const body = script.field(n, 'body');
  for (const child of script.named(body)) {
    const value = script.field(child, 'value');
    const statements: Stmt[] = [];
    for (const part of script.fieldAll(child, 'body')) script.statement(part, statements);
    cases.push({
      tests: isNone(value) ? [] : [script.expression(value)],
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

function lowerTry(script: ScriptLowering, n: number, into: Stmt[]): void {
  const handler = script.field(n, 'handler');
  const finalizer = script.field(n, 'finalizer');
  const handlers: Array<{ name: Target | undefined; types: Expr | undefined; body: Stmt[] }> = [];
  if (isNode(handler)) {
    const parameter = script.field(handler, 'parameter');
    const name = isNone(parameter) ? undefined : lowerTarget(script, parameter);
    if (name) script.declareTarget(name);
    handlers.push({ name, types: undefined, body: script.block(script.field(handler, 'body')) });
  }
  into.push({
    k: 'try',
    body: script.block(script.field(n, 'body')),
    handlers,
    otherwise: [],
    last: isNone(finalizer) ? [] : script.block(script.field(finalizer, 'body')),
    ...script.span(n),
  });
}
