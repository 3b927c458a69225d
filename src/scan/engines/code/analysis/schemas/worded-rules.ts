import { anything, bothOf, leaf, objectOf, type Schema, withParts } from '../../domain/schemas/schema.ts';
import type { Value } from '../../domain/value.ts';
import { allLabels } from '../../knowledge/labels.ts';
import type { WordedRules } from '../../knowledge/schemas/schema-types.ts';
import { clearedByPattern } from './pattern-schema.ts';

/** What rules say that are written as words: `['id' => 'required|integer', 'order' => ['in:asc,desc']]`. */
export function wordedSchema({ shape }: Value, words: WordedRules): Schema | undefined {
  if (shape?.kind !== 'map') return undefined;
  let schema = objectOf(new Map(), false);
  for (const [key, rules] of shape.fields) schema = placed(schema, key.split('.'), ruled(rules, words));
  return schema;
}

function ruled({ constant, shape }: Value, words: WordedRules): Schema {
  const items =
    typeof constant === 'string'
      ? constant.split(words.separator).map((word) => ({ constant: word }) as Value)
      : [...(shape?.fields.values() ?? [])];
  return items.slice(0, maxRules).reduce((all, item) => bothOf(all, oneRule(item, words)), anything);
}

function oneRule({ constant, schema }: Value, { harmless, pattern }: WordedRules): Schema {
  if (schema?.k === 'schema') return schema.schema;
  if (typeof constant !== 'string') return anything;
  if (harmless.test(constant)) return leaf(allLabels);
  if (pattern === undefined || !constant.startsWith(pattern)) return anything;
  return leaf(clearedByPattern({ constant: constant.slice(pattern.length) } as Value, 'none'));
}

/** `page.size` is a field of a field, `ids.*` each item of a list. */
function placed(schema: Schema, [key = '', ...rest]: readonly string[], rule: Schema): Schema {
  if (key === '*')
    return withParts(schema, {
      fields: undefined,
      items: rest.length ? placed(schema.items ?? objectOf(new Map(), false), rest, rule) : rule,
    });
  const before = schema.fields?.get(key);
  const inner = rest.length
    ? placed(before ?? objectOf(new Map(), false), rest, rule)
    : before
      ? bothOf(before, rule)
      : rule;
  return withParts(schema, { fields: new Map([...(schema.fields ?? []), [key, inner]]) });
}

const maxRules = 30;
