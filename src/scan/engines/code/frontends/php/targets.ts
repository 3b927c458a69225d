import type { Target } from '../../ir/ir.ts';
import type { PhpLowering } from './lowering.ts';

/** What an assignment or a loop writes to. */
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
