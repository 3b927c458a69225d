import { labelMask, type OriginKind } from './labels.ts';
import { compileNamePattern, expandAlternatives } from './name-pattern.ts';
import { ruleExpression } from './rule-expression.ts';
import { listOf, type RawItem } from './rule-file.ts';
import type { Condition, Forgotten, RuleConstant } from './rule-types.ts';

/** Every condition has all fields, in one order: they are asked for millions of times, and V8 then knows where each lies. */
export function compileConditions(raw: unknown): Condition[] {
  return ((raw as RawItem[] | undefined) ?? []).map(compileCondition);
}

function compileCondition(item: RawItem): Condition {
  const arg = item['arg'];
  const isTrue = (key: string) => (item[key] === undefined ? undefined : item[key] === true);
  const expression = (key: string) =>
    item[key] === undefined ? undefined : ruleExpression(String(item[key]));
  const number = (key: string) => (item[key] === undefined ? undefined : Number(item[key]));
  const list = (key: string) => (item[key] === undefined ? undefined : listOf(item[key]));
  const is = item['is'] === undefined ? undefined : [item['is'] as RuleConstant];
  return {
    args: arg === undefined ? ['value'] : Array.isArray(arg) ? arg : [arg as number | string],
    keys: item['key'] === undefined ? [] : String(item['key']).split('.'),
    missing: isTrue('missing'),
    is: item['in'] === undefined ? is : (item['in'] as RuleConstant[]),
    matches: expression('matches'),
    text: expression('text'),
    source: expression('source'),
    asksOnlySource: Object.keys(item).every((key) => sourceKeys.has(key)),
    below: number('below'),
    above: number('above'),
    name: list('name')?.flatMap(compileNamePattern),
    dynamic: isTrue('dynamic'),
    built: isTrue('built'),
    kinds: list('tainted') as OriginKind[] | undefined,
    escaped: item['escaped'] === undefined ? undefined : labelMask([String(item['escaped'])]),
    imports: list('imports'),
    calls: list('inFunctionWith')?.flatMap(expandAlternatives),
    naming: list('inFunctionNaming'),
    asks: list('inFunctionAsking'),
    forgets: item['inFunctionForgetting'] as Forgotten | undefined,
    function: isTrue('function'),
    object: isTrue('object'),
    list: isTrue('list'),
    gives: item['gives'] as RuleConstant | undefined,
    passes: isTrue('passes'),
    permissive: isTrue('permissive'),
    normal: isTrue('normal'),
    rooted: isTrue('rooted'),
    catastrophic: isTrue('catastrophic'),
    polynomial: isTrue('polynomial'),
    not: item['not'] === true,
  };
}

const sourceKeys = new Set(['arg', 'key', 'source', 'not']);
