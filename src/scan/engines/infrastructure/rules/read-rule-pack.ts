import { type ConfigNode, child, entries, items, text } from '../../../formats/document/node.ts';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import { confidences, type Severity, severities } from '../../../model/finding.ts';
import type { WrittenRule } from './infrastructure-rule.ts';
import { suggestChange } from './suggest-change.ts';

/** The weakness that a category of mistakes usually is; a rule may name a better one. */
const categoryWeaknesses: Record<string, string[]> = {
  'public-exposure': ['CWE-284'],
  network: ['CWE-284'],
  identity: ['CWE-284'],
  'wildcard-policy': ['CWE-732', 'CWE-284'],
  encryption: ['CWE-311', 'CWE-320'],
  'encryption-key': ['CWE-320', 'CWE-311'],
  transport: ['CWE-319', 'CWE-326'],
  'weak-tls': ['CWE-326', 'CWE-319'],
  logging: ['CWE-778'],
  backup: ['CWE-693'],
  secret: ['CWE-798'],
  privilege: ['CWE-250', 'CWE-269'],
  'supply-chain': ['CWE-1357', 'CWE-829'],
  availability: ['CWE-693'],
  hardening: ['CWE-284', 'CWE-693'],
};

/** Reads a file of rules. A mistake in it stops the build: a rule that silently does nothing is worse than none. */
export function readRulePack(name: string, source: string): WrittenRule[] {
  const { documents, problems } = parseYaml(source);
  const [problem] = problems;
  if (problem) throw new Error(`rules/infrastructure/${name}.yaml:${problem.line}: ${problem.message}`);
  const rules = items(documents[0]).flatMap((node) => readRules(name, node));
  const ids = new Set<string>();
  for (const { id } of rules) {
    if (ids.has(id)) throw new Error(`rules/infrastructure/${name}.yaml: ${id} is there twice`);
    ids.add(id);
  }
  return rules;
}

function readRules(pack: string, node: ConfigNode): WrittenRule[] {
  const rows = child(node, 'each');
  if (!rows) return [readRule(pack, node, {})];
  const seen = new Set<string>();
  return entries(rows).flatMap((row) =>
    items(row.value).map((value) => {
      const key = text(value) ?? text(child(value, 'key')) ?? '';
      const plainType = row.key.replace(
        /^(data\.)?(aws|azurerm|azuread|google|alicloud|oci|yandex|tencentcloud)_|^AWS::|^microsoft\./,
        '',
      );
      let suffix = plainType.toLowerCase().replace(/[_:./]+/g, '-');
      if (seen.has(suffix)) suffix += `-${kebab(key.split('.').at(-1) ?? '')}`;
      while (seen.has(suffix)) suffix += '-2';
      seen.add(suffix);
      return readRule(pack, node, { row: value, suffix, type: row.key, key });
    }),
  );
}

interface Row {
  row?: ConfigNode;
  suffix?: string;
  type?: string;
  key?: string;
}

function readRule(pack: string, node: ConfigNode, { row, suffix, type, key }: Row): WrittenRule {
  const what = text(child(row, 'what')) ?? type?.replace(/^(data\.)?[a-z]+_/, '').replaceAll('_', ' ') ?? '';
  const fill = (value: string) => value.replaceAll('{what}', what).replaceAll('{key}', key ?? '');
  const field = (name: string): string | undefined => {
    const value = text(child(row, name)) ?? text(child(node, name));
    return value === undefined ? undefined : capitalise(fill(value));
  };
  const raw = (name: string): string | undefined => {
    const value = text(child(row, name)) ?? text(child(node, name));
    return value === undefined ? undefined : fill(value);
  };
  const list = (name: string): string[] =>
    items(child(row, name) ?? child(node, name)).flatMap((item) => {
      const value = text(item);
      return value === undefined ? [] : [fill(value)];
    });
  const id = [text(child(node, 'id')) ?? fail(pack, node, 'a rule needs "id"'), suffix]
    .filter(Boolean)
    .join('.');
  const required = (name: string): string => field(name) ?? fail(pack, node, `${id}: a rule needs "${name}"`);
  const severity = raw('severity') as Severity;
  if (!severities.includes(severity)) fail(pack, node, `${id}: severity`);
  const confidence = (raw('confidence') ?? 'high') as (typeof confidences)[number];
  if (!confidences.includes(confidence)) fail(pack, node, `${id}: confidence`);
  const category = raw('category') ?? fail(pack, node, `${id}: category`);
  const cwe = list('cwe');
  const when = raw('when');
  const on = type ? (list('on').length > 0 ? list('on') : [type]) : list('on');
  const fix = raw('fix');
  return {
    id,
    title: required('title'),
    severity,
    confidence,
    category,
    cwe:
      cwe.length > 0
        ? cwe.slice(0, 2)
        : (categoryWeaknesses[category] ?? fail(pack, node, `${id}: no weakness for ${category}`)),
    harm: required('harm'),
    suggestion: field('suggestion') ?? (when && suggestChange(when)) ?? required('suggestion'),
    references: list('references'),
    on,
    ...(when !== undefined && { when }),
    ...(fix !== undefined && { fix }),
    bad: list('bad'),
    good: list('good'),
  };
}

function kebab(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}

function capitalise(value: string): string {
  return value.charAt(0).toUpperCase() + value.slice(1);
}

function fail(pack: string, node: ConfigNode, message: string): never {
  throw new Error(`rules/infrastructure/${pack}.yaml:${node.line}: ${message}`);
}
