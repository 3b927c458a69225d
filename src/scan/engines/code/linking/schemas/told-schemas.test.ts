import { expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../test/support/code-scan.ts';

const scan = await createCodeScan(['a.ts']);

function found(files: Record<string, string>): number {
  const findings = scan(files);
  return findings.filter(({ ruleId }) => /sql-injection/.test(ruleId)).length;
}

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const route = (imported: string, reads: readonly string[]) =>
  `import express from 'express';\nimport mysql from 'mysql';\n${imported}\nconst app = express();\nconst db = mysql.createConnection({});\napp.post('/a', (req, res) => {\n${reads.map((read) => `  db.query(\`select \${${read}}\`);`).join('\n')}\n});\n`;

test('a schema that is used three times in one of another file, and so on, is looked at in bounded work', () => {
  const chain = times(40, (i): [string, string] => [
    `s${i + 1}.ts`,
    `import { z } from 'zod';\nimport { s${i} } from './s${i}';\nexport const s${i + 1} = z.object({ a: s${i}, b: s${i}, c: s${i} });\n`,
  ]);
  const first = `import { z } from 'zod';\nexport const s0 = z.number();\n`;
  const reads = ['s40.parse(req.body)', 's2.parse(req.body).a.b', 's2.parse(req.body).d'];
  const imported = "import { s40 } from './s40';\nimport { s2 } from './s2';";
  // Of the largest one not all is looked at, so that nothing is known of it.
  expect(found({ 's0.ts': first, ...Object.fromEntries(chain), 'r.ts': route(imported, reads) })).toBe(1);
});

test('schemas that extend each other say nothing', () => {
  const files = {
    'a.ts':
      "import { z } from 'zod';\nimport { b } from './b';\nexport const a = b.extend({ x: b, y: b });\n",
    'b.ts':
      "import { z } from 'zod';\nimport { a } from './a';\nexport const b = a.extend({ x: a, y: a });\n",
    'r.ts': route("import { a } from './a';", ['a.parse(req.body).x.y.z']),
  };
  expect(found(files)).toBe(1);
});

test('files that hand on all of each other are asked in bounded work', () => {
  const all = times(40, (i) => `export * from './i${i}';`).join('\n');
  const files = Object.fromEntries(times(40, (i) => [`i${i}.ts`, `${all}\n`]));
  expect(found({ ...files, 'r.ts': route("import { a } from './i0';", ['a.parse(req.body).x']) })).toBe(1);
});

test('of many large schemas in one file only some are told', () => {
  const fields = times(400, (i) => `f${i}: z.number()`).join(', ');
  const nested = times(40, (i) => `export const s${i + 1} = z.object({ a: s${i}, b: s${i}, c: s${i} });`);
  const schemas = `import { z } from 'zod';\nexport const s0 = z.object({ ${fields} });\n${nested.join('\n')}\n`;
  const reads = ['s0.parse(req.body).f7', 's40.parse(req.body).a.b.c'];
  expect(found({ 'a.ts': schemas, 'r.ts': route("import { s0, s40 } from './a';", reads) })).toBe(1);
});
