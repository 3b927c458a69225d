import { addToList } from '../../../../kernel/add-to-list.ts';
import type { EngineFinding } from '../../../model/finding.ts';
import type { FileFacts } from '../domain/facts.ts';
import { settingOf } from '../domain/setting-value.ts';
import type { Value } from '../domain/value.ts';
import type { Condition, RuleMeta } from '../knowledge/rule-types.ts';
import { describeFinding } from './describe-finding.ts';

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
          ),
        );
    }
  return findings;
}

const maxSettings = 2_000;
