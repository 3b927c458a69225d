import type { EngineFinding, Fix } from '../../model/finding.ts';

/** Files in which people write versions; lockfiles are written by their package managers. */
const manifests =
  /(^|\/)(requirements[\w.-]*\.(txt|in)|package\.json|pom\.xml|go\.mod|Gemfile|Cargo\.toml|composer\.json|pyproject\.toml|[\w.-]+\.(csproj|fsproj|vbproj)|Directory\.Packages\.props|build\.gradle(\.kts)?|libs\.versions\.toml|mix\.exs|pubspec\.yaml)$/;

/** Raises the version of a direct dependency to the one that is fixed, where the manifest names the affected one on its line. */
export function dependencyFix(
  { file, startLine, endLine, package: details }: EngineFinding,
  lineOf: (line: number) => string | undefined,
): Fix | undefined {
  const fixed = details?.fixedVersion;
  if (
    !details ||
    fixed === undefined ||
    details.path.length > 1 ||
    !manifests.test(file) ||
    startLine !== endLine
  )
    return undefined;
  const version = decodeURIComponent(
    /@([^@?#]+)(?:[?#]|$)/.exec(details.purl.replace(/^pkg:[^/]+\/(?:%40|@)/, 'pkg:'))?.[1] ?? '',
  );
  const line = lineOf(startLine);
  if (line === undefined || version === '' || !/^[\w.+-]+$/.test(version) || !/^[\w.+-]+$/.test(fixed))
    return undefined;
  const pattern = new RegExp(`(?<![\\w.])${version.replace(/[.+]/g, '\\$&')}(?![\\w.])`, 'g');
  if ([...line.matchAll(pattern)].length !== 1) return undefined;
  const name = details.path[0]?.replace(/@[^@]*$/, '') ?? 'the package';
  return {
    description: `Raise ${name} to ${fixed}`,
    startLine,
    endLine,
    replacement: line.replace(pattern, () => fixed),
  };
}
