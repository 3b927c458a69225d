/** Where osv.dev publishes its records: a folder for each ecosystem, with all of them in one zip. */
export const osvArchive = 'https://osv-vulnerabilities.storage.googleapis.com';

/** Those that are supported. */
export const osvEcosystems: readonly string[] = [
  'npm',
  'PyPI',
  'Go',
  'crates.io',
  'Maven',
  'Packagist',
  'RubyGems',
  'NuGet',
  'Hex',
  'Pub',
  'SwiftURL',
  'ConanCenter',
  'GitHub Actions',
];
