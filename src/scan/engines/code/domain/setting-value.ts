import type { Name, RuleSet } from '../knowledge/rule-set.ts';
import { unknownValue, type Value } from './value.ts';

/** A value that is read from a properties file under a key: its name says which. */
export function settingValue(rules: RuleSet, key: string, otherwise: unknown): Value {
  const name = rules.name([root, key, typeof otherwise === 'string' ? otherwise : '']);
  return { ...unknownValue, name };
}

export function settingOf(name: Name | undefined): { key: string; otherwise?: string } | undefined {
  if (name?.root !== root || name.depth !== 3) return undefined;
  const key = name.parent!.segment;
  return name.segment === '' ? { key } : { key, otherwise: name.segment };
}

/** The root of the names of such values. */
const root = '@setting';
