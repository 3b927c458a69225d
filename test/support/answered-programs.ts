import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/**
 * A file of short programs, each under `## title in path`, and behind it the lines that are said of it, each after `=> `. Further files of a program are under `# path`.
 * It is compared with what is said now; `vitest -u` writes that down, to be read.
 */
export async function expectAnswers(
  file: string,
  answer: (files: Record<string, string>) => Promise<readonly string[]>,
): Promise<void> {
  const sections = readFileSync(file, 'utf8').split(/^## /m).slice(1);
  const written: string[] = [];
  for (const section of sections) {
    const lines = section.trimEnd().split('\n');
    const [heading = '', ...program] = lines.slice(
      0,
      lines.findIndex((line) => line.startsWith('=> ')) >>> 0,
    );
    const said = await answer(filesOf(heading.slice(heading.lastIndexOf(' in ') + 4), program));
    const answers = said.length > 0 ? said : ['nothing'];
    written.push(
      [`## ${heading}`, ...program, ...answers.map((line) => `=> ${line}`)]
        .map((line) => `${line}\n`)
        .join(''),
    );
  }
  await expect(written.join('\n')).toMatchFileSnapshot(file);
}

function filesOf(first: string, lines: readonly string[]): Record<string, string> {
  const files: Record<string, string> = { [first]: '' };
  let path = first;
  for (const line of lines) {
    const next = /^# (\S+\.\w+)$/.exec(line);
    if (next) {
      path = next[1]!;
      files[path] = '';
    } else files[path] += `${line}\n`;
  }
  return files;
}
