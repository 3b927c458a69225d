import { readFileSync } from 'node:fs';
import { readYaml } from '../../formats/yaml/read-yaml.ts';
import type { EngineFinding } from '../../model/finding.ts';
import { type LanguageTable, languageTable } from '../../syntax/languages.ts';
import { createParser } from '../../syntax/parser.ts';
import { parserLimits } from '../../syntax/parser-limits.ts';
import { unreachableNames } from './check-names.ts';
import { createCodeEngine } from './code-engine.ts';
import type { FileFacts } from './domain/facts.ts';
import { namesOf } from './exercises/name-facts.ts';
import { type LanguageRegistry, languageModules, ruleFolders } from './frontends/registry.ts';
import type { RuleIndex } from './knowledge/index-rules.ts';
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

/** Runs every example that the code rules carry: bad ones must be found by their rule, good ones must not. */
export async function checkCodeRuleExamples(
  folder: string = rulesFolder,
  languages: LanguageRegistry = languageModules,
  table: LanguageTable = languageTable,
): Promise<ExampleReport> {
  const met = new Set<string>();
  const engine = createCodeEngine({
    rulesFolder: folder,
    everyRule: true,
    languages,
    languageTable: table,
    onName: (name) => met.add(name),
  });
  const parser = await createParser(parserLimits, table);
  const tools = { hashSecret: (value: string) => value };
  const report: ExampleReport = { rules: 0, examples: 0, failures: [], unexercised: [] };

  async function scan(language: string, example: RawExample): Promise<EngineFinding[]> {
    const files = typeof example === 'string' ? { [exampleFile(language, languages)]: example } : example;
    await engine.prepare?.(Object.keys(files));
    const findings: EngineFinding[] = [];
    const facts: Array<{ path: string; facts: FileFacts }> = [];
    for (const [path, text] of Object.entries(files).sort()) {
      await parser.ready();
      const bytes = Buffer.from(text);
      const parseAs: typeof parser.tryParse = (...given) => parser.tryParse(...given);
      const file = { path, text, bytes, tree: parser.parse(path, text), parseAs };
      const analysis = engine.analyse(file, tools);
      findings.push(...analysis.findings);
      if (analysis.facts) facts.push({ path, facts: analysis.facts });
    }
    return [...findings, ...(engine.conclude?.(facts, tools).findings ?? [])];
  }

  /** A library's own examples: the kinds that are marked in the bad program, and only on the marked lines. */
  async function checkLibrary(
    language: string,
    { library, examples = [] }: Pick<Library, 'library' | 'examples'>,
  ) {
    for (const [i, example] of examples.entries()) {
      const asFiles = (program: RawExample) =>
        typeof program === 'string' ? { [exampleFile(language, languages)]: program } : program;
      const ids = new Set(markedKinds(asFiles(example.bad)).map((kind) => `${language}-${kind}`));
      for (const kind of ['bad', 'good'] as const) {
        report.examples++;
        const places = (await scan(language, example[kind]))
          .filter(({ ruleId }) => ids.has(ruleId))
          .map(({ file, startLine, ruleId }) => placeOf(file, startLine, ruleId));
        const owner = { folder: language, ruleIds: ids };
        for (const message of compareExample(kind, asFiles(example[kind]), new Set(places), owner))
          report.failures.push({ rule: `${language}/${library}`, example: `${kind} ${i + 1}`, message });
      }
    }
  }

  for (const language of [...ruleFolders(languages), templateFolder]) {
    met.clear();
    for (const file of ruleFiles(language, folder)) {
      const content = readYaml(readFileSync(file, 'utf8')) as RuleFile &
        Pick<Library, 'library' | 'examples'>;
      if (isLibraryFile(file)) await checkLibrary(language, content);
      for (const rule of content.rules ?? []) {
        report.rules++;
        const { bad = [], good = [] } = rule.examples ?? {};
        if (bad.length < 2 || good.length < 2)
          report.failures.push({
            rule: rule.id,
            example: '',
            message: 'A rule needs two bad and two good examples.',
          });
        for (const word of openWordsOf(rule))
          report.failures.push({
            rule: rule.id,
            example: '',
            message: `A lookahead excludes everything that begins with "${word}"; end it with \\b or $, or with \\w* where that is meant.`,
          });
        for (const [kind, examples] of [
          ['bad', bad],
          ['good', good],
        ] as const)
          for (const [i, example] of examples.entries()) {
            report.examples++;
            const found = (await scan(language, example)).some((finding) => finding.ruleId === rule.id);
            if (found === (kind === 'bad')) continue;
            const message =
              kind === 'bad' ? 'The rule did not find it.' : 'The rule must not find anything here.';
            report.failures.push({ rule: rule.id, example: `${kind} ${i + 1}`, message });
          }
      }
    }
    if (language !== templateFolder) {
      const index = loadIndex(language, folder);
      const rest = namesWithout(met, index);
      const options = { rulesFolder: folder, languages, languageTable: table };
      for (const name of await unreachableNames(language, index, rest, options))
        report.unexercised.push(`${language}: ${name}`);
    }
  }
  return report;
}

function namesWithout(met: ReadonlySet<string>, index: RuleIndex): string[] {
  return [...namesOf(index).keys()].filter((name) => !met.has(name));
}

function exampleFile(folder: string, languages: LanguageRegistry): string {
  return [...languages.values()].find(({ rules }) => rules === folder)?.example ?? `example.${folder}`;
}
