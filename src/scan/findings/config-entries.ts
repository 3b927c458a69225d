import { z } from 'zod';
import { issueSentence } from '../../kernel/issue-sentence.ts';
import { nearestName } from '../../kernel/nearest-name.ts';
import { secretRuleSchema } from '../engines/secrets/rules/rule-schema.ts';
import { type ConfigNode, isNull, type MappingEntry, plainValue } from '../formats/document/node.ts';
import { parseYaml } from '../formats/yaml/parse-yaml.ts';
import type { ConfigProblemKind } from '../model/config-problem.ts';
import { severities } from '../model/finding.ts';
import { reasonPlaceholder } from './suppression-comment.ts';

export interface EntryProblem {
  line: number;
  kind: ConfigProblemKind;
  message: string;
}

type Lined<Value> = { line: number; value: Value };
type SuppressionEntry = z.infer<typeof suppressionSchema>;

/** What `.lorekeep.yaml` says, entry by entry: one that is wrong is a problem with its line, and the others count. */
export interface ConfigEntries {
  exclude: Array<Lined<string>>;
  suppressions: Array<Lined<SuppressionEntry>>;
  rules: Array<Lined<[pattern: string, setting: (typeof settings)[number]]>>;
  secretRules: Array<Lined<z.infer<typeof secretRuleSchema>>>;
  problems: EntryProblem[];
}

/** Reads the entries; a text says what is wrong with the file as a whole. It is hostile: depth, size and counts are bounded. */
export function readConfigEntries(text: string): ConfigEntries | { problem: string } {
  const { documents, problems } = parseYaml(text, { maxDepth: 20, maxDocuments: 2, maxNodes: 200_000 });
  const [problem] = problems;
  if (problem) return { problem: `It is not valid YAML: ${problem.message} (line ${problem.line})` };
  if (documents.length > 1)
    return { problem: `There is more than one document (line ${documents[1]!.line}).` };
  const found: ConfigEntries = { exclude: [], suppressions: [], rules: [], secretRules: [], problems: [] };
  const [root] = documents;
  if (!root || isNull(root)) return found;
  if (root.kind !== 'mapping')
    return {
      problem: `It must have the keys ${Object.keys(sections).join(', ')} and not be a list or a text.`,
    };
  for (const entry of root.entries) readSection(entry, found);
  return found;
}

const glob = z.string().min(1).max(1024);
const settings = ['off', ...severities] as const;

const suppressionSchema = z.strictObject({
  rule: glob.optional(),
  path: glob.optional(),
  fingerprint: z.string().min(1).max(200).optional(),
  reason: z.string().trim().min(1).max(500),
  expires: z.iso.date().optional(),
});

const sections: Record<string, { max: number; read(entry: MappingEntry, found: ConfigEntries): void }> = {
  exclude: {
    max: 1000,
    read: ({ value }, found) =>
      eachItem(value, 'exclude', found, (item) =>
        keep(item, glob, 'exclude: a pattern', found.exclude, found),
      ),
  },
  suppressions: {
    max: 10_000,
    read: ({ value }, found) =>
      eachItem(value, 'suppressions', found, (item) => readSuppression(item, found)),
  },
  rules: { max: 10_000, read: ({ value }, found) => readRules(value, found) },
  secretRules: {
    max: 200,
    read: ({ value }, found) =>
      eachItem(value, 'secretRules', found, (item) =>
        keep(item, secretRuleSchema, 'secretRules: the rule', found.secretRules, found),
      ),
  },
};

function readSection(entry: MappingEntry, found: ConfigEntries): void {
  const section = Object.hasOwn(sections, entry.key) ? sections[entry.key] : undefined;
  if (section) {
    section.read(entry, found);
    return;
  }
  const names = Object.keys(sections);
  const meant = nearestName(entry.key, names);
  const hint = meant === undefined ? `there are ${names.join(', ')}` : `did you mean "${meant}"?`;
  wrong(found, entry.line, `There is no key "${cut(entry.key)}"; ${hint}`);
}

function eachItem(
  node: ConfigNode,
  name: string,
  found: ConfigEntries,
  read: (item: ConfigNode) => void,
): void {
  if (isNull(node)) return;
  if (node.kind !== 'sequence') {
    wrong(found, node.line, `${name}: Must be a list`);
    return;
  }
  const { max } = sections[name]!;
  for (const item of node.items.slice(0, max)) read(item);
  if (node.items.length > max)
    wrong(found, node.items[max]!.line, `${name}: Only the first ${max} entries are followed`);
}

function readSuppression(item: ConfigNode, found: ConfigEntries): void {
  const value = plainValue(item) as Record<string, unknown> | null;
  const reason = typeof value === 'object' && value !== null ? value['reason'] : undefined;
  if (reason === undefined || reason === null || reason === '' || reason === reasonPlaceholder) {
    const message = 'The suppression has no reason and is not followed: add "reason"';
    found.problems.push({ line: item.line, kind: 'no_reason', message: `${message}.` });
    return;
  }
  const parsed = suppressionSchema.safeParse(value, { reportInput: true });
  if (!parsed.success)
    wrong(found, item.line, `The suppression is not followed: ${sentenceOf(parsed.error)}`);
  else if ((parsed.data.rule ?? parsed.data.path ?? parsed.data.fingerprint) === undefined)
    wrong(found, item.line, 'The suppression is not followed: it must name a rule, a path or a fingerprint');
  else found.suppressions.push({ line: item.line, value: parsed.data });
}

function readRules(node: ConfigNode, found: ConfigEntries): void {
  if (isNull(node)) return;
  if (node.kind !== 'mapping') {
    wrong(found, node.line, 'rules: Must be a mapping of rules to severities or "off"');
    return;
  }
  for (const { key, line, value } of node.entries) {
    // YAML 1.1 habits: `off` is written without quotes, and some editors make `false` of it.
    const setting = settings.find(
      (each) => each === plainValue(value) || (each === 'off' && plainValue(value) === false),
    );
    if (key === '' || key.length > 1024) wrong(found, line, 'rules: The name of a rule is too long or empty');
    else if (setting === undefined) wrong(found, line, `rules: "${cut(key)}" must be ${settings.join(', ')}`);
    else found.rules.push({ line, value: [key, setting] });
  }
}

function keep<Value>(
  item: ConfigNode,
  schema: z.ZodType<Value>,
  what: string,
  list: Array<Lined<Value>>,
  found: ConfigEntries,
): void {
  const parsed = schema.safeParse(plainValue(item), { reportInput: true });
  if (parsed.success) list.push({ line: item.line, value: parsed.data });
  else wrong(found, item.line, `${what} is not followed: ${sentenceOf(parsed.error)}`);
}

function wrong({ problems }: ConfigEntries, line: number, message: string): void {
  problems.push({ line, kind: 'wrong_entry', message: /[.?]$/.test(message) ? message : `${message}.` });
}

/** The first thing that is wrong with an entry, in words and not in those of the schema. */
function sentenceOf({ issues }: z.ZodError): string {
  const issue = issues[0]!;
  const field = issue.path.map(String).join('.').slice(0, 100);
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const meant = nearestName(key, Object.keys(suppressionSchema.shape));
    return `there is no "${cut(key)}"${meant === undefined ? '' : `; did you mean "${meant}"?`}`;
  }
  if (field === 'expires') return '"expires" must be a date such as 2027-01-31';
  const sentence = (issueSentence(issue) ?? issue.message).replace(/\.$/, '').slice(0, 300);
  return field === '' ? lowered(sentence) : `"${field}" ${lowered(sentence)}`;
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function cut(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
