import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readYaml } from '../../../formats/yaml/read-yaml.ts';
import type { ScanRule, SecretRule } from '../../../model/secret-rule.ts';
import { compileRule, secretRuleSchema } from './rule-schema.ts';

/** Reads the operator's own rules. They are written by hand: whatever is wrong with them is said in words, all of it at once. */
export function readCustomRules(file: string): ScanRule[] {
  return parseCustomRules(readRuleText(file), file).map(compileRule);
}

export function readRuleText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new Error(missing ? `There is no file ${file}.` : `${file} cannot be read.`, { cause: error });
  }
}

/** A list of rules, or the configuration of a repository with such a list under `secretRules`. */
export function parseCustomRules(text: string, name: string): SecretRule[] {
  const raw = ruleList(text, name);
  const parsed = z.array(secretRuleSchema).safeParse(raw);
  if (parsed.success) {
    const repeated = parsed.data.find(({ id }, i) => parsed.data.findIndex((rule) => rule.id === id) !== i);
    if (repeated) throw new Error(`${name}: two rules are called ${repeated.id}.`);
    return parsed.data;
  }
  const problems = parsed.error.issues.map((issue) => describeIssue(issue, raw));
  const shown = problems.slice(0, maxProblems).map((problem) => `${name}: ${problem}`);
  if (problems.length > shown.length) shown.push(`… and ${problems.length - shown.length} more.`);
  throw new Error(shown.join('\n'));
}

const maxProblems = 12;

function ruleList(text: string, name: string): unknown {
  let document: unknown;
  try {
    document = readYaml(text);
  } catch (error) {
    throw new Error(`${name}: It is not valid YAML: ${(error as Error).message}`, {
      cause: error,
    });
  }
  if (typeof document === 'object' && document !== null && 'secretRules' in document)
    return document.secretRules;
  return document;
}

/** Where it is wrong and how, in the words of whoever wrote it. */
function describeIssue(issue: z.core.$ZodIssue, raw: unknown): string {
  const [index, ...path] = issue.path;
  if (index === undefined) return 'the file: A list of rules is wanted, each beginning with "- id:".';
  const rule = (raw as Array<Record<string, unknown>>)[Number(index)];
  const id = typeof rule?.['id'] === 'string' ? ` (${rule['id']})` : '';
  const place = `rule ${Number(index) + 1}${id}${path.length > 0 ? `, ${path.join('.')}` : ''}`;
  return `${place}: ${wordsFor(issue, path.length === 1 && rule?.[String(path[0])] === undefined)}`;
}

function wordsFor(issue: z.core.$ZodIssue, missing: boolean): string {
  if (missing) return 'It is missing.';
  if (issue.code === 'unrecognized_keys') return `There is no such field: ${issue.keys.join(', ')}.`;
  if (issue.code === 'too_small' && issue.origin === 'array')
    return `At least ${issue.minimum} are wanted: they are what the rule is tested by.`;
  if (issue.code === 'invalid_format' && issue.path.at(-1) === 'id')
    return 'It must be lower-case words joined by dashes, such as acme-key.';
  return issue.message;
}
