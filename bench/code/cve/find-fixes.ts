/**
 * Security fixes by the words of their commits, in repositories of a mirror: a list of cases for `recall.ts` that nobody chose by hand.
 * `node bench/code/cve/find-fixes.ts --mirror DIR --without CASES.json,NAMES.txt [--per-repository 3] [--keep 2] > cases.json`
 * `--keep` says how many of them stay that are not XSS.
 * The lines are those that the commit touches in product code. Labels are not checked: some commits only complete a list, or fix something else in addition.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type Case, gitFolder } from './cases.ts';
import { kindOf, looksLikeAFix, notAFix } from './commit-words.ts';
import { touchedLines } from './touched-lines.ts';

const args = process.argv.slice(2);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const mirror = option('--mirror')!;
const perRepository = Number(option('--per-repository') ?? 3);
const kept = Number(option('--keep') ?? 2);
const without = new Set((option('--without') ?? '').split(',').filter(Boolean).flatMap(namesIn));

const cases = readdirSync(mirror)
  .filter((name) => name.includes('+'))
  .map((name) => name.replace('+', '/'))
  .filter((repo) => !without.has(repo.toLowerCase()))
  .flatMap(casesOf);
process.stdout.write(`${JSON.stringify(cases, null, 1)}\n`);

function namesIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const names = file.endsWith('.json')
    ? (JSON.parse(text) as Case[]).map(({ repo }) => repo)
    : text.split('\n').map((line) => line.trim());
  return names.map((name) => name.toLowerCase());
}

function casesOf(repo: string): Case[] {
  const git = gitFolder({ repo }, mirror);
  if (git === undefined) return [];
  const found: Case[] = [];
  for (const commit of commitsOf(git).sort(byChance)) {
    const given = caseOf(repo, git, commit);
    if (given) found.push(given);
    if (found.length === perRepository) break;
  }
  // Most fixes are of XSS: those count where a repository has no others.
  const others = found.filter((given) => given.class !== 'xss');
  return others.length > 0 ? others.slice(0, kept) : found.slice(0, 1);
}

interface Commit {
  id: string;
  parents: string[];
  title: string;
  text: string;
}

function commitsOf(git: string): Commit[] {
  const words =
    'CVE-2|GHSA-|xss|cross.site script|inject|traversal|zip.?slip|ssrf|server.side request|redirect|xxe|external entit|redos|pollution|deseriali|unseriali|vulnerab|security';
  const { status, stdout, stderr } = spawnSync(
    'git',
    [
      '--git-dir',
      git,
      'log',
      '--no-merges',
      '-i',
      '-E',
      `--grep=${words}`,
      '--format=%H%x1f%P%x1f%s%x1f%b%x1e',
    ],
    { maxBuffer: 1 << 28 },
  );
  if (status !== 0) throw new Error(`git log of ${git}: ${stderr.toString('utf8').slice(0, 200)}`);
  return stdout
    .toString('utf8')
    .split('\x1e')
    .map((record) => record.trim().split('\x1f'))
    .filter((parts) => parts.length === 4)
    .map(([id, parents, title, body]) => ({
      id: id!,
      parents: parents!.split(' ').filter(Boolean),
      title: title!,
      text: `${title!}\n${body!}`.slice(0, 4000),
    }));
}

function caseOf(repo: string, git: string, { id, parents, title, text }: Commit): Case | undefined {
  if (parents.length !== 1 || notAFix.test(title)) return undefined;
  const advisory = /\b(?:CVE-\d{4}-\d{4,}|GHSA(?:-[0-9a-z]{4}){3})\b/i.exec(text)?.[0];
  const kind = kindOf(advisory ? text : title);
  if (kind === undefined || (!advisory && !looksLikeAFix.test(title))) return undefined;
  const touched = touchedLines(git, parents[0]!, id);
  if (touched === undefined) return undefined;
  return {
    id: `${advisory ?? 'fix'}@${id.slice(0, 8)}`,
    repo,
    language: touched.language,
    class: kind,
    before: parents[0]!,
    fix: id,
    where: touched.where,
  };
}

/** An order that depends on nothing but the commits. */
function byChance(a: Commit, b: Commit): number {
  const rank = ({ id }: Commit) => createHash('sha256').update(id).digest('hex');
  return rank(a) < rank(b) ? -1 : 1;
}
