import { compileRule } from '../engines/secrets/rules/rule-schema.ts';
import { compileGlob, compileGlobs } from '../formats/glob.ts';
import type { Severity, Suppression } from '../model/finding.ts';
import type { ScanRule } from '../model/secret-rule.ts';
import { type ConfigEntries, type EntryProblem, readConfigEntries } from './config-entries.ts';
import type { IdentifiedFinding } from './identity.ts';
import { compileRulePattern, type NamedRule } from './rule-pattern.ts';

export const maxRepositoryConfigBytes = 256 * 1024;

/** What a repository says about its own scan, in `.lorekeep.yaml`. */
export interface RepositoryConfig {
  readonly secretRules: readonly ScanRule[];
  readonly counts: { excludes: number; rules: number; suppressions: number };
  /** Entries that are wrong and do not count. */
  readonly problems: readonly EntryProblem[];
  /** Rules that entries name, as they are written. */
  readonly namedRules: ReadonlyArray<{ line: number; pattern: string }>;
  /** When suppressions expire, where they do. */
  readonly suppressions: ReadonlyArray<{ line: number; expiresAt: string | undefined }>;
  excludes(path: string): boolean;
  suppressionFor(identified: IdentifiedFinding): Suppression | undefined;
  /** The lines of all suppressions that match. */
  linesFor(identified: IdentifiedFinding): number[];
  severityOf(rule: NamedRule): Severity | undefined;
}

/** Reads the file; a string says what is wrong with it as a whole. */
export function parseRepositoryConfig(text: string): RepositoryConfig | { problem: string } {
  const entries = readConfigEntries(text);
  return 'problem' in entries ? entries : compile(entries);
}

function compile({ exclude, suppressions, rules, secretRules, problems }: ConfigEntries): RepositoryConfig {
  const compiled = suppressions.map(({ line, value }) => ({
    line,
    matchesRule: value.rule === undefined ? always : compileRulePattern(value.rule),
    matchesPath: value.path === undefined ? always : compileGlob(value.path),
    fingerprint: value.fingerprint,
    suppression: {
      source: 'file' as const,
      reason: value.reason,
      ...(value.expires !== undefined && { expiresAt: `${value.expires}T23:59:59Z` }),
    } satisfies Suppression,
  }));
  const matching =
    ({ finding, fingerprint }: IdentifiedFinding) =>
    (candidate: (typeof compiled)[number]) =>
      (candidate.fingerprint === undefined || candidate.fingerprint === fingerprint) &&
      candidate.matchesRule(finding) &&
      candidate.matchesPath(finding.file);
  const ruleSettings = rules.map(({ value: [pattern, setting] }) => ({
    matches: compileRulePattern(pattern),
    setting,
  }));
  const settingOf = (rule: NamedRule) => ruleSettings.findLast(({ matches }) => matches(rule))?.setting;
  return {
    secretRules: secretRules.map(({ value }) => compileRule(value)),
    counts: {
      excludes: exclude.length,
      rules: ruleSettings.length + secretRules.length,
      suppressions: suppressions.length,
    },
    problems,
    namedRules: [
      ...suppressions.flatMap(({ line, value: { rule } }) =>
        rule === undefined ? [] : [{ line, pattern: rule }],
      ),
      ...rules.map(({ line, value: [pattern] }) => ({ line, pattern })),
    ],
    suppressions: compiled.map(({ line, suppression }) => ({ line, expiresAt: suppression.expiresAt })),
    excludes: compileGlobs(exclude.map(({ value }) => value)),
    severityOf: (rule) => {
      const setting = settingOf(rule);
      return setting === 'off' ? undefined : setting;
    },
    suppressionFor: (identified) => {
      const entry = compiled.find(matching(identified));
      if (entry) return entry.suppression;
      if (settingOf(identified.finding) !== 'off') return undefined;
      return { source: 'file', reason: 'The rule is turned off in the repository’s configuration.' };
    },
    linesFor: (identified) => compiled.filter(matching(identified)).map(({ line }) => line),
  };
}

const always = (): boolean => true;
