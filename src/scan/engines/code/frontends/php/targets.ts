import type { Constant, Expr, Target } from '../../ir/ir.ts';
import { noTarget } from '../shared/no-target.ts';
import { isNone } from '../shared/tree-reader.ts';
import type { PhpLowering } from './lowering.ts';

/** What an assignment or a loop writes to. */
export function target(php: PhpLowering, n: number): Target {
  if (isNone(n)) return noTarget;
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
  const elements = elementsOf(php, n);
  if (elements.some(({ key }) => key !== undefined))
    return {
      k: 'map',
      entries: elements.flatMap(({ key, value }, i) => {
        const known = key === undefined ? i : constantOf(php.expression(key));
        return known === undefined || value === undefined
          ? []
          : [{ key: String(known), target: target(php, value) }];
      }),
      ...php.span(n),
    };
  const items = elements.map(({ value }) => (value === undefined ? undefined : target(php, value)));
  return { k: 'list', items, ...php.span(n) };
}

interface Element {
  key?: number;
  value?: number;
}

/** What is between the commas: nothing, a target, or a key and a target. */
function elementsOf(php: PhpLowering, n: number): Element[] {
  const { skip, named } = php.tree;
  const found: Element[] = [{}];
  for (let child = n + 1; child < skip[n]!; child = skip[child]!) {
    const last = found.at(-1)!;
    if (!named[child]) {
      if (php.kind(child) === ',') found.push({});
      continue;
    }
    const parts = php.kind(child) === 'array_element_initializer' ? php.named(child) : [child];
    for (const part of parts) {
      if (last.value !== undefined) last.key = last.value;
      last.value = part;
    }
  }
  if (found.at(-1)!.value === undefined) found.pop();
  return found;
}

function constantOf(expr: Expr): Constant | undefined {
  return expr.k === 'const' ? expr.value : undefined;
}
