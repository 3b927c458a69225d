import type { EngineFinding } from '../../model/finding.ts';
import { baseName } from './path-kinds.ts';
import { findingOnLine } from './source-place.ts';
import type { SupplyChainRules } from './supply-chain-rules.ts';

/** A program's manifest that asks for packages, or a lockfile; both by the name of the package manager. */
export type LockFacts =
  | { kind: 'unlocked'; manager: Manager; line: number }
  | { kind: 'lock'; manager: Manager };

type Manager = 'npm' | 'pipenv' | 'composer' | 'bundler' | 'go';

const lockfiles: ReadonlyArray<readonly [RegExp, Manager]> = [
  [/^(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|deno\.lock)$/, 'npm'],
  [/^pipfile\.lock$/, 'pipenv'],
  [/^composer\.lock$/, 'composer'],
  [/^(gemfile\.lock|gems\.locked)$/, 'bundler'],
  [/^go\.(sum|work\.sum)$/, 'go'],
];

/** Names are in small letters. Where a manifest asks for packages. Libraries are omitted: whoever uses one locks for himself. */
const requests: ReadonlyArray<readonly [name: string, manager: Manager, asks: RegExp, library: RegExp]> = [
  // A binary lockfile of Bun cannot be seen, so whoever mentions Bun is left alone.
  ['package.json', 'npm', /"(dev)?[dD]ependencies"\s*:\s*\{\s*"/, /"bun\b|^(?![\s\S]*"private"\s*:\s*true)/],
  ['pipfile', 'pipenv', /^\[packages\][^\S\n]*\n\s*[\w"]/m, /^\b$/],
  ['composer.json', 'composer', /"require"\s*:\s*\{\s*"/, /^(?![\s\S]*"type"\s*:\s*"project")/],
  ['gemfile', 'bundler', /^[ \t]*gem\s+["']/m, /^[ \t]*gemspec\b/m],
  ['go.mod', 'go', /^(require\s+[\w.]|require[^\S\n]*\([^\S\n]*\n\s*[\w.])/m, /^\b$/],
];

export function lockFacts({ path, text }: { path: string; text: string }): LockFacts | undefined {
  const name = baseName(path);
  const lock = lockfiles.find(([pattern]) => pattern.test(name));
  if (lock) return { kind: 'lock', manager: lock[1] };
  const request = requests.find(([manifest]) => manifest === name);
  if (!request || request[3].test(text)) return undefined;
  const match = request[2].exec(text);
  if (!match) return undefined;
  const line = text.slice(0, match.index + match[0].length - match[0].trimStart().length).split('\n').length;
  return { kind: 'unlocked', manager: request[1], line };
}

/** A program whose lockfile is neither next to its manifest nor in a folder above gets other packages at every install. */
export function missingLockfiles(
  all: ReadonlyArray<{ path: string; facts: LockFacts }>,
  rules: SupplyChainRules,
): EngineFinding[] {
  const locked = new Set(
    all.flatMap(({ path, facts }) => (facts.kind === 'lock' ? [`${facts.manager} ${folderOf(path)}`] : [])),
  );
  return all.flatMap(({ path, facts }): EngineFinding[] => {
    if (facts.kind !== 'unlocked') return [];
    if (foldersAbove(path).some((folder) => locked.has(`${facts.manager} ${folder}`))) return [];
    const detail = `No lockfile of ${facts.manager} lies beside it or in a folder above.`;
    return [
      findingOnLine({ path }, rules, 'supply-chain.missing-lockfile', facts.line, detail, facts.manager),
    ];
  });
}

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    folders.push(folder);
    if (folder === '') return folders;
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
