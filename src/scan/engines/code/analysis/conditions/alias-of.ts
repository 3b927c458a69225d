import type { NameMatch } from '../../knowledge/rule-types.ts';
import type { AnalysedFile } from './condition-scopes.ts';

/** What a name is called instead of itself in this file, as far as the rules say so. */
export function aliasOf(
  file: AnalysedFile,
  match: NameMatch | null | undefined,
): readonly string[] | undefined {
  return match?.alias ?? importedAlias(file, match);
}

/** The same as far as it holds only in files that import a library. */
export function importedAlias(
  file: AnalysedFile,
  match: NameMatch | null | undefined,
): readonly string[] | undefined {
  if (!match || match.importedAliases.length === 0) return undefined;
  return match.importedAliases.find(({ imports }) => file.imports(imports))?.as;
}
