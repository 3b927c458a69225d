import { describe, expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../../test/support/code-scan.ts';

const scan = await createCodeScan(['a.js', 'a.py', 'A.java', 'a.go']);

function isReported(files: Record<string, string>, cwe: number): boolean {
  return scan(files).some(({ cwe: all, severity }) => severity !== 'low' && all.includes(`CWE-${cwe}`));
}

const node = (body: string) =>
  `const path = require('path');\nexports.isInside = function (root, file) {\n  ${body}\n};\n`;
const app = `const app = require('express')(); const fs = require('fs'); const path = require('path');\nconst { isInside } = require('./inside');\napp.get('/', (req, res) => {\n  const file = path.resolve('/srv/x', req.query.p);\n  if (!isInside('/srv/x', file)) return res.sendStatus(403);\n  fs.createReadStream(file).pipe(res);\n});\n`;

describe('that a path is the folder itself, said in a statement of its own, is no way around the test behind it', () => {
  test.each([
    ['if (root === file) return true;\n  return file.startsWith(root + path.sep);', false],
    [
      'root = path.resolve(root);\n  file = path.resolve(file);\n  if (root === file) {\n    return true;\n  }\n  return file.startsWith(root + path.sep);',
      false,
    ],
    ['if (file === root) return true;\n  return file.length > 3;', true],
    ['if (file.length > 3) return true;\n  return file.startsWith(root + path.sep);', true],
    ['if (root === file) return false;\n  return !file.startsWith(root + path.sep);', true],
  ])('%s', (body, reported) => {
    expect(isReported({ 'a.js': app, 'inside.js': node(body) }, 22)).toBe(reported);
  });

  test.each([
    ['return true', false],
    ['return name != ""', true],
  ])('Java: %s', (early, reported) => {
    const text = `import java.nio.file.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\npublic class A {\n  private boolean inside(Path root, Path file) {\n    if (file.equals(root)) { ${early.replace('name != ""', 'file != null')}; }\n    return file.startsWith(root);\n  }\n  @GetMapping("/x")\n  public byte[] get(@RequestParam String name) throws Exception {\n    Path root = Paths.get("/srv/x").toAbsolutePath().normalize();\n    Path file = root.resolve(name).normalize();\n    if (!inside(root, file)) throw new IllegalArgumentException(name);\n    return Files.readAllBytes(file);\n  }\n}\n`;
    expect(isReported({ 'A.java': text }, 22)).toBe(reported && early !== 'return true');
  });
});
