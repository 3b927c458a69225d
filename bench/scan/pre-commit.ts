/**
 * CPU time of the pre-commit hook for a commit of five files, of one and of none, with all processes that it starts: node bench/scan/pre-commit.ts [RUNS] [REPOSITORY]
 * Each run changes the files, so that what is staged was never seen before, and commits them. Once with the last commit seen by the hook, as it is where the hook
 * runs before every commit, and once with nothing remembered (--no-cache). The first runs, which are not counted, link the program and compile its functions. The files are the largest five of up to 8 kB each of the language that the repository has most of; without a repository those of `src/cli` here.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const runs = Number(process.argv[2] ?? 5);
const source = process.argv[3] ?? join(project, 'src/cli');
const maxBytes = 8 * 1024;
let changes = 0;

const folder = mkdtempSync(join(tmpdir(), 'lorekeep-bench-hook-'));
const cache = mkdtempSync(join(tmpdir(), 'lorekeep-bench-cache-'));
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
try {
  const files = fiveFiles();
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(source, file), join(folder, file));
  }
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'x');
  const cpu = (args: readonly string[], staged: readonly string[]) => {
    for (const file of staged) appendFileSync(join(folder, file), `\n// change ${++changes}\n`);
    git('add', '-A');
    const seconds = measure(args);
    if (staged.length > 0) git('commit', '-qm', 'x');
    return seconds;
  };
  for (let i = 0; i < 3; i++) cpu([], files);
  for (const staged of [files, files.slice(0, 1), []]) {
    report(staged, 'the last commit seen by the hook', () => cpu([], staged));
    report(staged, 'nothing remembered', () => cpu(['--no-cache'], staged));
  }
} finally {
  for (const made of [folder, cache]) rmSync(made, { recursive: true, force: true });
}

function report(staged: readonly string[], what: string, once: () => number): void {
  const bytes = staged.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  once();
  const seconds = Array.from({ length: runs }, once).sort((a, b) => a - b);
  const [least] = seconds;
  const middle = seconds[Math.floor(runs / 2)];
  console.log(
    `${staged.length} files, ${bytes} bytes, ${what}: ${least?.toFixed(2)} s of CPU at least, ${middle?.toFixed(2)} s in the middle of ${runs} runs`,
  );
}

function fiveFiles(): string[] {
  const all = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|js|py|java|go|rb|php)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/node_modules|\.test\./.test(path) && statSync(path).size <= maxBytes);
  const byKind = Map.groupBy(all, (path) => path.slice(path.lastIndexOf('.')));
  const [most = []] = [...byKind.values()].sort((a, b) => b.length - a.length);
  return most
    .sort((a, b) => statSync(b).size - statSync(a).size || (a < b ? -1 : 1))
    .slice(0, 5)
    .map((path) => relative(source, path));
}

/** The shell knows what its children and theirs used. */
function measure(args: readonly string[]): number {
  const script = `'${join(project, 'ci/pre-commit.sh')}' ${args.join(' ')} >/dev/null 2>&1; times`;
  const environment = {
    ...process.env,
    XDG_CACHE_HOME: cache,
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
  };
  const printed = execFileSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8', env: environment });
  const [, children = ''] = printed.trim().split('\n');
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, m, s]) => sum + 60 * Number(m) + Number(s),
    0,
  );
}
