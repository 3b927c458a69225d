import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

interface Directive {
  verb: string;
  words: string[];
  comment: string;
  line: number;
}

/** `go.mod`: the versions that it requires are the ones that are built, after `replace` and `exclude`. */
export const readGoMod: ReadFile = (text) => {
  const directives = readDirectives(text);
  if (!directives.some(({ verb }) => knownVerbs.has(verb)))
    throw new MalformedFile('No directive that Go knows: not a go.mod.');
  const collector = new DependencyCollector('Go');
  const replacements = readReplacements(directives);
  const excluded = directives.flatMap(({ verb, words }) =>
    verb === 'exclude' ? [words.slice(0, 2).join('@')] : [],
  );
  for (const { verb, words, comment, line } of directives) {
    const [name, version] = words;
    if (verb !== 'require' || !name || !version || excluded.includes(`${name}@${version}`)) continue;
    const replaced = replacements.get(`${name}@${version}`) ?? replacements.get(name);
    collector.add({
      name: replaced?.isLocal ? name : (replaced?.name ?? name),
      version: replaced?.version ?? version,
      line,
      direct: !/^\s*indirect\b/.test(comment),
      ...(replaced?.isLocal ? { source: 'file' as const } : {}),
      ...(replaced && replaced.name !== name ? { importedAs: [name] } : {}),
    });
  }
  addToolchain(collector, directives);
  return {
    ...collector.finish(),
    join: { kind: 'go-mod', excluded, listsAll: listsAllModules(directives) },
  };
};

/** Go reads a file without `module` as well, so that a part of one is not lost. */
const knownVerbs = new Set(['module', 'require', 'replace', 'exclude', 'go', 'toolchain']);

function readDirectives(text: string): Directive[] {
  const directives: Directive[] = [];
  let block = '';
  for (const [index, raw] of text.split('\n').entries()) {
    const slashes = raw.indexOf('//');
    const content = (slashes === -1 ? raw : raw.slice(0, slashes)).trim();
    const comment = slashes === -1 ? '' : raw.slice(slashes + 2);
    if (content === '') continue;
    if (block !== '' && content === ')') {
      block = '';
      continue;
    }
    const words = content.split(/\s+/).map((word) => word.replace(/^["`]|["`]$/g, ''));
    if (block === '' && words.length === 2 && words[1] === '(') block = words[0]!;
    else if (block !== '') directives.push({ verb: block, words, comment, line: index + 1 });
    else directives.push({ verb: words[0]!, words: words.slice(1), comment, line: index + 1 });
  }
  return directives;
}

type Replacement = { name: string; version: string | undefined; isLocal: boolean };

function readReplacements(directives: Directive[]): Map<string, Replacement> {
  const replacements = new Map<string, Replacement>();
  for (const { verb, words } of directives) {
    const arrow = words.indexOf('=>');
    if (verb !== 'replace' || arrow < 1) continue;
    const [name, version] = words.slice(arrow + 1);
    if (!name) continue;
    replacements.set(words.slice(0, arrow).join('@'), { name, version, isLocal: /^\.{0,2}\//.test(name) });
  }
  return replacements;
}

/** The standard library is a dependency like any other, at the version of the toolchain (a minimum where only `go` says it). */
function addToolchain(collector: DependencyCollector, directives: Directive[]): void {
  const toolchain = directives.find(({ verb }) => verb === 'toolchain');
  const language = directives.find(({ verb }) => verb === 'go');
  const version = toolchain?.words[0]?.replace(/^go|-.*$/g, '') ?? language?.words[0] ?? '';
  // "go 1.20" names a language, not a release.
  if (!/^\d+\.\d+(\.\d+|rc\d+)/.test(version)) return;
  const line = (toolchain ?? language)!.line;
  collector.add({
    name: 'stdlib',
    version,
    line,
    direct: true,
    ...(toolchain ? {} : { requirement: `>=${version}` }),
  });
}

/** From Go 1.17 on, a go.mod lists also what is needed indirectly. */
function listsAllModules(directives: Directive[]): boolean {
  const version = /^(\d+)\.(\d+)/.exec(directives.find(({ verb }) => verb === 'go')?.words[0] ?? '');
  return version !== null && (Number(version[1]) > 1 || Number(version[2]) >= 17);
}
