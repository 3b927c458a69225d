/**
 * What follows from not having analysed something:
 * - `excluded`: somebody asked for it, or it belongs to another repository; the scan is complete without it.
 * - `unsupported`: known in advance to be outside of what can be analysed; the scan is incomplete, and a policy may pass.
 * - `failed`: should have been analysed and was not; the scan is incomplete, and `failOn` fails unless the caller allows it.
 */
export const skipKinds = ['excluded', 'unsupported', 'failed'] as const;
export type SkipKind = (typeof skipKinds)[number];

/** Every reason there is, in one table: a reason that is not here does not compile. */
const kinds = {
  copied_library: 'excluded',
  excluded: 'excluded',
  excluded_by_repository: 'excluded',
  git_folder: 'excluded',
  installed_packages: 'excluded',
  nested_repository: 'excluded',
  no_engine: 'excluded',
  sparse_checkout: 'excluded',
  special_file: 'excluded',
  submodule: 'excluded',
  symlink: 'excluded',

  advisories_missing: 'unsupported',
  archive_partly_read: 'unsupported',
  duplicate_key: 'unsupported',
  format_not_read: 'unsupported',
  include_not_read: 'unsupported',
  invalid_config: 'unsupported',
  language_not_supported: 'unsupported',
  lfs_pointer: 'unsupported',
  malformed: 'unsupported',
  media_too_large: 'unsupported',
  minified: 'unsupported',
  no_advisories_of_ecosystem: 'unsupported',
  no_package_url: 'unsupported',
  release_unknown: 'unsupported',
  template: 'unsupported',
  unknown_version: 'unsupported',
  unsupported_ecosystem: 'unsupported',
  version_not_stated: 'unsupported',

  budget_exceeded: 'failed',
  engine_error: 'failed',
  missing_object: 'failed',
  not_parsed: 'failed',
  not_text: 'failed',
  path_too_deep: 'failed',
  path_too_long: 'failed',
  shallow_history: 'failed',
  time_limit: 'failed',
  too_large: 'failed',
  too_many_findings: 'failed',
  unreadable: 'failed',
  unsafe_path: 'failed',
} as const satisfies Record<string, SkipKind>;

export type SkipReason = keyof typeof kinds;

/** Another version of Lorekeep may have other reasons; one that nobody knows here counts as a failure. */
export function skipKind(reason: string): SkipKind {
  return Object.hasOwn(kinds, reason) ? kinds[reason as SkipReason] : 'failed';
}

/** Reasons that depend on the clock or on what ran before: the same file may be analysed the next time, so nothing is cached. */
const passing: ReadonlySet<string> = new Set<SkipReason>(['engine_error', 'not_parsed', 'time_limit']);

export function isPassing(reason: string): boolean {
  return passing.has(reason);
}
