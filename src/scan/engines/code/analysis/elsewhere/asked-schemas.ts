import type { CallEvent } from '../../domain/call-event.ts';
import type { Schema, SchemaRole } from '../../domain/schemas/schema.ts';
import { unknownValue, type Value } from '../../domain/value.ts';
import { readMember } from '../members.ts';
import type { Run } from '../run.ts';
import { heldAgainst } from '../schemas/held-data.ts';
import { madeSchema } from '../schemas/made-schema.ts';
import { elsewhereOf } from './schema-names.ts';

/**
 * `itemSchema.parse(body)`, where another file may have the schema: by the name of the method it may be one of these libraries. What comes out is asked about;
 * where the linker finds no schema of such a library under that name, it stays what it is.
 */
export function heldElsewhere(run: Run, event: CallEvent, result: Value): Value {
  const { receiver, expr } = event;
  if (!receiver || expr.callee.k !== 'member') return result;
  let value = result;
  const fields = new Map<string, Value>();
  const members = run.rules.schemaMembers(expr.callee.property);
  const isOne = members.length === 1;
  for (const { libraries, returned } of members) {
    const library = returned.conforms || isOne ? libraries.join() : '';
    const schema = schemaOn(run, receiver, library, returned.conforms?.to === 'class');
    if (!schema) continue;
    if (returned.schema) {
      // What the method itself asks for counts only where it is known to be the library's.
      const { clears, only, pattern } = returned.schema;
      if (clears || only || pattern) continue;
      const role = madeSchema(run, { ...event, receiver: { ...receiver, schema } }, returned.schema);
      if (role) value = { ...value, schema: role };
    } else if (returned.conforms) {
      const { under } = returned.conforms;
      const input = under === undefined ? value : readMember(run, result, under, expr);
      const held = heldAgainst(run, event, returned.conforms, schema.schema, input);
      if (held.shape) for (const [key, part] of held.shape.fields) fields.set(key, part);
      else value = held;
    }
  }
  if (fields.size === 0) return value;
  return { ...value, shape: { kind: 'map', fields, rest: unknownValue, length: undefined } };
}

/** The schema that a method is called on: of this file as far as it is known, or one of another file. */
function schemaOn(
  run: Run,
  receiver: Value,
  library: string,
  isClass: boolean,
): (SchemaRole & { k: 'schema' }) | undefined {
  if (receiver.schema?.k === 'schema')
    return { ...receiver.schema, schema: ofLibrary(receiver.schema.schema, library) };
  const schema = elsewhereOf(run, receiver, library, isClass);
  return schema && { k: 'schema', schema, isRequest: false, reports: false };
}

/** The name of the method says which library it may be. */
function ofLibrary(schema: Schema, library: string): Schema {
  const { elsewhere } = schema;
  return elsewhere?.library === '' ? { ...schema, elsewhere: { ...elsewhere, library } } : schema;
}
