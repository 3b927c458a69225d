import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';
import type { FileFacts } from '../../domain/facts.ts';

const folder = new URL('programs/', import.meta.url);
const parser = await createParser();
const engine = createCodeEngine();
const tools = { hashSecret: (value: string) => value };

type Files = ReadonlyArray<readonly [path: string, text: string]>;

/** Lines with an SQL injection of medium or worse. */
async function reported(files: Files): Promise<string[]> {
  await engine.prepare!(files.map(([path]) => path));
  const facts: Array<{ path: string; facts: FileFacts }> = [];
  const findings = files.flatMap(([path, text]) => {
    const tree = parser.parse(path, text);
    const analysis = engine.analyse({ path, text, bytes: Buffer.from(text), tree }, tools);
    if (analysis.facts) facts.push({ path, facts: analysis.facts });
    return analysis.findings;
  });
  findings.push(...engine.conclude!(facts, tools).findings);
  return findings
    .filter(({ ruleId, severity }) => /sql-injection/.test(ruleId) && severity !== 'low')
    .map(({ file, startLine }) => `${file}:${startLine}`);
}

/** Programs of several files, whose statements say of themselves whether they are vulnerable. */
function programsIn(text: string): Array<[title: string, files: Files]> {
  return text
    .split(/^#### /m)
    .slice(1)
    .map((program) => {
      const [title = '', ...files] = program.split(/^=== /m);
      return [title.trim(), files.map((file) => parted(file))];
    });
}

function parted(file: string): [path: string, text: string] {
  const end = file.indexOf('\n');
  return [file.slice(0, end), file.slice(end + 1)];
}

function marked(files: Files, mark: RegExp): string[] {
  return files.flatMap(([path, text]) =>
    text.split('\n').flatMap((line, i) => (mark.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : [])),
  );
}

describe.each(readdirSync(folder).sort())('schemas of other files: %s', (name) => {
  const programs = programsIn(readFileSync(new URL(name, folder), 'utf8'));
  test.each(programs)('%s', async (_title, files) => {
    const found = new Set(await reported(files));
    const isFound = (line: string) => found.has(line.slice(0, line.indexOf(' ')));
    expect(marked(files, /(?:\/\/|#) VULN$/).filter((line) => !isFound(line))).toEqual([]);
    expect(marked(files, /(?:\/\/|#) SAFE$/).filter(isFound)).toEqual([]);
    expect(new Set(await reported([...files].reverse()))).toEqual(found);
  });
});
