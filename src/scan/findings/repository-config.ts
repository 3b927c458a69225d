import { z } from 'zod';
import { compileRule, secretRuleSchema } from '../engines/secrets/rules/rule-schema.ts';
import { ReadError } from '../formats/document/read-error.ts';
import { compileGlob, compileGlobs } from '../formats/glob.ts';
import { readYaml } from '../formats/yaml/read-yaml.ts';
import { type Severity, type Suppression, severities } from '../model/finding.ts';
import type { ScanRule } from '../model/secret-rule.ts';
import type { IdentifiedFinding } from './identity.ts';
import { compileRulePattern, type NamedRule } from './rule-pattern.ts';

export const maxRepositoryConfigBytes = 256 * 1024;

/** More than the lists below can hold. */
const limits = { maxDepth: 20, maxDocuments: 1, maxNodes: 200_000 };

const glob = z.string().min(1).max(1024);
const reason = z.string().trim().min(1).max(500);

const schema = z.strictObject({
  /** Paths that are not read. */
  exclude: z.array(glob).max(1000).default([]),
  suppressions: z
    .array(
      z
        .strictObject({
          rule: glob.optional(),
          path: glob.optional(),
          fingerprint: z.string().min(1).max(200).optional(),
          reason,
          expires: z.iso.date().optional(),
        })
        .refine((entry) => entry.rule ?? entry.path ?? entry.fingerprint, {
          message: 'a suppression names a rule, a path or a fingerprint',
        }),
    )
    .max(10_000)
    .default([]),
  /** Rule id or pattern → `off`, or another severity. */
  rules: z.record(glob, z.enum(['off', ...severities])).default({}),
  /** Credential formats of the repository's own, in the form of the built-in ones. */
  secretRules: z.array(secretRuleSchema).max(200).default([]),
});

/** What a repository says about its own scan, in `.lorekeep.yaml`. */
export interface RepositoryConfig {
  readonly secretRules: readonly ScanRule[];
  readonly counts: { excludes: number; rules: number; suppressions: number };
  excludes(path: string): boolean;
  suppressionFor(identified: IdentifiedFinding): Suppression | undefined;
  severityOf(rule: NamedRule): Severity | undefined;
}

/** Reads the file; a string says what is wrong with it. The text is hostile: aliases, size and patterns are bounded. */
export function parseRepositoryConfig(text: string): RepositoryConfig | { problem: string } {
  let raw: unknown;
  try {
    raw = readYaml(text, limits) ?? {};
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return { problem: `It is not valid YAML: ${error.message}` };
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    return {
      problem: `${issue.path.map(String).join('.').slice(0, 200) || 'The file'}: ${issue.message.slice(0, 300)}`,
    };
  }
  return compile(parsed.data);
}

function compile({ exclude, suppressions, rules, secretRules }: z.infer<typeof schema>): RepositoryConfig {
  const compiled = suppressions.map((entry) => ({
    matchesRule: entry.rule === undefined ? always : compileRulePattern(entry.rule),
    matchesPath: entry.path === undefined ? always : compileGlob(entry.path),
    fingerprint: entry.fingerprint,
    suppression: {
      source: 'file' as const,
      reason: entry.reason,
      ...(entry.expires !== undefined && { expiresAt: `${entry.expires}T23:59:59Z` }),
    },
  }));
  const ruleSettings = Object.entries(rules).map(([pattern, setting]) => ({
    matches: compileRulePattern(pattern),
    setting,
  }));
  const settingOf = (rule: NamedRule) => ruleSettings.findLast(({ matches }) => matches(rule))?.setting;
  return {
    secretRules: secretRules.map(compileRule),
    counts: {
      excludes: exclude.length,
      rules: ruleSettings.length + secretRules.length,
      suppressions: suppressions.length,
    },
    excludes: compileGlobs(exclude),
    severityOf: (rule) => {
      const setting = settingOf(rule);
      return setting === 'off' ? undefined : setting;
    },
    suppressionFor: ({ finding, fingerprint }) => {
      const entry = compiled.find(
        (candidate) =>
          (candidate.fingerprint === undefined || candidate.fingerprint === fingerprint) &&
          candidate.matchesRule(finding) &&
          candidate.matchesPath(finding.file),
      );
      if (entry) return entry.suppression;
      if (settingOf(finding) !== 'off') return undefined;
      return { source: 'file', reason: 'The rule is turned off in the repository’s configuration.' };
    },
  };
}

const always = (): boolean => true;
