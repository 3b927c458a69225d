import type { NameMatch } from '../../knowledge/rule-types.ts';
import type { AnalysedFile } from './condition-scopes.ts';

/** What a name is called instead of itself in this file, as far as the rules say so. */
export function aliasOf(
  file: AnalysedFile,
  match: NameMatch | null | undefined,
): readonly string[] | undefined {
  return match?.alias ?? importedAlias(file, match);
}

/** The same as far as it holds only in files that import a library; in none where nobody can tell what they import, as in Scala. */
export function importedAlias(
  file: AnalysedFile,
  match: NameMatch | null | undefined,
): readonly string[] | undefined {
  if (!match || match.importedAliases.length === 0 || file.imports(none)) return undefined;
  return match.importedAliases.find(({ imports }) => file.imports(imports))?.as;
}

const none: readonly string[] = [];
