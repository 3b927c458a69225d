import { spawnSync } from 'node:child_process';
import { languageOf } from '../../../src/scan/syntax/languages.ts';

interface Touched {
  language: string;
  where: Record<string, Array<[number, number]>>;
}

/** The lines of product code that a commit touches, as they were before it; nothing where these are more than one fix has. */
export function touchedLines(git: string, before: string, fix: string): Touched | undefined {
  const { status, stdout } = spawnSync(
    'git',
    ['--git-dir', git, 'diff', '-U0', '--no-renames', '--no-color', '--no-ext-diff', before, fix],
    { maxBuffer: 1 << 26 },
  );
  if (status !== 0) return undefined;
  const where: Touched['where'] = {};
  let lines = 0;
  let file: string | undefined;
  for (const line of stdout.toString('utf8').split('\n')) {
    const name = /^--- (?:a\/(.+)|\/dev\/null)$/.exec(line);
    if (name) file = name[1] !== undefined && isProduct(name[1]) ? name[1] : undefined;
    const hunk = file && /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (!hunk) continue;
    const first = Math.max(Number(hunk[1]), 1);
    const removed = Number(hunk[2] ?? 1);
    lines += removed + Number(hunk[3] ?? 1);
    where[file!] ??= [];
    where[file!]!.push([first, first + Math.max(removed, 1) - 1]);
  }
  const files = Object.keys(where);
  if (files.length === 0 || files.length > 4 || lines > 120) return undefined;
  const language = languageOf(files.toSorted((a, b) => where[b]!.length - where[a]!.length)[0]!)!;
  return { language: counted[language] ?? language, where };
}

/** Languages that are counted with another one. */
const counted: Record<string, string> = { tsx: 'typescript', kotlin: 'java' };

const supported = new Set([
  'go',
  'java',
  'kotlin',
  'python',
  'javascript',
  'typescript',
  'tsx',
  'php',
  'ruby',
  'csharp',
  'html',
]);

function isProduct(path: string): boolean {
  return (
    supported.has(languageOf(path) ?? '') &&
    !/(?:^|[/._-])(?:tests?|specs?|__tests__|e2e|examples?|docs?|vendor|node_modules|third[_-]?party|dist|locales?|i18n|fixtures?|migrations?|changelog|benchmarks?)(?:[/._-]|$)|\.min\.|Tests?\.(?:java|cs|php|kt)$/i.test(
      path,
    )
  );
}
