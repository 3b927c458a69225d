/** A published weakness of a GitHub action, as far as the written reference can tell. */
export interface ActionAdvisory {
  action: string;
  summary: string;
  affects(ref: string): boolean;
}

// From the public advisory database; a tag like `v2` follows the newest of its line, so it is judged by its major number.
export const actionAdvisories: readonly ActionAdvisory[] = [
  {
    action: 'tj-actions/changed-files',
    summary: 'all tags were moved to code that dumped secrets (CVE-2025-30066); fixed in 46.0.1.',
    affects: before(46, 0, 1),
  },
  {
    action: 'tj-actions/branch-names',
    summary: 'branch names could run shell commands (CVE-2023-49291); fixed in 7.0.7.',
    affects: before(7, 0, 7),
  },
  {
    action: 'reviewdog/action-setup',
    summary: 'v1 was moved to code that dumped secrets (CVE-2025-30154).',
    affects: (ref) => ref === 'v1',
  },
  {
    action: 'actions/download-artifact',
    summary: 'an artifact can write outside of its folder (CVE-2024-42471); fixed in 4.1.7.',
    affects: between([4, 0, 0], [4, 1, 7]),
  },
  {
    action: 'gradle/gradle-build-action',
    summary: 'environment secrets could be saved in the cache (CVE-2023-30853); fixed in 2.4.2.',
    affects: before(2, 4, 2),
  },
  {
    action: 'rtcamp/action-slack-notify',
    summary: 'it printed webhook secrets; fixed in 2.0.2.',
    affects: before(2, 0, 2),
  },
  {
    action: 'atlassian/gajira-create',
    summary: 'a comment could run code (CVE-2020-14188); fixed in 2.0.1.',
    affects: before(2, 0, 1),
  },
  {
    action: 'atlassian/gajira-comment',
    summary: 'a comment could run code (CVE-2020-14189); fixed in 2.0.2.',
    affects: before(2, 0, 2),
  },
  {
    action: 'hashicorp/vault-action',
    summary: 'secrets of several lines were not masked (CVE-2021-32074); fixed in 2.2.0.',
    affects: before(2, 2, 0),
  },
  {
    action: 'embano1/wip',
    summary: 'titles could run shell commands (CVE-2023-30623); fixed in 2.0.0.',
    affects: before(2, 0, 0),
  },
  {
    action: 'check-spelling/check-spelling',
    summary: 'a pull request could read the token (CVE-2021-32724); fixed in 0.0.19.',
    affects: before(0, 0, 19),
  },
  {
    action: 'some-natalie/ghas-to-csv',
    summary: 'the report could hold formulas (CVE-2022-39217).',
    affects: (ref) => ref === 'v0',
  },
  { action: 'afichet/openexr-viewer', summary: 'memory error (CVE-2023-50245).', affects: before(0, 6, 1) },
  {
    action: 'ultralytics/actions',
    summary: 'titles could run shell commands (CVE-2024-49361 family); fixed in 0.0.3.',
    affects: before(0, 0, 3),
  },
];

/** Owners of much-used actions, for telling imitations. */
export const popularActionOwners: readonly string[] = [
  'actions',
  'github',
  'docker',
  'aws-actions',
  'azure',
  'google-github-actions',
  'hashicorp',
  'softprops',
  'peter-evans',
  'codecov',
  'pypa',
  'goreleaser',
  'golangci',
  'gradle',
  'pre-commit',
  'jamesives',
  'peaceiris',
  'actions-rs',
  'dtolnay',
  'swatinem',
  'ruby',
  'shivammathur',
  'browser-actions',
  'cypress-io',
  'sonarsource',
  'snyk',
  'aquasecurity',
  'trufflesecurity',
  'ossf',
  'sigstore',
  'anchore',
  'helm',
  'cloudflare',
  'pnpm',
  'oven-sh',
  'denoland',
  'astral-sh',
  'tj-actions',
  'reviewdog',
  'microsoft',
  'slackapi',
  'nick-fields',
  'dependabot',
  'renovatebot',
  'changesets',
  'amannn',
  'mikepenz',
  'dorny',
  'actions-cool',
  'stefanzweifel',
];

function parts(ref: string): [number, number | undefined, number | undefined] | undefined {
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(ref);
  if (!match) return undefined;
  const number = (value: string | undefined) => (value === undefined ? undefined : Number(value));
  return [Number(match[1]), number(match[2]), number(match[3])];
}

function before(major: number, minor: number, patch: number): (ref: string) => boolean {
  return between([0, 0, 0], [major, minor, patch]);
}

function between(first: [number, number, number], fixed: [number, number, number]): (ref: string) => boolean {
  return (ref) => {
    const version = parts(ref);
    if (!version || version[0] < first[0]) return false;
    const wanted = [
      version[0],
      version[1] ?? Number.POSITIVE_INFINITY,
      version[2] ?? Number.POSITIVE_INFINITY,
    ];
    for (let i = 0; i < 3; i++) {
      if (wanted[i]! < fixed[i]!) return true;
      if (wanted[i]! > fixed[i]!) return false;
    }
    return false;
  };
}
