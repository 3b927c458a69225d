import { labelMask } from '../labels.ts';
import { ruleExpression } from '../rule-expression.ts';
import { listOf, type RawItem } from '../rule-file.ts';
import type { Conforms, Places, RequestSchema, SchemaMaker, WordedRules } from './schema-types.ts';

/** What a rule file says about the schema that a call gives. */
export function compileSchemaMaker(raw: RawItem | undefined): SchemaMaker | undefined {
  if (!raw) return undefined;
  return {
    clears: labelMask(listOf(raw['clears'])),
    only: placesOf(raw['only']),
    pattern: placesOf(raw['pattern']),
    anchors: (raw['anchors'] as SchemaMaker['anchors'] | undefined) ?? 'none',
    fields: placesOf(raw['fields']),
    items: placesOf(raw['items']),
    same: placesOf(raw['same']),
    either: placesOf(raw['either']),
    both: placesOf(raw['both']),
    json: (raw['json'] as SchemaMaker['json'] | undefined) ?? false,
    nests: raw['nests'] === true,
    narrows: raw['narrows'] === true,
    opens: raw['opens'] === true,
    renames: new Map(Object.entries((raw['renames'] as Record<string, string> | undefined) ?? {})),
    request: raw['request'] as string[] | undefined,
    named: raw['named'] as number | string | undefined,
    reports: raw['reports'] === true,
    converts: raw['converts'] === true,
  };
}

/** And about the data that a call holds against one. */
export function compileConforms(raw: RawItem | undefined): Conforms | undefined {
  if (!raw) return undefined;
  return {
    to: (raw['to'] as number | string | undefined) ?? 'receiver',
    json: raw['json'] === true,
    worded: compileWorded(raw['worded'] as RawItem | undefined),
    value: (raw['value'] as number | string | undefined) ?? 0,
    passes: raw['passes'] as number | string | undefined,
    under: raw['under'] as string | undefined,
    unless: raw['unless'] as string | undefined,
    provided: raw['provided'] as string | undefined,
    pending: raw['pending'] === true,
  };
}

function compileWorded(raw: RawItem | undefined): WordedRules | undefined {
  if (!raw) return undefined;
  return {
    separator: (raw['separator'] as string | undefined) ?? '|',
    harmless: ruleExpression(String(raw['harmless'])),
    pattern: raw['pattern'] as string | undefined,
  };
}

/** And about where a route says what its requests look like. */
export function compileRequest(raw: RawItem | undefined): RequestSchema | undefined {
  if (!raw) return undefined;
  return {
    option: raw['option'] as string | undefined,
    parts: new Map(Object.entries((raw['parts'] ?? {}) as Record<string, string>)),
    whole: raw['whole'] === true,
    under: raw['under'] as string | undefined,
    after: raw['after'] as string | undefined,
  };
}

function placesOf(raw: unknown): Places | undefined {
  if (raw === undefined) return undefined;
  return raw === 'any' ? 'any' : ([raw].flat() as Array<number | string>);
}
