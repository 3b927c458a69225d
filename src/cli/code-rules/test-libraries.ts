import { readFileSync, statSync } from 'node:fs';
import { dialects } from '../../scan/engines/code/library-dialects.ts';
import { problemLine, readPack } from '../../scan/engines/code/packs/read-pack.ts';
import { type PackReport, testPack } from '../../scan/engines/code/test-pack.ts';
import { type Invocation, UsageError } from '../command.ts';
import { paint, plain } from '../terminal.ts';

/** Whether these are folders of library files, or such files, and not rules for credentials. */
export function areLibraries(places: readonly string[]): boolean {
  const answers = places.map((place) => {
    const found = statSync(place, { throwIfNoEntry: false });
    if (!found) return false;
    return found.isDirectory() || (found.size < 1e6 && /^library:/m.test(readFileSync(place, 'utf8')));
  });
  if (answers.includes(true) && answers.includes(false))
    throw new UsageError('test library files and rules for credentials one after the other.');
  return answers.includes(true);
}

/** `rules test FOLDER`: reads the library files and runs their examples. */
export async function testLibraries(
  { terminal, options }: Invocation,
  places: readonly string[],
): Promise<number> {
  const reports: PackReport[] = [];
  for (const place of places) reports.push(await testPack(readPack(place, dialects)));
  const problems = reports.flatMap((report) => report.problems);
  const failures = reports.flatMap((report) => report.failures);
  const libraries = reports.reduce((sum, report) => sum + report.libraries, 0);
  const examples = reports.reduce((sum, report) => sum + report.examples, 0);
  const wrong = problems.length + failures.length;
  if (options['json']) terminal.out(JSON.stringify({ libraries, examples, problems, failures }, null, 2));
  else {
    for (const problem of problems)
      terminal.out(`${paint(terminal, 'red', '✗')} ${plain(problemLine(problem))}`);
    for (const { library, file, message } of failures)
      terminal.out(`${paint(terminal, 'red', '✗')} ${plain(`${library} (${file}): ${message}`)}`);
    terminal.out(
      `${libraries} ${libraries === 1 ? 'library' : 'libraries'}, ${examples} examples, ${wrong} wrong`,
    );
  }
  return wrong === 0 ? 0 : 1;
}
