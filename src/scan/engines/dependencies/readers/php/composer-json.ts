import { parseJson } from '../../../../formats/parse-json.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `composer.json`: what a PHP project asks for. The platform (`php`, `ext-json`) is not a package. */
export const readComposerJson: ReadFile = (text, _path, problems) => {
  const root = parseJson(text, problems);
  const collector = new DependencyCollector('Packagist');
  for (const [section, scope] of [
    ['require', 'runtime'],
    ['require-dev', 'dev'],
  ] as const) {
    for (const [name, entry] of root.entriesOf(section)) {
      const requirement = entry.asText();
      if (requirement === undefined || !name.includes('/')) continue;
      const exact = /^v?\d+\.\d+(\.\d+)*([-.]?\w+)?$/.test(requirement) ? requirement : '';
      collector.add({ name, version: exact, requirement, line: entry.line, scope, direct: true });
    }
  }
  return collector.finish();
};
