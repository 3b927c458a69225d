import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

const isFound = async (files: Record<string, string>) =>
  (await findingsIn(files)).some(
    ({ ruleId, severity }) => /path-traversal/.test(ruleId) && severity !== 'low',
  );

const store =
  'using System.IO;\nusing Microsoft.AspNetCore.Mvc;\nnamespace Acme;\npublic class Docs : Controller\n{\n  private readonly string _root = Settings.Root();\n  public IActionResult Get(string name)\n  {\n    return Content(File.ReadAllText(_root.Inside(name)), "text/plain");\n  }\n}\n';
const extension = (body: string) => ({
  'Docs.cs': store,
  'Paths.cs': `using System;\nusing System.IO;\nnamespace Acme;\npublic static class Paths\n{\n  public static string Inside(this string root, string name)\n  {\n${body}\n  }\n}\n`,
});

test('what an extension method of another file gives is what it says, and not whatever went in', async () => {
  const checked =
    '    var full = Path.GetFullPath(Path.Combine(root, name));\n    if (!full.StartsWith(Path.GetFullPath(root) + Path.DirectorySeparatorChar, StringComparison.Ordinal)) throw new UnauthorizedAccessException();\n    return full;';
  expect(await isFound(extension(checked))).toBe(false);
  expect(await isFound(extension('    return Path.Combine(root, name);'))).toBe(true);
  expect(await isFound(extension('    return root + name.Length;'))).toBe(false);
});

test('a method that nobody in the repository has may give what it is given', async () => {
  expect(await isFound({ 'Docs.cs': store })).toBe(true);
});
