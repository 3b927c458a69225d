import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { parseJson } from '../../../../formats/parse-json.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';
import { isNpmVersion, npmSource, splitNpmAlias } from './npm-specifier.ts';

/** `package.json`: what a project asks for. */
export const readNpmPackageJson: ReadFile = (text, _path, problems) => {
  const root = parseJson(text, problems);
  if (!root.isMap) throw new MalformedFile('Not an object: not a manifest of npm.');
  const collector = new DependencyCollector('npm');
  for (const [section, scope] of [
    ['dependencies', 'runtime'],
    ['optionalDependencies', 'optional'],
    ['devDependencies', 'dev'],
  ] as const) {
    for (const [key, entry] of root.entriesOf(section)) {
      const written = entry.asText();
      if (written === undefined || written.length > 512) continue;
      const { name, version, importedAs } = splitNpmAlias(key, written);
      const source =
        npmSource(version) ?? (/^https?:|^[\w-]+\/[\w.-]+(#|$)/.test(version) ? 'url' : undefined);
      const isExact = isNpmVersion(version) && !/\s/.test(version);
      collector.add({
        name,
        version: isExact ? version : '',
        requirement: version,
        line: entry.line,
        scope,
        direct: true,
        ...(source ? { source } : {}),
        ...(importedAs ? { importedAs } : {}),
      });
    }
  }
  const scripts = [...root.entriesOf('scripts')].flatMap(([, script]) => words(script.asText() ?? ''));
  const join = { kind: 'npm-manifest', scripts, workspaces: root.get('workspaces') !== undefined } as const;
  return { ...collector.finish(), join };
};

function words(script: string): string[] {
  return script.slice(0, 2000).match(/[@\w./-]{2,100}/g) ?? [];
}
