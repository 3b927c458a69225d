import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { expectAnswers } from '../../../../../test/support/answered-programs.ts';
import { MalformedFile } from '../../../formats/malformed-file.ts';
import type { ReadingProblems } from '../../../formats/reading-problems.ts';
import type { Dependency } from '../dependency.ts';
import { readerFor } from './index.ts';

/** All that is known of a dependency, its line first; what it needs is told by position. */
function told({ line, ecosystem, name, version, scope, direct, needs, ...more }: Dependency): string {
  return [
    `${line}: ${ecosystem} ${name}${version && ` ${version}`}`,
    scope,
    ...(direct ? ['direct'] : []),
    ...(needs.length > 0 ? [`needs ${needs.join(' ')}`] : []),
    ...Object.entries(more).map(([key, value]) => `${key} ${JSON.stringify(value)}`),
  ].join(', ');
}

const folder = join(import.meta.dirname, 'read');
test.each(readdirSync(folder))('what the files of %s say', async (file) => {
  await expectAnswers(join(folder, file), async (files) => {
    const [[path, text] = ['', '']] = Object.entries(files);
    const read = await readerFor(path)!.load();
    const problems: ReadingProblems = [];
    const tell = () => problems.map(({ reason, message }) => `${reason}: ${message}`);
    try {
      const { dependencies, join: joined, notes = [] } = read(text, path, problems);
      return [
        ...dependencies.map((each, position) => `${position} at line ${told(each)}`),
        ...(joined ? [`join ${JSON.stringify(joined)}`] : []),
        ...notes.map(({ reason, message }) => `${reason}: ${message}`),
        ...tell(),
      ];
    } catch (error) {
      if (error instanceof MalformedFile) return [`${error.reason}: ${error.message}`, ...tell()];
      throw error;
    }
  });
});
