import { compareTexts } from '../../kernel/compare-texts.ts';
import { nearestName } from '../../kernel/nearest-name.ts';
import type { ConfigProblem } from '../model/config-problem.ts';
import type { EngineId } from '../model/finding.ts';
import type { RepositoryConfig } from './repository-config.ts';
import { compileRulePattern } from './rule-pattern.ts';
import { hasExpired } from './suppression.ts';
import type { SuppressionComment } from './suppression-comment.ts';

/** What a repository says about its own scan, and what became of it. */
export interface ConfigUse {
  /** The path of `.lorekeep.yaml`. */
  configPath: string;
  config: RepositoryConfig | undefined;
  comments: ReadonlyMap<string, readonly SuppressionComment[]>;
  /** Places, as `path:line`, of all that matched a finding. */
  used: ReadonlySet<string>;
  now: number;
  /** The scan saw so much of a file that what suppresses nothing in it can be called so. */
  isSeen(path: string | undefined): boolean;
  /** Every rule there is, asked for only where a rule is named. */
  rules(): Promise<ReadonlyArray<{ id: string; engine: EngineId }>>;
}

const maxProblems = 200;

/** All that does not do what its author meant, in the order of files and lines: nobody should believe in a suppression that does nothing. */
export async function findConfigProblems(use: ConfigUse): Promise<ConfigProblem[]> {
  const problems = [...fileProblems(use), ...commentProblems(use), ...(await unknownRules(use))];
  return problems.sort((a, b) => compareTexts(a.file, b.file) || a.line - b.line).slice(0, maxProblems);
}

function* fileProblems({ config, configPath: file, used, now, isSeen }: ConfigUse): Iterable<ConfigProblem> {
  if (!config) return;
  for (const problem of config.problems) yield { file, ...problem };
  for (const { line, expiresAt } of config.suppressions) {
    if (hasExpired(expiresAt, now)) yield expired(file, line, expiresAt!);
    else if (isSeen(undefined) && !used.has(`${file}:${line}`)) yield unused(file, line);
  }
}

function* commentProblems({ comments, used, now, isSeen }: ConfigUse): Iterable<ConfigProblem> {
  for (const [file, list] of comments)
    for (const { line, reason, until } of list) {
      const expiresAt = until === undefined ? undefined : `${until}T23:59:59Z`;
      if (reason === '') {
        const message = 'The comment has no reason and is not followed: write it behind a colon.';
        yield { file, line, kind: 'no_reason', message };
      } else if (hasExpired(expiresAt, now)) yield expired(file, line, expiresAt!);
      else if (isSeen(file) && !used.has(`${file}:${line}`)) yield unused(file, line);
    }
}

function expired(file: string, line: number, expiresAt: string): ConfigProblem {
  const day = expiresAt.slice(0, 10);
  const message = Number.isNaN(Date.parse(expiresAt))
    ? `The suppression is not followed: ${day} is in no calendar.`
    : `The suppression expired on ${day} and is not followed any more.`;
  return { file, line, kind: 'expired', message };
}

function unused(file: string, line: number): ConfigProblem {
  const message = 'The suppression suppresses nothing in this scan: remove it where no other scan needs it.';
  return { file, line, kind: 'unused', message };
}

async function unknownRules(use: ConfigUse): Promise<ConfigProblem[]> {
  const { config, configPath, comments } = use;
  const named = [
    ...(config?.namedRules ?? []).map(({ line, pattern }) => ({ file: configPath, line, pattern })),
    ...[...comments].flatMap(([file, list]) =>
      list.flatMap(({ line, rules = [] }) => rules.map((pattern) => ({ file, line, pattern }))),
    ),
  ];
  if (named.length === 0) return [];
  const rules = await use.rules();
  const known = new Map<string, boolean>();
  const isKnown = (pattern: string) => {
    let found = known.get(pattern);
    if (found === undefined) {
      const matches = compileRulePattern(pattern);
      found = rules.some(({ id, engine }) => matches({ ruleId: id, engine }));
      known.set(pattern, found);
    }
    return found;
  };
  return named
    .filter(({ pattern }) => !isKnown(pattern))
    .map(({ file, line, pattern }) => {
      const meant = nearestName(pattern, new Set(rules.map(({ id }) => id)));
      const hint =
        meant === undefined ? '"lorekeep rules list" prints them all.' : `Did you mean "${meant}"?`;
      return {
        file,
        line,
        kind: 'unknown_rule',
        message: `There is no rule "${pattern.slice(0, 100)}". ${hint}`,
      };
    });
}
