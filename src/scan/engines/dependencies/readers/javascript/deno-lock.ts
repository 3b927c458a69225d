import { parseJson } from '../../../../formats/parse-json.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `deno.lock`, versions 2 to 5: its npm packages. Packages of jsr and plain URLs have no advisories. */
export const readDenoLock: ReadFile = (text, _path, problems) => {
  const root = parseJson(text, problems);
  const packages = root.at('npm', 'packages') ?? root.at('packages', 'npm') ?? root.get('npm');
  const specifiers =
    root.at('npm', 'specifiers') ?? root.at('packages', 'specifiers') ?? root.get('specifiers');
  const collector = new DependencyCollector('npm');
  const positions = new Map<string, number>();
  for (const [key, entry] of packages?.entries() ?? []) {
    // Peers follow after an underscore: `eslint-plugin@1.0.0_eslint@9.0.0`.
    const match = /^(@?[^@]+)@([^_]+)/.exec(key);
    if (!match) continue;
    const position = collector.add({
      name: match[1]!,
      version: match[2]!,
      line: entry.line,
    });
    if (position !== undefined) positions.set(key, position);
  }
  const byName = new Map(collector.all.map((dependency, index) => [dependency.name, index]));
  for (const [key, entry] of packages?.entries() ?? []) {
    const from = positions.get(key);
    const needs = entry.get('dependencies');
    if (from === undefined || !needs) continue;
    for (const item of needs.items()) {
      const wanted = item.asText() ?? '';
      collector.link(from, positions.get(wanted) ?? byName.get(wanted));
    }
    for (const [, wanted] of needs.entries()) collector.link(from, positions.get(wanted.asText() ?? ''));
  }
  for (const [specifier, resolved] of specifiers?.entries() ?? []) {
    const version = resolved.asText() ?? '';
    const name = /^(?:npm:)?(@?[^@]+)/.exec(specifier)?.[1] ?? '';
    const position = positions.get(version.replace(/^npm:/, '')) ?? positions.get(`${name}@${version}`);
    if (position !== undefined) collector.at(position).direct = true;
  }
  return collector.finish();
};
