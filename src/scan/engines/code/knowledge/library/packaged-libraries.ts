import { listOf, type RawRule, type RuleFile } from '../rule-file.ts';
import type { RuleMeta } from '../rule-types.ts';
import type { Dialect } from './dialect.ts';
import type { Kind } from './kinds.ts';
import type { Library } from './library-schema.ts';
import { lowerLibrary } from './lower-library.ts';

/** What a file of `libraries/` is as rules: its facts under the rules of the language, by kind. */
export function lowerPackaged(
  name: string,
  library: unknown,
  folder: string,
  kinds: ReadonlyMap<string, Kind>,
): RuleFile {
  const { file, problems } = lowerLibrary(library as Library, { ...written, folder }, kinds);
  const [problem] = problems;
  if (problem) throw new Error(`${name}: ${problem.path.join('.')}: ${problem.message}`);
  return file;
}

/** The kinds that the rules of a language define: their ids without the language. */
export function kindsOfRules(folder: string, rules: readonly RawRule[]): Map<string, Kind> {
  return new Map(
    rules.map((rule) => [
      rule.id.slice(folder.length + 1),
      {
        rule: { id: rule.id, severity: rule['severity'] } as RuleMeta,
        label: listOf(rule['label'])[0],
        sources: rule['kinds'],
      },
    ]),
  );
}

const written: Dialect = {
  folder: '',
  names: 'written',
  separator: '.',
  dottedModules: true,
  moduleName: String,
};
