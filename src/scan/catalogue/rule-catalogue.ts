import { Worker } from 'node:worker_threads';
import type { CataloguedRule } from '../model/catalogued-rule.ts';
import type { EngineId, Severity } from '../model/finding.ts';

export interface RuleFilter {
  engine?: readonly EngineId[] | undefined;
  severity?: readonly Severity[] | undefined;
  language?: string | undefined;
  cwe?: string | undefined;
  /** Part of the id or the title, in any case. */
  text?: string | undefined;
}

export interface RulePage {
  items: CataloguedRule[];
  total: number;
  /** The id of the last one, where there are more. */
  next?: string;
}

/** The built-in rules, to read about. They are read from their files at the first use, on a thread of their own, and kept from then on. */
export class RuleCatalogue {
  readonly #read: () => Promise<CataloguedRule[]>;
  #rules: Promise<ReadonlyMap<string, CataloguedRule>> | undefined;

  constructor(read: () => Promise<CataloguedRule[]> = readOnThread) {
    this.#read = read;
  }

  /** By id, which is unique over all engines. */
  async list(filter: RuleFilter, page: { after?: string | undefined; limit: number }): Promise<RulePage> {
    const wanted = [...(await this.#all()).values()].filter((rule) => isWanted(rule, filter));
    const start = page.after === undefined ? 0 : wanted.findIndex(({ id }) => id > page.after!);
    const items = start < 0 ? [] : wanted.slice(start, start + page.limit);
    const hasMore = start >= 0 && start + page.limit < wanted.length;
    return { items, total: wanted.length, ...(hasMore && { next: items.at(-1)!.id }) };
  }

  async find(id: string): Promise<CataloguedRule | undefined> {
    return (await this.#all()).get(id);
  }

  #all(): Promise<ReadonlyMap<string, CataloguedRule>> {
    this.#rules ??= this.#read().then((rules) => new Map(rules.map((rule) => [rule.id, rule])));
    // Whoever asks next tries again.
    this.#rules.catch(() => {
      this.#rules = undefined;
    });
    return this.#rules;
  }
}

function isWanted(rule: CataloguedRule, { engine, severity, language, cwe, text }: RuleFilter): boolean {
  return (
    (engine?.includes(rule.engine) ?? true) &&
    (severity?.includes(rule.severity) ?? true) &&
    (language === undefined || rule.languages.includes(language)) &&
    (cwe === undefined || rule.cwe.includes(cwe)) &&
    (text === undefined || `${rule.id}\n${rule.title}`.toLowerCase().includes(text.toLowerCase()))
  );
}

function readOnThread(): Promise<CataloguedRule[]> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  // The parent's flags may belong to a test runner, whose loader a worker cannot use.
  const thread = new Worker(new URL(`./catalogue-thread.${extension}`, import.meta.url), { execArgv: [] });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`The thread that reads the rules ended with ${code}.`)));
  });
}
