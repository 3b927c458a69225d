import type { Expr, MapEntry } from '../../ir/ir.ts';
import { askedType, saidType } from '../shared/said-type.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import { stateChanges } from './component-state.ts';
import type { ScriptLowering } from './lowering.ts';

export function lowerCall(script: ScriptLowering, n: number, calleeNode: number, isNew: boolean): Expr {
  const named = script.expression(calleeNode);
  // `super(…)` runs the constructor of the class that is extended.
  const callee: Expr =
    script.kind(calleeNode) === 'super'
      ? { k: 'member', object: named, property: 'constructor', ...script.span(calleeNode) }
      : named;
  const list = script.field(n, 'arguments');
  const args: Array<{ value: Expr; spread?: 'list' }> = [];
  if (script.kind(list) === 'template_string') {
    // A tag is called with the texts and the values apart; the texts alone are the first argument.
    const template = lowerTemplate(script, list);
    const parts = template.k === 'template' ? template.parts : [template];
    const texts = parts.filter((part) => part.k === 'const');
    args.push({
      value: {
        k: 'list',
        isSet: false,
        items: texts.map((value) => ({ spread: false, value })),
        ...script.span(list),
      },
    });
    for (const part of parts) if (part.k !== 'const') args.push({ value: part });
    const tag: Expr =
      callee.k === 'member' || callee.k === 'name' ? { ...callee, ...script.span(calleeNode) } : callee;
    return {
      k: 'call',
      callee: { k: 'member', object: tag, property: '`', ...script.span(n) },
      args,
      isNew,
      ...script.span(n),
    };
  }
  if (isNode(list))
    for (const child of script.named(list)) {
      if (script.kind(child) === 'spread_element')
        args.push({ spread: 'list', value: script.expression(script.firstNamed(child)) });
      else args.push({ value: script.expression(child) });
    }
  const chosen = isNew ? undefined : chosenMethod(script, n, callee, args);
  if (chosen) return chosen;
  const table = isNew ? tableOf(callee, args[0]?.value) : undefined;
  if (table) return { k: 'map', entries: table, ...script.span(n) };
  const made: Expr & { k: 'call' } = { k: 'call', callee, args, isNew, ...script.span(n) };
  const types = script.field(n, 'type_arguments');
  if (isNone(types)) return stateChanges(made);
  return isNew
    ? saidType(made, `${script.slice(calleeNode)}${script.slice(types)}`)
    : askedType(made, onlyOf(script, types));
}

/** `container.resolve<Share>(…)`. */
function onlyOf(script: ScriptLowering, list: number): string | undefined {
  const [only, ...others] = script.named(list);
  return only === undefined || others.length > 0 ? undefined : script.slice(only);
}

/** `box[isMarkup ? 'html' : 'text'](title)` calls one of two methods. */
function chosenMethod(
  script: ScriptLowering,
  n: number,
  callee: Expr,
  args: Array<{ value: Expr; spread?: 'list' }>,
): Expr | undefined {
  if (callee.k !== 'index' || callee.index.k !== 'cond') return undefined;
  const { test, yes, otherwise } = callee.index;
  if (!isMethodName(yes) || !isMethodName(otherwise) || args.some(({ value }) => value.k === 'function'))
    return undefined;
  const call = (property: string): Expr => ({
    k: 'call',
    callee: { k: 'member', object: callee.object, property, start: callee.start, end: callee.end },
    args,
    isNew: false,
    ...script.span(n),
  });
  return { k: 'cond', test, yes: call(yes.value), otherwise: call(otherwise.value), ...script.span(n) };
}

function isMethodName(expr: Expr): expr is Expr & { k: 'const'; value: string } {
  return expr.k === 'const' && typeof expr.value === 'string';
}

/** `new Map([['a', 1], ['b', 2]])`: a table of the program is a literal. */
function tableOf(callee: Expr, given: Expr | undefined): MapEntry[] | undefined {
  if (callee.k !== 'name' || callee.name !== 'Map' || given?.k !== 'list') return undefined;
  const entries = given.items.flatMap(({ value, spread }) => {
    const [key, held] = value.k === 'list' && value.items.length === 2 ? value.items : [];
    if (!key || !held || spread || key.value.k !== 'const' || !isWritten(held.value)) return [];
    return [{ key: key.value, value: held.value }];
  });
  return entries.length > 0 && entries.length === given.items.length ? entries : undefined;
}

/** It is the same whenever the program runs. */
function isWritten(expr: Expr): boolean {
  if (expr.k === 'list') return expr.items.every(({ value, spread }) => !spread && isWritten(value));
  if (expr.k === 'map') return expr.entries.every(({ key, value }) => key?.k === 'const' && isWritten(value));
  return expr.k === 'const' || expr.k === 'function';
}

export function lowerTemplate(script: ScriptLowering, n: number): Expr {
  const parts: Expr[] = [];
  let from = script.start(n) + 1;
  const text = (to: number) => {
    if (to > from)
      parts.push({ k: 'const', value: script.unescape(script.text.slice(from, to)), start: from, end: to });
  };
  for (const child of script.named(n)) {
    if (script.kind(child) !== 'template_substitution') continue;
    text(script.start(child));
    parts.push(script.expression(script.firstNamed(child)));
    from = script.end(child);
  }
  text(script.end(n) - 1);
  if (parts.length === 0) return { k: 'const', value: '', ...script.span(n) };
  if (parts.length === 1 && parts[0]!.k === 'const') return { ...parts[0]!, ...script.span(n) };
  return { k: 'template', parts, ...script.span(n) };
}
