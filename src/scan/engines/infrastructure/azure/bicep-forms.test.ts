import { expect, test } from 'vitest';
import { plainValue } from '../../../formats/document/node.ts';
import { bicepResources } from './bicep-resources.ts';

/** The property `x` of a resource, with the lines of the resource. */
function value(expression: string, before = ''): unknown {
  const text = `${before}resource r 'A/b@1' = {\n  x: ${expression}\n  z: 1\n}\n`;
  const [found] = bicepResources(text, 'f');
  const { x, z } = plainValue(found?.document) as { x?: unknown; z?: unknown };
  return z === 1 ? x : `the rest was lost: ${JSON.stringify(plainValue(found?.document))}`;
}

// biome-ignore format: one line for each row
test.for([
  ["'a'", 'a'], ["'it\\'s'", "it's"], ["'a${1}b'", 'a1b'], ["'a${u}b'", undefined], ['-3', -3], ['7', 7], ['null', null], ['[1, 2]', [1, 2]], ['[\n    1\n    2\n  ]', [1, 2]], ["{ a: 1, 'b': [true] }", { a: 1, b: [true] }], ['{\n    a: 1 // c\n    /* d\n    */ b: 2\n  }', { a: 1, b: 2 }],
  ['[for i in [1, 2]: { y: 3 }]', [{ y: 3 }]], ['[for i in list: if (true) { y: 3 }]', [{ y: 3 }]], ['(1)', 1], ['!true', false], ["'''a'b'''", "a'b"], ['m.a', 5], ["m['a']", 5], ['m.?a', 5], ['m!.a', 5], ['l[1]', 7], ["m.call('x')", undefined], ["concat('a', 'b')", 'ab'], ['true ? 1 : 2', 1], ['false\n    ? 1\n    : 2', 2], ['u ? 1 : 2', undefined], ["'a' == 'A'", false], ["'a' != 'A'", true], ["'a' !~ 'A'", false], ["'a' =~ 'A'", true], ["'a' =~ 'b'", false], ["'a' !~ 'b'", true], ["'B' =~ 'a'", false], ['self', undefined], ['twice', 8],
] as Array<[string, unknown]>)('%j', ([expression, expected]) => {
  expect(value(expression, "var m = { a: 5 }\nvar l = [6, 7]\nvar self = self\nvar once = 8\nvar twice = once\nparam u string\n")).toEqual(expected);
});

// biome-ignore format: one line for each row
test.for([
  ["@description('x')\nresource r 'A/b@1' = {\n  x: 1\n}\n", ['2-4 a/b {"x":1}']],
  ["// resource q 'A/c@1' = {}\nresource r 'A/b@1' = {}\n", ['2-2 a/b {}']],
  ["/* resource q 'A/c@1' = {} */\nresource r 'A/b@1' = {\n}\n", ['2-3 a/b {}']],
  ["resource r 'A/b@1' = if (x == 'y') {\n  x: 1\n}\nresource s 'A/c@1' = {}\n", ['1-3 a/b {"x":1}', '4-4 a/c {}']],
  ["resource r 'A/b@1' = [for (v, i) in list: if (v) {\n  x: 1\n}]\n", ['1-3 a/b {"x":1}']],
  ["resource r 'A/b@1' existing = { x: 1 }\n", []],
  ["resource r 'A/b@1' = {\n  x: 1\n", ['1-3 a/b {"x":1}']],
  ["targetScope = 'subscription'\nimport 'a'\ntype t = { a: string }\nfunc f(a string) string => a\nresource r 'A/b@1' = {}\n", ['5-5 a/b {}']],
] as Array<[string, string[]]>)('%j', ([text, expected]) => {
  expect(bicepResources(text, 'f').map(({ line, endLine, type, document }) => `${line}-${endLine} ${type} ${JSON.stringify(plainValue(document))}`)).toEqual(expected);
});
