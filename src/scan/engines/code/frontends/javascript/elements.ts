import type { ElementAttribute, Expr } from '../../ir/ir.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import type { ScriptLowering } from './lowering.ts';

export function lowerElement(script: ScriptLowering, n: number): Expr {
  const opening = script.kind(n) === 'jsx_self_closing_element' ? n : script.field(n, 'open_tag');
  const nameNode = script.field(opening, 'name');
  const attributes: ElementAttribute[] = [];
  for (const child of script.named(opening)) {
    const kind = script.kind(child);
    if (kind === 'jsx_attribute') {
      const [name, value] = script.named(child);
      if (name === undefined) continue;
      attributes.push({
        name: script.slice(name),
        value: value === undefined ? undefined : script.expression(value),
        ...script.span(child),
      });
    } else if (kind === 'jsx_expression') {
      const spread = script.firstNamed(child);
      if (isNode(spread))
        attributes.push({ name: '...', value: script.expression(spread), ...script.span(child) });
    }
  }
  const children: Expr[] = [];
  if (opening !== n)
    for (const child of script.named(n)) {
      const kind = script.kind(child);
      if (kind === 'jsx_opening_element' || kind === 'jsx_closing_element' || kind === 'jsx_text') continue;
      children.push(script.expression(child));
    }
  return {
    k: 'element',
    name: isNone(nameNode) ? '' : script.slice(nameNode),
    attributes,
    children,
    ...script.span(n),
  };
}
