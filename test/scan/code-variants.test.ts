import { expect, test } from 'vitest';
import { variantClasses } from '../../bench/code/variants/emitter.ts';
import { emitters } from '../../bench/code/variants/emitters.ts';
import { generateVariants, type Variant } from '../../bench/code/variants/generate.ts';
import { createCodeEngine } from '../../src/scan/engines/code/code-engine.ts';
import type { FileFacts } from '../../src/scan/engines/code/domain/facts.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';

const parser = await createParser();
const engine = createCodeEngine();
await engine.prepare!(['a.go', 'a.php', 'A.java', 'A.cs', 'A.kt', 'a.rb', 'a.c', 'a.cpp', 'a.rs', 'a.sh']);
const emitterOf = (language: string) => emitters.find((emitter) => emitter.language === language)!;

/** Whether one variant is reported at medium or above. */
function isReported(variant: Variant): boolean {
  const tools = { hashSecret: (value: string) => value };
  const facts: Array<{ path: string; facts: FileFacts }> = [];
  const findings = variant.files.flatMap(({ name: path, text }) => {
    const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
    const analysis = engine.analyse(file, tools);
    if (analysis.facts) facts.push({ path, facts: analysis.facts });
    return analysis.findings;
  });
  findings.push(...(engine.conclude?.(facts, tools).findings ?? []));
  const cwes: readonly number[] = variantClasses[variant.class];
  return findings.some(
    ({ severity, cwe }) =>
      severity !== 'low' && severity !== 'info' && cwe.some((id) => cwes.includes(Number(id.slice(4)))),
  );
}

test.each(['go', 'php', 'java', 'csharp', 'kotlin'])(
  '%s: SQL and commands are judged right in all generated variants',
  (language) => {
    const variants = generateVariants(emitterOf(language), 3, 16).filter(({ class: kind }) =>
      ['sql-injection', 'command-injection'].includes(kind),
    );
    const wrong = variants.filter((variant) => isReported(variant) !== variant.vulnerable);
    expect(wrong.map(({ class: kind, kind: made }) => `${kind}: ${made}`)).toEqual([]);
    expect(variants.filter((variant) => variant.vulnerable).length).toBe(variants.length / 2);
  },
);

test('java: every class is judged right in all generated variants', () => {
  const variants = generateVariants(emitterOf('java'), 11, 60);
  const wrong = variants.filter((variant) => isReported(variant) !== variant.vulnerable);
  expect(wrong.map(({ class: kind, kind: made }) => `${kind}: ${made}`)).toEqual([]);
});

test.each(['go', 'php', 'ruby', 'c', 'cpp', 'rust', 'bash'])(
  '%s: every class is judged right in all generated variants',
  (language) => {
    const variants = generateVariants(emitterOf(language), 5, 30);
    const wrong = variants.filter((variant) => isReported(variant) !== variant.vulnerable);
    expect(wrong.map(({ class: kind, kind: made }) => `${kind}: ${made}`)).toEqual([]);
  },
);

test('the same seed gives the same variants, another seed others', () => {
  const [first, again, other] = [1, 1, 2].map((seed) => generateVariants(emitterOf('go'), seed, 8));
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});
