import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { RuleDescription } from '../../engine.ts';
import type { RulePack } from './infrastructure-rule.ts';
import { readRulePack } from './read-rule-pack.ts';

/** Raised by hand when the code of the engine changes what it answers. */
const codeVersion = 2;

/** The rule files of the package; each is read when a repository first needs it. */
export class RuleLibrary {
  readonly #sources = new Map<string, string>();
  readonly #packs = new Map<string, RulePack>();
  readonly version: string;

  constructor(folder = new URL('../../../../../rules/infrastructure/', import.meta.url)) {
    const hash = createHash('sha256').update(String(codeVersion));
    const names = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
    for (const file of names.sort()) {
      const source = readFileSync(new URL(file, folder), 'utf8');
      hash.update(file).update(source);
      this.#sources.set(file.slice(0, -'.yaml'.length), source);
    }
    this.version = hash.digest('hex').slice(0, 16);
  }

  get names(): string[] {
    return [...this.#sources.keys()];
  }

  pack(name: string): RulePack {
    const known = this.#packs.get(name);
    if (known) return known;
    const source = this.#sources.get(name);
    if (source === undefined) throw new Error(`no rules named ${name}`);
    const pack = readRulePack(name, source);
    this.#packs.set(name, pack);
    return pack;
  }

  descriptions(): RuleDescription[] {
    return this.names.flatMap((name) =>
      this.pack(name).rules.map((rule) => ({
        id: rule.id,
        title: rule.title,
        description: rule.harm,
        severity: rule.severity,
        confidence: rule.confidence,
        category: rule.category,
        cwe: rule.cwe,
        ...(rule.references.length > 0 && { references: rule.references }),
      })),
    );
  }
}
