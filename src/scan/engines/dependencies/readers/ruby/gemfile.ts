import type { Scope } from '../../dependency.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `Gemfile` and gemspecs: the plain `gem 'name', 'requirement'` lines. Ruby code is not run. */
export const readGemfile: ReadFile = (text) => {
  const collector = new DependencyCollector('RubyGems');
  let group: Scope = 'runtime';
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.slice(0, 2000);
    if (/^\s*group\b.*\bdo\b/.test(line)) group = /:(development|test)\b/.test(line) ? 'dev' : 'runtime';
    else if (/^\s*end\b/.test(line)) group = 'runtime';
    const match =
      /^\s*(?:gem|\w+\.add_(?:runtime_|development_)?dependency)[\s(]+["']([\w.-]+)["'](.*)$/.exec(line);
    if (!match) continue;
    const rest = match[2]!.replace(/#.*$/, '');
    const requirement = [...rest.matchAll(/["']\s*((?:[~<>=!]+\s*)?\d[^"']*)["']/g)]
      .map((each) => each[1]!.trim())
      .join(', ');
    const source = /\b(git|github):|:git(hub)?\s*=>/.test(rest)
      ? 'git'
      : /\bpath:|:path\s*=>/.test(rest)
        ? 'file'
        : undefined;
    const exact = /^=?\s*(\d[\w.-]*)$/.exec(requirement)?.[1];
    collector.add({
      name: match[1]!,
      version: exact ?? '',
      requirement,
      line: index + 1,
      scope:
        /add_development_dependency/.test(line) || /group[:\s=>]+\[?:(development|test)/.test(rest)
          ? 'dev'
          : group,
      direct: true,
      ...(source ? { source } : {}),
    });
  }
  return collector.finish();
};
