import type { Value } from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Guard } from '../../knowledge/rule-types.ts';
import type { Barrier } from '../guards/barriers/barrier.ts';
import type { Run } from '../run.ts';
import { exprAt, schemaAt } from './held-data.ts';

/** What is known where the verdict on data says that it has passed: of the data where it was, and of what holds it now. */
export function verdictBarriers(run: Run, { schema }: Value, positive: boolean): Barrier[] {
  if (schema?.k !== 'pending' || schema.passes !== positive) return [];
  const { about, versions, id } = schema;
  const isSame = versions.every(([name, version]) => run.frame.versionOf(name) === version);
  if (!about || !isSame) return [{ expr: nowhere, clears: 0, schema: schema.schema, passed: id }];
  return [{ expr: about, clears: 0, schema: schema.schema, passed: id }];
}

/** What a call says about data that it holds against a schema, or was held against one before. */
export function schemaBarriers(
  run: Run,
  test: Expr & { k: 'call' },
  { conforms, verdict, outcome, throws }: Guard,
  positive: boolean,
): Barrier[] | undefined {
  if (!conforms && !verdict) return undefined;
  if (throws || outcome !== positive) return [];
  const receiver = verdict ? exprAt(test, 'receiver') : undefined;
  if (receiver) return verdictBarriers(run, run.evaluate(receiver), true);
  const schema = conforms && schemaAt(run, { expr: test }, conforms);
  const expr = conforms && exprAt(test, conforms.value);
  return schema && expr ? [{ expr, clears: 0, schema }] : [];
}

/** No place of the program. */
const nowhere: Expr = { k: 'const', value: null, start: 0, end: 0 };
