/** The program of an example: files by name. */
type Files = Readonly<Record<string, string>>;

/** Whose example it is: the folder of its rules, and the ids of those that it has sinks and settings of. */
interface Owner {
  readonly folder: string;
  readonly ruleIds: ReadonlySet<string>;
}

/** What is wrong with an example, given the places that were reported: each marked line must be, no other may be. */
export function* compareExample(
  kind: 'bad' | 'good',
  files: Files,
  found: ReadonlySet<string>,
  { folder, ruleIds }: Owner,
): Generator<string> {
  const expected = new Set<string>();
  if (kind === 'bad')
    for (const [path, text] of Object.entries(files))
      for (const [at, line] of text.split('\n').entries())
        for (const name of markersOf(line)) {
          const id = `${folder}-${name}`;
          if (ruleIds.has(id)) expected.add(placeOf(path, at + 1, id));
          // Any word may end a line; only one with a dash looks like a kind.
          else if (name.includes('-'))
            yield `line ${at + 1}: the comment names "${name}", which is no kind of this library`;
        }
  if (kind === 'bad' && expected.size === 0)
    yield 'no line says what must be reported there: end it with a comment such as "# sql-injection"';
  for (const place of expected) if (!found.has(place)) yield `${wordsFor(place)} is not reported`;
  for (const place of found) if (!expected.has(place)) yield `${wordsFor(place)} is reported and must not be`;
}

/** The kinds that the lines of a program are marked with. */
export function markedKinds(files: Files): string[] {
  return Object.values(files).flatMap((text) => text.split('\n').flatMap(markersOf));
}

/** `# sql-injection` at the end of a line, or several with commas between them. */
function markersOf(line: string): string[] {
  const found = /(?:#|\/\/|--)\s*([a-z][a-z0-9-]*(?:,\s*[a-z][a-z0-9-]*)*)\s*$/.exec(line);
  return found ? found[1]!.split(/,\s*/) : [];
}

/** A place as one word, to be compared. */
export function placeOf(path: string, line: number, ruleId: string): string {
  return JSON.stringify([path, line, ruleId]);
}

function wordsFor(place: string): string {
  const [path, line, ruleId] = JSON.parse(place) as [string, number, string];
  return `${ruleId} in line ${line} of ${path}`;
}
