import type { Expr, Target } from '../../ir/ir.ts';
import { literalItems } from '../shared/plain-nodes.ts';
import type { PythonLowering } from './lowering.ts';
import { pythonStringValue } from './strings.ts';
import { lowerTarget } from './targets.ts';

export function lowerString(python: PythonLowering, n: number): Expr {
  const parts: Expr[] = [];
  let interpolated = false;
  const { skip } = python.tree;
  const end = skip[n]!;
  let prefix = '';
  for (let child = n + 1; child < end; child = skip[child]!) {
    const kind = python.kind(child);
    if (kind === 'string_start') prefix = python.slice(child).toLowerCase();
    else if (kind === 'string_content')
      parts.push({
        k: 'const',
        value: pythonStringValue(python.slice(child), prefix),
        ...python.span(child),
      });
    else if (kind === 'interpolation') {
      interpolated = true;
      parts.push(python.expression(python.field(child, 'expression')));
    }
  }
  if (!interpolated) {
    const value = parts.map((part) => (part.k === 'const' ? part.value : '')).join('');
    return { k: 'const', value, ...python.span(n) };
  }
  return { k: 'template', parts, ...python.span(n) };
}

export function lowerConcatenation(python: PythonLowering, n: number): Expr {
  const parts = python.named(n).map((child) => python.expression(child));
  if (parts.every((part) => part.k === 'const'))
    return {
      k: 'const',
      value: parts.map((part) => (part as { value: unknown }).value).join(''),
      ...python.span(n),
    };
  return { k: 'template', parts, ...python.span(n) };
}

export function lowerList(python: PythonLowering, n: number, isSet: boolean): Expr {
  const items = literalItems(python, python.named(n)).map((child) => {
    const spread = python.kind(child) === 'list_splat';
    return { spread, value: python.expression(spread ? python.firstNamed(child) : child) };
  });
  return { k: 'list', items, isSet, ...python.span(n) };
}

export function lowerDictionary(python: PythonLowering, n: number): Expr {
  const entries = literalItems(python, python.named(n)).map((child) =>
    python.kind(child) === 'pair'
      ? {
          key: python.expression(python.field(child, 'key')),
          value: python.expression(python.field(child, 'value')),
        }
      : { key: undefined, value: python.expression(python.firstNamed(child)) },
  );
  return { k: 'map', entries, ...python.span(n) };
}

export function lowerComprehension(python: PythonLowering, n: number, kind: 'list' | 'map'): Expr {
  const body = python.field(n, 'body');
  const clauses: Array<{ target: Target; iterable: Expr; conditions: Expr[] }> = [];
  for (const child of python.named(n)) {
    if (python.kind(child) === 'for_in_clause') {
      const target = lowerTarget(python, python.field(child, 'left'));
      python.declareTarget(target);
      clauses.push({ target, iterable: python.expression(python.field(child, 'right')), conditions: [] });
    } else if (python.kind(child) === 'if_clause')
      clauses.at(-1)?.conditions.push(python.expression(python.firstNamed(child)));
  }
  if (kind === 'map' && python.kind(body) === 'pair') {
    const key = python.expression(python.field(body, 'key'));
    const element = python.expression(python.field(body, 'value'));
    return { k: 'comprehension', clauses, key, element, kind, ...python.span(n) };
  }
  return { k: 'comprehension', clauses, element: python.expression(body), kind: 'list', ...python.span(n) };
}
