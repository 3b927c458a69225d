import type { Finding } from '../model/finding.ts';

/** Since when a secret is in the history and whether it still is in a file; undefined where the history was not searched. */
export function originText({ commit, authorDate, inTree }: Finding): string | undefined {
  if (commit === undefined) return undefined;
  const date = authorDate === undefined ? '' : ` of ${authorDate.slice(0, 10)}`;
  const now = inTree ? 'it still stands in a file' : 'no file holds it any more, the history does';
  return `Came in with commit ${commit.slice(0, 12)}${date}; ${now}.`;
}
