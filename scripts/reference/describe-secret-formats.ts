import { rulesFolder } from '../../src/scan/engines/secrets/rules/compiled-rules.ts';
import { readRuleFiles } from '../../src/scan/engines/secrets/rules/rule-files.ts';
import type { SecretRule } from '../../src/scan/model/secret-rule.ts';

/** Every credential format that the scanner knows, by provider: its form, and how many examples and near misses hold it. */
export function describeSecretFormats(table: (head: string[], rows: string[][]) => string): string {
  const rows = readRuleFiles(rulesFolder)
    .rules.filter((rule) => rule.pattern !== undefined || rule.names !== undefined)
    .sort((a, b) => compare(a.provider.toLowerCase(), b.provider.toLowerCase()) || compare(a.id, b.id))
    .map((rule) => [
      rule.provider,
      `\`${rule.id}\``,
      rule.title,
      rule.severity,
      formOf(rule),
      `${rule.examples.length} / ${rule.nearMisses.length}`,
    ]);
  return table(['provider', 'rule', 'what it is', 'severity', 'form', 'examples / near misses'], rows);
}

function formOf({ pattern, names, value, proof }: SecretRule): string {
  const form =
    pattern === undefined ? `named ${names!.map(code).join(', ')}; value ${code(value!)}` : code(pattern);
  return proof === undefined ? form : `${form}, checksum verified`;
}

function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text}${fence}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
