import { addToList } from '../../../../kernel/add-to-list.ts';
import type { EngineFinding, Severity } from '../../../model/finding.ts';
import type { FileFacts, Place } from '../domain/facts.ts';
import { unknownValue, type Value } from '../domain/value.ts';
import type { Name, RuleSet } from '../knowledge/rule-set.ts';
import type { Condition, RuleMeta } from '../knowledge/rule-types.ts';
import { describeFinding } from './describe-finding.ts';

/** A check that hangs on a value of a properties file, which is another file of the repository. */
export interface SettingFact {
  rule: string;
  key: string;
  /** What the program takes where no file has the key; absent for nothing. */
  otherwise?: string;
  /** The expression that the value must match. */
  pattern: string;
  flags: string;
  severity: Severity;
  at: Place;
  scope: string;
  code: string;
}

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

/** The condition that is left open by a value that comes from a setting. */
export function openCondition(
  when: readonly Condition[],
  part: (which: number | string) => Value | undefined,
): { condition: Condition; setting: { key: string; otherwise?: string } } | undefined {
  for (const condition of when) {
    if (!condition.matches || condition.not || condition.keys.length) continue;
    const value = condition.args.map(part).find((each) => each !== undefined);
    const setting = settingOf(value?.name);
    if (setting) return { condition, setting };
  }
  return undefined;
}

/** The lines of a properties file whose value is one word: names of algorithms, classes and hosts, no sentences. */
export function readSettings(text: string): Array<[string, string]> {
  const found: Array<[string, string]> = [];
  for (const line of text.split(/\r\n?|\n/)) {
    const match = /^[ \t]*([^\s=:#!][^\s=:]{0,200})[ \t]*[=:][ \t]*([\w./+-]{1,80})[ \t]*$/.exec(line);
    if (match) found.push([match[1]!, match[2]!]);
    if (found.length >= maxSettings) break;
  }
  return found;
}

/** Judges the checks that waited for a setting, now that all files are known. */
export function settleChecks(
  files: ReadonlyArray<{ path: string; facts: FileFacts }>,
  ruleOf: (language: string, id: string) => RuleMeta | undefined,
): EngineFinding[] {
  const values = new Map<string, string[]>();
  for (const { facts } of files)
    for (const [key, value] of facts.settings ?? []) addToList(values, key, value);
  const findings: EngineFinding[] = [];
  for (const { path, facts } of files)
    for (const fact of facts.awaits ?? []) {
      const known = values.get(fact.key) ?? (fact.otherwise === undefined ? [] : [fact.otherwise]);
      const pattern = new RegExp(fact.pattern, fact.flags);
      const rule = known.some((value) => pattern.test(value)) && ruleOf(facts.language, fact.rule);
      if (rule)
        findings.push(
          describeFinding(
            rule,
            fact.severity,
            rule.confidence,
            path,
            fact.at,
            fact.code,
            fact.scope,
            undefined,
            [],
          ),
        );
    }
  return findings;
}

const root = '@setting';
const maxSettings = 2_000;
