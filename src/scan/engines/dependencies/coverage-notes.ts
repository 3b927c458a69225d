import { counted } from '../../../kernel/counted.ts';
import type { CoverageNote } from '../../model/coverage.ts';
import type { AdvisoryIndex } from './advisories/advisory-index.ts';
import type { Dependency } from './dependency.ts';
import { label } from './dependency-paths.ts';
import { distributionOf } from './distributions.ts';
import { type Ecosystem, ecosystemTraits } from './ecosystems.ts';
import type { ResolvedFile } from './facts.ts';

/** What could not be checked, so that it does not pass for what has no problem. */
export function notesOn(
  files: readonly ResolvedFile[],
  advisories: AdvisoryIndex | undefined,
): CoverageNote[] {
  if (advisories)
    return [...files.flatMap((file) => notesOnFile(file)), ...notesOnEcosystems(files, advisories)];
  const first = files.find(({ dependencies }) => dependencies.length > 0);
  return first ? [missingAdvisories(first.path)] : [];
}

function notesOnFile({ path, dependencies }: ResolvedFile): CoverageNote[] {
  const unorderable = dependencies.filter(isUnorderable);
  const unstated = dependencies.filter(isUnstated);
  const homeless = dependencies.filter(isWithoutRelease);
  const notes: CoverageNote[] = [];
  if (unorderable.length > 0) {
    const message = `${counted(unorderable.length, 'dependency has', 'dependencies have')} a version that the ecosystem cannot order: ${examples(unorderable.map(label))}.`;
    notes.push({ path, reason: 'unknown_version', message });
  }
  if (unstated.length > 0) {
    const message = `${counted(unstated.length, 'dependency takes its version', 'dependencies take their version')} from a file that is not in the repository, and ${unstated.length === 1 ? 'was' : 'were'} not checked: ${examples(unstated.map(({ name }) => name))}.`;
    notes.push({ path, reason: 'version_not_stated', message });
  }
  for (const [ecosystem, { length }] of Map.groupBy(homeless, (one) => one.ecosystem)) {
    const message = `${counted(length, `package of ${ecosystem} does not say its`, `packages of ${ecosystem} do not say their`)} release; only what holds for every release was judged.`;
    notes.push({ path, reason: 'release_unknown', message });
  }
  return notes;
}

function isUnorderable({ ecosystem, version, source }: Dependency): boolean {
  if (version === '' || source !== undefined) return false;
  // A workflow pinned to a bare commit has no version that could be compared, and is pinned all the same.
  if (ecosystem === 'GitHub Actions') return false;
  return !ecosystemTraits(ecosystem).scheme.isValid(version) && !/^dev-/.test(version);
}

/** Where others leave the choice to the installer, these leave it to a parent, a bill of materials or a property. */
function isUnstated({ ecosystem, version, requirement = '', source }: Dependency): boolean {
  const isInherited = ecosystem === 'Maven' || ecosystem === 'NuGet';
  return isInherited && version === '' && source === undefined && /^$|[$]/.test(requirement);
}

function isWithoutRelease({ ecosystem, release }: Dependency): boolean {
  return !release && (distributionOf(ecosystem)?.releaseParts ?? 0) > 0;
}

/** An ecosystem that no record is about must not pass for one without problems. */
function notesOnEcosystems(files: readonly ResolvedFile[], advisories: AdvisoryIndex): CoverageNote[] {
  const first = new Map<Ecosystem, { path: string; count: number }>();
  for (const { path, dependencies } of files) {
    for (const { ecosystem, source } of dependencies) {
      if (source !== undefined) continue;
      const known = first.get(ecosystem) ?? { path, count: 0 };
      known.count++;
      first.set(ecosystem, known);
    }
  }
  return [...first].flatMap(([ecosystem, { path, count }]) =>
    advisories.knows(ecosystem)
      ? []
      : {
          path,
          reason: 'no_advisories_of_ecosystem',
          message: `No advisory here is about ${ecosystem}: ${counted(count, 'dependency was', 'dependencies were')} not checked.`,
        },
  );
}

function missingAdvisories(path: string): CoverageNote {
  return {
    path,
    reason: 'advisories_missing',
    message:
      'There are no advisories to judge dependencies by: run "lorekeep advisories sync". No dependency was checked.',
  };
}

function examples(names: readonly string[]): string {
  return [...new Set(names)].slice(0, 3).join(', ') + (new Set(names).size > 3 ? ', …' : '');
}
