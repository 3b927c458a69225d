import { ownValue } from '../../../../../kernel/own-value.ts';
/** The packages that a command installs by name in whichever version is the newest; nothing for installations from a lockfile. */
export function unpinnedPackages(words: readonly string[]): string[] {
  const [program = '', ...rest] = words;
  const python = /^(python[\d.]*|py)$/.test(program) && rest[0] === '-m';
  const [name = '', ...args] = python ? rest.slice(1) : [program, ...rest];
  const tool = name
    .split('/')
    .at(-1)!
    .replace(/^pip[\d.]*$/, 'pip');
  const reader = ownValue(readers, tool);
  return reader ? reader(args).filter((item) => !isElsewhere(item)) : [];
}

/** Whether a command installs what the project's own lockfile or manifest lists. */
export function installsProject(words: readonly string[]): boolean {
  const [program = '', action = ''] = words;
  if (!/^(npm|pnpm|yarn|bun)$/.test(program)) return false;
  return (program === 'yarn' && action === '') || /^(ci|i|install|clean-install)$/.test(action);
}

/** Runs a package that is installed, or downloads it where it is not. */
export function runsPackage(words: readonly string[]): boolean {
  return words[0] === 'npx' || words[0] === 'bunx' || (words[0] === 'npm' && words[1] === 'exec');
}

const readers: Record<string, (args: readonly string[]) => string[]> = {
  npm: (args) => {
    if (args[0] === 'exec') return firstPlain(args.slice(1)).filter(isWithoutNpmVersion);
    if (!/^(i|install|add)$/.test(args[0] ?? '')) return [];
    return plain(args.slice(1), ['--prefix', '-w', '--workspace', '--registry']).filter(isWithoutNpmVersion);
  },
  npx: (args) => firstPlain(args, ['-p', '--package', '-c']).filter(isWithoutNpmVersion),
  bunx: (args) => firstPlain(args).filter(isWithoutNpmVersion),
  pnpm: (args) => {
    if (args[0] === 'dlx') return firstPlain(args.slice(1)).filter(isWithoutNpmVersion);
    if (!/^(add|i|install)$/.test(args[0] ?? '')) return [];
    return plain(args.slice(1), ['--dir', '-C', '--filter']).filter(isWithoutNpmVersion);
  },
  yarn: (args) => {
    if (args[0] === 'dlx') return firstPlain(args.slice(1)).filter(isWithoutNpmVersion);
    const added =
      args[0] === 'global' && args[1] === 'add' ? args.slice(2) : args[0] === 'add' ? args.slice(1) : [];
    return plain(added).filter(isWithoutNpmVersion);
  },
  pip: (args) => (args[0] === 'install' ? pythonPackages(args.slice(1)) : []),
  pipx: (args) => (/^(install|run)$/.test(args[0] ?? '') ? firstOf(pythonPackages(args.slice(1))) : []),
  uv: (args) => {
    if (args[0] === 'pip' && args[1] === 'install') return pythonPackages(args.slice(2));
    if (args[0] === 'tool' && /^(install|run)$/.test(args[1] ?? ''))
      return firstOf(pythonPackages(args.slice(2)));
    return [];
  },
  uvx: (args) => firstOf(pythonPackages(args)),
  gem: (args) => {
    if (args[0] !== 'install' || args.some((arg) => /^(-v|--version)/.test(arg))) return [];
    return plain(args.slice(1), ['-i', '--install-dir', '-n']).filter((name) => !name.includes(':'));
  },
  cargo: (args) => {
    if (!/^(install|binstall)$/.test(args[0] ?? '')) return [];
    if (args.some((arg) => /^--(version|vers|path|rev|tag)\b/.test(arg))) return [];
    return plain(args.slice(1), ['--root', '--features', '-F', '--git', '--target']).filter(
      (name) => !name.includes('@'),
    );
  },
  dotnet: (args) => {
    if (args[0] !== 'tool' || args[1] !== 'install' || args.includes('--version')) return [];
    return plain(args.slice(2), ['--tool-path', '--add-source', '--configfile']);
  },
  composer: (args) => {
    const added = args[0] === 'global' && args[1] === 'require' ? args.slice(2) : [];
    return plain(added).filter((name) => !/[:=]\d/.test(name));
  },
  go: (args) =>
    args[0] === 'install' ? plain(args.slice(1)).filter((name) => /@(latest|main|master)$/.test(name)) : [],
};

/** Tools that keep themselves up to date with the interpreter, and that everybody upgrades. */
const ownTools = new Set(['pip', 'setuptools', 'wheel']);

function pythonPackages(args: readonly string[]): string[] {
  const fromFile = args.some((arg) => /^(-r|--requirement|-e|--editable|--require-hashes)/.test(arg));
  if (fromFile) return [];
  return plain(args, [
    '-i',
    '--index-url',
    '--extra-index-url',
    '-t',
    '--target',
    '-c',
    '--python',
    '--with',
  ]).filter((name) => !ownTools.has(name) && !/[=@]=|@|===/.test(name));
}

function isWithoutNpmVersion(name: string): boolean {
  const version = /^@?[^@]+@(.+)$/.exec(name)?.[1];
  return version === undefined || /^(latest|next|canary|\*)$/.test(version);
}

/** A path, an address, an expression or a shell variable: not a name that a registry resolves. */
function isElsewhere(name: string): boolean {
  return /[$*<>{}]|^[.~/]|^(https?|git|file)[:+]|\.(whl|gem|tgz|gz|zip)$|^\[/.test(name);
}

function plain(args: readonly string[], withValue: readonly string[] = []): string[] {
  const names: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (withValue.includes(arg)) at++;
    else if (/^\d?>/.test(arg)) break;
    else if (!arg.startsWith('-')) names.push(arg);
  }
  return names;
}

function firstPlain(args: readonly string[], withValue: readonly string[] = []): string[] {
  return firstOf(plain(args, withValue));
}

function firstOf(names: readonly string[]): string[] {
  return names.slice(0, 1);
}
