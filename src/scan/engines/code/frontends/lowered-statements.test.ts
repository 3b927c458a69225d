import { describe, expect, test } from 'vitest';
import { inspect } from '../../../../../test/support/golden-ir.ts';
import { printModule } from '../ir/print-ir.ts';

/** By file: a few statements, and the lowered form of them. */
const cases: Record<string, Array<[source: string, lowered: string]>> = {
  'a.rb': [
    ["a = 'it\\'s \\\\ \\n'", 'a = "it\'s \\\\ \\\\n"'],
    ['a = %q(x\\)y\\n)', 'a = "x)y\\\\n"'],
    ["a = :'b\\'c'", 'a = "b\'c"'],
    ['a = "q\\n\\t\\e\\"#"', 'a = "q\\n\\t\\u001b\\"#"'],
  ],
  'a.rs': [
    ["let a = '\\n';", 'a = "\\n"'],
    ["let a = b'\\\\';", 'a = "\\\\"'],
    ["let a = '\\u{1F600}';", 'a = "😀"'],
    ['let a = "b\\\\n\\x41\\0\\"";', 'a = "b\\\\nA\\""'],
    ['let a = "b\\\n     c";', 'a = "bc"'],
    ['(a, b) = (b, a);', '[a, b] = [b, a]'],
    ['[a, b.c] = d;', '[a, b.c] = d'],
  ],
  'a.cpp': [
    ["char a = '\\n';", 'a = "\\n"'],
    ["char a = '\\0';", 'a = ""'],
    ["auto a = L'x';", 'a = "x"'],
    ['auto a = "\\x41\\102\\u0043\\U00000044\\t\\\\";', 'a = "ABCD\\t\\\\"'],
    ['auto [a, b] = pair();', '[a, b] = pair()'],
    ['const auto& [a, b] = c;', '[a, b] = c'],
    ['for (auto& [a, b] : c) use(b);', 'each [a, b] of c\n  use(b)'],
    ['for (auto a : b) use(a);', 'each a of b\n  use(a)'],
  ],
  'a.cs': [
    ['(a, b) = (b, a);', '[a, b] = [b, a]'],
    ['(this.a, var b, c[0]) = d;', '[this.a, b, c[0]] = d'],
    ['var a = new { B = c, d.E, f };', 'a = {"B": c, "E": d.E, "f": f}'],
    ['if (a is string b and not "c") d(b);', 'if ?(b: string = a)\n  this.d(b)'],
  ],
  'a.py': [
    ['while a:\n    b()\nelse:\n    c()', 'loop a\n  b()\nif ?()\n  c()'],
    ['while a:\n    b()', 'loop a\n  b()'],
  ],
  'a.sh': [
    ['sudo -u bob rm "$x"', 'rm(x)'],
    ['sudo -E -iu root /bin/ls $x', 'ls(x)'],
    ['env -i A=b C=$y ls $x', 'ls(x)'],
    ['env A=1 nice -n 5 ls $x', 'ls(x)'],
    ['exec -a name ls $x', 'ls(x)'],
    ['command -v ls', 'ls()'],
    ['nice ls A=b', 'ls("A=b")'],
    ['sudo "$x" y', 'sudo(x, "y")'],
    ['sudo -n', 'sudo("-n")'],
  ],
};

/** What a statement of the language must be in. */
const around: Record<string, (source: string) => string> = {
  'a.rs': (source) => `fn f() { ${source} g(); }`,
  'a.cpp': (source) => `void f() { ${source} }`,
  'a.cs': (source) => `class C { void M(string a, string b) { ${source} } }`,
};

describe.each(Object.entries(cases))('%s', (path, rows) => {
  test.each(rows)('%s is lowered to %s', async (source, lowered) => {
    const { module } = await inspect(path, `${around[path]?.(source) ?? source}\n`);
    const lines = printModule(module).split('\n');
    const body = lines.filter(
      (line) =>
        line !== '' &&
        !/^ *(?:locals|function|import|class) /.test(line) &&
        !/^ *(?:return )?g\(\)$/.test(line),
    );
    const [indent = ''] = /^ */.exec(body[0] ?? '') ?? [];
    expect(body.map((line) => line.slice(indent.length)).join('\n')).toBe(lowered);
  });
});
