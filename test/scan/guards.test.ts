import { expect, test } from 'vitest';
import { createCodeEngine } from '../../src/scan/engines/code/code-engine.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';
import { type Language, languages } from './guards/language.ts';
import { type Shape, shapes, type Verdict } from './guards/shapes.ts';

const parser = await createParser();
const engine = createCodeEngine();
await engine.prepare!(languages.map(({ file }) => file));

/** What is said of the command that a program runs, or of the file that it reads. */
function verdictOn(path: string, text: string): Verdict {
  const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
  const tools = { hashSecret: (value: string) => value };
  const { findings, facts } = engine.analyse(file, tools);
  const linked = facts ? engine.conclude!([{ path, facts }], tools).findings : [];
  const found = [...findings, ...linked].filter(({ cwe }) => cwe.some((id) => weaknesses.has(id)));
  if (found.length === 0) return 'quiet';
  return found.every(
    ({ confidence, description }) => confidence === 'low' && /could not be resolved/.test(description),
  )
    ? 'doubted'
    : 'found';
}

const weaknesses = new Set(['CWE-77', 'CWE-78', 'CWE-95', 'CWE-22', 'CWE-23', 'CWE-36', 'CWE-73']);

const programs = languages.flatMap((language: Language) =>
  shapes.flatMap((shape: Shape) => {
    const written = shape.write(language);
    if (!written) return [];
    return [
      {
        language: language.name,
        title: shape.title,
        verdict: shape.verdict,
        path: language.file,
        text: language.program(written.body, written.members ?? []),
      },
    ];
  }),
);

test.each(programs)('$language: $title is $verdict', ({ path, text, verdict }) => {
  expect(`${verdictOn(path, text)}\n${text}`).toBe(`${verdict}\n${text}`);
});
