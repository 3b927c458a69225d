import { compareTexts } from '../../kernel/compare-texts.ts';
import { engineRegistry } from '../engines/registry.ts';
import type { CataloguedRule } from '../model/catalogued-rule.ts';
import { readWrittenRules } from './written-rules.ts';

/** Every built-in rule with its examples, by id. It reads all rule files, which takes a second or two: not for the main thread. */
export async function readCatalogue(): Promise<CataloguedRule[]> {
  const engines = await Promise.all(engineRegistry.map(({ create }) => create({})));
  const written = readWrittenRules();
  return engines
    .flatMap(({ id: engine, rules }) =>
      rules.map((rule) => ({
        ...rule,
        engine,
        languages: written.get(rule.id)?.languages ?? [],
        examples: written.get(rule.id)?.examples ?? [],
      })),
    )
    .sort((a, b) => compareTexts(a.id, b.id));
}
