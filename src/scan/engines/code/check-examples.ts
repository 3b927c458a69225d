import { readFileSync } from 'node:fs';
import { readYaml } from '../../formats/yaml/read-yaml.ts';
import type { EngineFinding } from '../../model/finding.ts';
import { type LanguageTable, languageTable } from '../../syntax/languages.ts';
import { createParser, type Parser } from '../../syntax/parser.ts';
import { parserLimits } from '../../syntax/parser-limits.ts';
import type { Engine } from '../engine.ts';
import { unreachableNames } from './check-names.ts';
import { createCodeEngine } from './code-engine.ts';
import type { FileFacts } from './domain/facts.ts';
import { namesOf } from './exercises/name-facts.ts';
import { type LanguageRegistry, languageModules, ruleFolders } from './frontends/registry.ts';
import type { Library } from './knowledge/library/library-schema.ts';
import { isLibraryFile, loadIndex, ruleFiles, rulesFolder } from './knowledge/load-rules.ts';
import { openWordsOf } from './knowledge/open-alternatives.ts';
import type { RawExample, RuleFile } from './knowledge/rule-file.ts';
import { compareExample, markedKinds, placeOf } from './packs/marked-example.ts';
import { templateFolder } from './templates/template-rules.ts';

export interface ExampleFailure {
  rule: string;
  /** `bad 1`: the first example that must match. */
  example: string;
  message: string;
}

export interface ExampleReport {
  rules: number;
  examples: number;
  failures: ExampleFailure[];
  /** Names of the rules that neither an example nor a program that is generated for it leads to, each with its folder. */
  unexercised: string[];
}

/** Of one file of rules. */
interface FileReport extends Omit<ExampleReport, 'unexercised'> {
  /** Everything that was found in each example, by whichever rule. */
  found: Array<{ owner: string; example: string; findings: readonly EngineFinding[] }>;
}

/** Where the rules are, and the languages that they are about. */
interface Place {
  rulesFolder: string;
  languages: LanguageRegistry;
  languageTable: LanguageTable;
}

const installed: Place = { rulesFolder, languages: languageModules, languageTable };

/** Runs every example that the code rules carry: bad ones must be found by their rule, good ones must not. */
export async function checkCodeRuleExamples(place: Place = installed): Promise<ExampleReport> {
  const report: ExampleReport = { rules: 0, examples: 0, failures: [], unexercised: [] };
  for (const language of [...ruleFolders(place.languages), templateFolder]) {
    const examples = await RuleExamples.of(language, place);
    for (const file of ruleFiles(language, place.rulesFolder)) {
      const { rules, examples: count, failures } = await examples.check(file);
      report.rules += rules;
      report.examples += count;
      report.failures.push(...failures);
    }
    report.unexercised.push(...(await examples.unexercised()));
  }
  return report;
}

/** The examples of one folder of rules. */
export class RuleExamples {
  readonly #language: string;
  readonly #place: Place;
  readonly #parser: Parser;
  readonly #engine: Engine<FileFacts>;
  readonly #met = new Set<string>();

  private constructor(language: string, place: Place, parser: Parser) {
    this.#language = language;
    this.#place = place;
    this.#parser = parser;
    this.#engine = createCodeEngine({ ...place, everyRule: true, onName: (name) => this.#met.add(name) });
  }

  static async of(language: string, place: Place = installed): Promise<RuleExamples> {
    return new RuleExamples(language, place, await createParser(parserLimits, place.languageTable));
  }

  /** Runs those of one file. */
  async check(file: string): Promise<FileReport> {
    const content = readYaml(readFileSync(file, 'utf8')) as RuleFile & Pick<Library, 'library' | 'examples'>;
    const report: FileReport = { rules: 0, examples: 0, failures: [], found: [] };
    if (isLibraryFile(file)) await this.#checkLibrary(content, report);
    for (const rule of content.rules ?? []) {
      report.rules++;
      const { bad = [], good = [] } = rule.examples ?? {};
      const fail = (example: string, message: string) =>
        report.failures.push({ rule: rule.id, example, message });
      if (bad.length < 2 || good.length < 2) fail('', 'A rule needs two bad and two good examples.');
      for (const word of openWordsOf(rule))
        fail(
          '',
          `A lookahead excludes everything that begins with "${word}"; end it with \\b or $, or with \\w* where that is meant.`,
        );
      for (const [kind, examples] of [
        ['bad', bad],
        ['good', good],
      ] as const)
        for (const [i, example] of examples.entries()) {
          report.examples++;
          const name = `${kind} ${i + 1}`;
          const findings = await this.#scan(example);
          report.found.push({ owner: rule.id, example: name, findings });
          if (findings.some((finding) => finding.ruleId === rule.id) === (kind === 'bad')) continue;
          fail(name, kind === 'bad' ? 'The rule did not find it.' : 'The rule must not find anything here.');
        }
    }
    return report;
  }

  /** Names that neither a generated program nor an example that was run leads to, each with the folder. */
  async unexercised(): Promise<string[]> {
    if (this.#language === templateFolder) return [];
    const index = loadIndex(this.#language, this.#place.rulesFolder);
    const rest = [...namesOf(index).keys()].filter((name) => !this.#met.has(name));
    const names = await unreachableNames(this.#language, index, rest, this.#place);
    return names.map((name) => `${this.#language}: ${name}`);
  }

  /** A library's own examples: the kinds that are marked in the bad program, and only on the marked lines. */
  async #checkLibrary(
    { library, examples = [] }: Pick<Library, 'library' | 'examples'>,
    report: FileReport,
  ): Promise<void> {
    for (const [i, example] of examples.entries()) {
      const marked = markedKinds(this.#asFiles(example.bad));
      const ids = new Set(marked.map((kind) => `${this.#language}-${kind}`));
      for (const kind of ['bad', 'good'] as const) {
        report.examples++;
        const findings = await this.#scan(example[kind]);
        report.found.push({ owner: `${this.#language}/${library}`, example: `${kind} ${i + 1}`, findings });
        const places = findings
          .filter(({ ruleId }) => ids.has(ruleId))
          .map(({ file, startLine, ruleId }) => placeOf(file, startLine, ruleId));
        const owner = { folder: this.#language, ruleIds: ids };
        for (const message of compareExample(kind, this.#asFiles(example[kind]), new Set(places), owner))
          report.failures.push({
            rule: `${this.#language}/${library}`,
            example: `${kind} ${i + 1}`,
            message,
          });
      }
    }
  }

  async #scan(example: RawExample): Promise<EngineFinding[]> {
    const files = this.#asFiles(example);
    await this.#engine.prepare?.(Object.keys(files));
    const findings: EngineFinding[] = [];
    const facts: Array<{ path: string; facts: FileFacts }> = [];
    const tools = { hashSecret: (value: string) => value };
    for (const [path, text] of Object.entries(files).sort()) {
      await this.#parser.ready();
      const parseAs: Parser['tryParse'] = (...given) => this.#parser.tryParse(...given);
      const file = { path, text, bytes: Buffer.from(text), tree: this.#parser.parse(path, text), parseAs };
      const analysis = this.#engine.analyse(file, tools);
      findings.push(...analysis.findings);
      if (analysis.facts) facts.push({ path, facts: analysis.facts });
    }
    return [...findings, ...(this.#engine.conclude?.(facts, tools).findings ?? [])];
  }

  #asFiles(example: RawExample): Record<string, string> {
    return typeof example === 'string'
      ? { [exampleFile(this.#language, this.#place.languages)]: example }
      : example;
  }
}

function exampleFile(folder: string, languages: LanguageRegistry): string {
  return [...languages.values()].find(({ rules }) => rules === folder)?.example ?? `example.${folder}`;
}
