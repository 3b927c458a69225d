import { readFileSync } from 'node:fs';
import { addToList } from '../../../../kernel/add-to-list.ts';
import type { RuleDescription } from '../../../model/rule-description.ts';
import { type Attempt, unguarded } from '../../attempt.ts';
import type { Condition } from '../conditions/condition.ts';
import { parseCondition } from '../conditions/parse-condition.ts';
import type { CompiledRule, InfrastructureRule, RulePack } from './infrastructure-rule.ts';

export const rulesFolder = new URL('../../../../../rules/infrastructure/', import.meta.url);

export const compiledFolder = new URL('compiled/', rulesFolder);

/** What `compiled/packs.json` holds. */
export interface PackList {
  /** A hash of everything that the rules say. */
  version: string;
  packs: string[];
}

/** All rules, made by `npm run rules:compile` of the files next to them; a pack is read when a repository first needs it. */
export class RuleLibrary {
  readonly #list: PackList;
  readonly #packs: Map<string, RulePack>;
  readonly attempt: Attempt;

  constructor(
    list: PackList = readJson('packs.json'),
    packs = new Map<string, RulePack>(),
    attempt: Attempt = unguarded,
  ) {
    this.#list = list;
    this.#packs = packs;
    this.attempt = attempt;
  }

  /** The same rules, each of which may fail alone. */
  guardedBy(attempt: Attempt): RuleLibrary {
    return new RuleLibrary(this.#list, this.#packs, attempt);
  }

  get version(): string {
    return this.#list.version;
  }

  pack(name: string): RulePack {
    let pack = this.#packs.get(name);
    if (!pack) {
      pack = createPack(name, readJson<CompiledRule[]>(`${name}.json`));
      this.#packs.set(name, pack);
    }
    return { ...pack, attempt: this.attempt };
  }

  descriptions(): RuleDescription[] {
    return this.#list.packs.flatMap((name) => this.pack(name).rules.map(describe));
  }

  /** Those that found something are in packs that were read for it, unless the findings were remembered. */
  descriptionsOf(ids: ReadonlySet<string>): RuleDescription[] {
    const read = this.#list.packs.flatMap((name) => this.#packs.get(name)?.rules ?? []);
    const found = read.filter(({ id }) => ids.has(id));
    return found.length < ids.size
      ? this.descriptions().filter(({ id }) => ids.has(id))
      : found.map(describe);
  }
}

function describe(rule: InfrastructureRule): RuleDescription {
  return {
    id: rule.id,
    title: rule.title,
    description: rule.harm,
    suggestion: rule.suggestion,
    severity: rule.severity,
    confidence: rule.confidence,
    category: rule.category,
    cwe: rule.cwe,
    ...(rule.references.length > 0 && { references: rule.references }),
  };
}

function readJson<Content>(file: string): Content {
  return JSON.parse(readFileSync(new URL(file, compiledFolder), 'utf8')) as Content;
}

function createPack(name: string, compiled: readonly CompiledRule[]): RulePack {
  const rules = compiled.map(makeReady);
  const byType = new Map<string, InfrastructureRule[]>();
  for (const rule of rules) {
    for (const type of rule.on) addToList(byType, type, rule);
  }
  return { name, rules, byType, byId: new Map(rules.map((rule) => [rule.id, rule])), attempt: unguarded };
}

function makeReady({ when, ...rule }: CompiledRule): InfrastructureRule {
  let condition: Condition | undefined;
  return {
    ...rule,
    when: when === undefined ? undefined : () => (condition ??= parseCondition(when)),
  };
}
