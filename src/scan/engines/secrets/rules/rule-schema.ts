import { z } from 'zod';
import { confidences, severities } from '../../../model/finding.ts';
import type { ScanRule, SecretRule } from '../../../model/secret-rule.ts';
import { ExpressionError, parseExpression } from '../matching/expression.ts';
import { firstBytes, leadingBytes } from '../matching/first-bytes.ts';
import { patternVariants } from '../matching/pattern-variants.ts';
import { validatorNames } from './validators.ts';

const words = z.array(z.string().min(2).max(64)).min(1).max(32);
const text = z.string().min(1).max(600);

/** A rule as an operator or a repository may write it. Two examples that match and two near misses that do not are demanded. */
export const secretRuleSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      .max(64),
    provider: z.string().min(1).max(64),
    title: z.string().min(1).max(120),
    severity: z.enum(severities),
    confidence: z.enum(confidences).optional(),
    pattern: z.string().min(1).max(1000).optional(),
    names: words.optional(),
    value: z.string().min(1).max(500).optional(),
    exact: z.boolean().optional(),
    keywords: words.optional(),
    minEntropy: z.number().min(0).max(8).optional(),
    proof: z.enum(validatorNames).optional(),
    pairsWith: z.string().max(64).optional(),
    shipped: z.boolean().optional(),
    boundary: z.enum(['word', 'none']).optional(),
    examplePath: z.string().max(200).optional(),
    opens: text,
    revoke: text,
    examples: z.array(z.string().max(20_000)).min(2).max(50),
    nearMisses: z.array(z.string().max(20_000)).min(2).max(50),
  })
  .check(({ value: rule, issues }) => {
    const problem = expressionProblem(rule);
    if (problem !== undefined) issues.push({ code: 'custom', message: problem, input: rule });
  })
  .transform(
    (rule): SecretRule =>
      withoutUndefined({ ...rule, confidence: rule.confidence ?? (rule.names ? 'medium' : 'high') }),
  );

/** What the engine takes: a rule with its literals worked out. */
export function compileRule(rule: SecretRule): ScanRule {
  const { examples: _, nearMisses: __, examplePath: ___, ...scanned } = rule;
  if (rule.pattern !== undefined) {
    const keywords = patternVariants(rule.pattern, rule.keywords).map(
      ({ keyword, ignoreCase, before, after }, variant) => {
        const follow = firstBytes(after);
        const lead = follow ? leadingBytes(after, follow) : 0;
        return {
          text: keyword,
          variant,
          ...(ignoreCase ? {} : { exact: true }),
          ...(before.length === 0 && rule.boundary !== 'none' && /^[A-Za-z0-9]/.test(keyword)
            ? { first: true }
            : {}),
          ...(follow && { follow: Buffer.from(follow).toString('hex') }),
          ...(lead > 1 && { lead }),
        };
      },
    );
    return { ...scanned, keywords };
  }
  return { ...scanned, keywords: (rule.names ?? []).map((name) => ({ text: name, variant: 0 })) };
}

function expressionProblem(
  rule: Partial<Record<'pattern' | 'value', string | undefined>> & {
    names?: string[] | undefined;
    keywords?: string[] | undefined;
  },
): string | undefined {
  const named = rule.names !== undefined || rule.value !== undefined;
  if ((rule.pattern !== undefined) === named) return 'A rule has either a pattern, or names and a value.';
  if (named && (rule.names === undefined || rule.value === undefined))
    return 'Names and value belong together.';
  try {
    if (rule.pattern !== undefined) patternVariants(rule.pattern, rule.keywords);
    if (rule.value !== undefined) parseExpression(rule.value);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

function withoutUndefined<T extends object>(value: T): SecretRule {
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== undefined),
  ) as unknown as SecretRule;
}
