import type { ClassIr, Target } from '../../ir/ir.ts';
import { isNone } from '../shared/tree-reader.ts';
import type { RustLowering } from './lowering.ts';

/** What a struct or an enumeration declares: types of fields, the one type that it wraps, or that it has no other values than those it lists. */
export function addDeclared(low: RustLowering, n: number, definition: ClassIr): void {
  const body = low.field(n, 'body');
  if (isNone(body)) return;
  const parts = low.named(body);
  switch (low.kind(body)) {
    case 'field_declaration_list':
      for (const part of parts) {
        if (low.kind(part) !== 'field_declaration') continue;
        const name = low.slice(low.field(part, 'name'));
        const type = low.field(part, 'type');
        definition.fields.push({
          name,
          value: undefined,
          type: low.expression(type),
          span: low.span(part),
          written: low.slice(type),
        });
      }
      return;
    case 'ordered_field_declaration_list': {
      const types = parts.filter((part) => !otherParts.has(low.kind(part)));
      if (types.length === 1) definition.standsFor = low.slice(types[0]!);
      return;
    }
    case 'enum_variant_list': {
      const variants = parts.filter((part) => low.kind(part) === 'enum_variant');
      if (variants.length > 0 && variants.every((each) => isNone(low.field(each, 'body'))))
        definition.isClosed = true;
    }
  }
}

/** What a parameter binds that is declared as a number: the parameter itself, or parts of a tuple that an extractor fills, `Path<(String, i64)>`. */
export function numbersIn(target: Target, written: string): string[] {
  if (target.k === 'name') return isNumber(written) ? [target.name] : [];
  const [, inside] = /<\s*\(([^()]*)\)\s*>$/.exec(written) ?? [];
  if (inside === undefined || target.k !== 'list') return [];
  const types = inside.split(',').map((type) => type.trim());
  return target.items.flatMap((item, i) =>
    item?.k === 'name' && isNumber(types[i] ?? '') ? [item.name] : [],
  );
}

function isNumber(written: string): boolean {
  return number.test(written);
}

const number =
  /^&?(?:[iu](?:8|16|32|64|128|size)|(?:\w+::)*Uuid|bool|f32|f64)$|^Option<(?:[iu](?:8|16|32|64|128|size)|Uuid|bool)>$/;
const otherParts = new Set(['visibility_modifier', 'attribute_item', 'line_comment', 'block_comment']);
