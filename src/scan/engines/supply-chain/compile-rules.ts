import { readFileSync } from 'node:fs';
import { child, items, plainValue, text } from '../../formats/document/node.ts';
import { parseYaml } from '../../formats/yaml/parse-yaml.ts';
import { type CompiledSupplyChain, type SupplyChainRule, supplyChainFolder } from './supply-chain-rules.ts';

/** A rule as `rules/supply-chain/rules.yaml` holds it. */
export interface WrittenSupplyChainRule extends SupplyChainRule {
  /** Small repositories, path to text: in the bad ones the rule finds something, in the good ones nothing. */
  examples: { bad: Array<Record<string, string>>; good: Array<Record<string, string>> };
}

export function readSupplyChainRules(): WrittenSupplyChainRule[] {
  return plainValue(readDocument('rules.yaml')) as WrittenSupplyChainRule[];
}

/** The text of `rules/supply-chain/compiled.json`. */
export function compileSupplyChainRules(): string {
  const packages = readDocument('popular-packages.yaml');
  const words = (...keys: string[]): string[] =>
    items(child(packages, ...keys))
      .flatMap((node) => (text(node) ?? '').split(/\s+/))
      .filter((word) => word !== '');
  const known = (ecosystem: string) => ({
    popular: words(ecosystem, 'popular'),
    fine: words(ecosystem, 'fine'),
  });
  const compiled: CompiledSupplyChain = {
    rules: readSupplyChainRules().map(({ examples: _, ...rule }) => rule),
    packages: { npm: known('npm'), pypi: known('pypi') },
  };
  const rules = compiled.rules.map((rule) => JSON.stringify(rule)).join(',\n');
  return `{"rules": [\n${rules}\n],\n"packages": ${JSON.stringify(compiled.packages)}}\n`;
}

function readDocument(file: string) {
  return parseYaml(readFileSync(new URL(file, supplyChainFolder), 'utf8')).documents[0];
}
