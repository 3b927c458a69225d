import { existsSync, readFileSync } from 'node:fs';

/** Systems that install programs in the same way. */
export type SystemFamily = 'debian' | 'alpine' | 'fedora' | 'macos' | 'windows' | 'other';

type Program = 'node' | 'git' | 'bubblewrap';

/** How to get a program on each system. Distributions carry an older Node, so that it comes from its makers there. */
const remedies: Record<Program, Partial<Record<SystemFamily, string>>> = {
  node: {
    debian: 'sudo apt-get install npm curl && sudo npx --yes n 24',
    alpine: 'apk add nodejs-current npm',
    fedora: 'sudo dnf install nodejs24',
    macos: 'brew install node@24',
    windows: 'winget install OpenJS.NodeJS.LTS',
  },
  git: {
    debian: 'sudo apt-get install git',
    alpine: 'apk add git',
    fedora: 'sudo dnf install git',
    macos: 'brew install git',
    windows: 'winget install Git.Git',
  },
  bubblewrap: {
    debian: 'sudo apt-get install bubblewrap',
    alpine: 'apk add bubblewrap',
    fedora: 'sudo dnf install bubblewrap',
  },
};

/** The command of this system, or those of all systems where this one is not known. None: it does not exist there. */
export function remedyFor(program: Program, family: SystemFamily): string[] {
  const known = remedies[program][family];
  if (known !== undefined) return [known];
  if (family !== 'other') return [];
  return Object.entries(remedies[program]).map(([name, command]) => `${name}: ${command}`);
}

export function systemFamily(
  platform: NodeJS.Platform = process.platform,
  osRelease: string = readOsRelease(),
): SystemFamily {
  if (platform === 'darwin') return 'macos';
  if (platform === 'win32') return 'windows';
  // Derivatives name what they come from: ID=ubuntu, ID_LIKE=debian.
  const ids = [...osRelease.matchAll(/^ID(?:_LIKE)?=["']?([a-z0-9 ._-]*)/gim)].flatMap(([, value = '']) =>
    value.toLowerCase().split(' '),
  );
  if (ids.includes('alpine')) return 'alpine';
  if (ids.includes('debian')) return 'debian';
  if (ids.includes('fedora') || ids.includes('rhel')) return 'fedora';
  return 'other';
}

function readOsRelease(): string {
  const file = '/etc/os-release';
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
