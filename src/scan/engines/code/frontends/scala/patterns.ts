import type { Expr, Target } from '../../ir/ir.ts';
import { noTarget } from '../shared/no-target.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import type { ScalaLowering } from './lowering.ts';

/** What a pattern binds, as the target of an assignment. */
export function lowerPattern(scala: ScalaLowering, n: number): Target {
  if (isNone(n)) return noTarget;
  const span = scala.span(n);
  switch (scala.kind(n)) {
    case 'identifier':
      return /^[a-z_]/.test(scala.slice(n)) ? scala.declared(n, -1) : { k: 'none', ...span };
    case 'typed_pattern': {
      const name = scala.field(n, 'pattern');
      return scala.kind(name) === 'identifier'
        ? scala.declared(name, scala.field(n, 'type'))
        : { k: 'none', ...span };
    }
    case 'capture_pattern':
      return scala.declared(scala.field(n, 'name'), noNode);
    case 'tuple_pattern':
      return { k: 'list', items: scala.named(n).map((child) => lowerPattern(scala, child)), ...span };
    case 'case_class_pattern': {
      // `Some(x)` and its like are what they hold; of any other class each part may come from anywhere in it.
      // The commas between them are under the same field.
      const parts = scala.fieldAll(n, 'pattern').filter((child) => scala.tree.named[child]);
      const [only] = parts;
      if (only !== undefined && parts.length === 1) return lowerPattern(scala, only);
      return { k: 'list', items: parts.map((child) => lowerPattern(scala, child)), ...span };
    }
    case 'infix_pattern':
    case 'alternative_pattern':
      for (const child of scala.named(n)) lowerPattern(scala, child);
      return { k: 'none', ...span };
    default:
      return { k: 'none', ...span };
  }
}

/** The constants that a pattern stands for; none where it takes anything of a shape. */
export function patternTests(scala: ScalaLowering, n: number): Expr[] {
  if (isNone(n)) return [];
  const kind = scala.kind(n);
  if (kind === 'alternative_pattern') return scala.named(n).flatMap((child) => patternTests(scala, child));
  return /^(?:string|integer_literal|boolean_literal|character_literal|null_literal)$/.test(kind)
    ? [scala.expression(n)]
    : [];
}
