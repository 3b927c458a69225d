import { expect, test } from 'vitest';
import type { ConfigNode } from '../document/node.ts';
import { parseYaml } from './parse-yaml.ts';

/** A node with its first and last line, and the entries of a mapping with theirs: `{a@1: 1@1}@1-2`. */
function placed(node: ConfigNode): string {
  const place = `@${node.line}${node.endLine === node.line ? '' : `-${node.endLine}`}`;
  const tag = node.tag ? `${node.tag} ` : '';
  if (node.kind === 'mapping')
    return `${tag}{${node.entries.map(({ key, line, value }) => `${key}@${line}: ${placed(value)}`).join(', ')}}${place}`;
  if (node.kind === 'sequence') return `${tag}[${node.items.map(placed).join(', ')}]${place}`;
  return `${tag}${node.kind === 'scalar' ? JSON.stringify(node.value) : '?'}${place}`;
}
const read = (text: string) => {
  const { documents, problems } = parseYaml(text);
  return [...documents.map(placed), ...problems.map(({ line, message }) => `${line}: ${message}`)].join(
    ' --- ',
  );
};

// biome-ignore format: one line for each row
test.each([
  // Block mappings and lists.
  ['a: 1\nb:\n  c: 2\n  d:\ne: 3', '{a@1: 1@1, b@2: {c@3: 2@3, d@4: null@4}@3-4, e@5: 3@5}@1-5'],
  ['a:\n- 1\n- - 2\n  - 3\n-\n- b: 4\n  c: 5', '{a@1: [1@2, [2@3, 3@4]@3-4, null@5, {b@6: 4@6, c@7: 5@7}@6-7]@2-7}@1-7'],
  ['-\n  a: 1\n\n# c\n-   b', '[{a@2: 1@2}@2, "b"@5]@1-5'], ['a:\n\n  b', '{a@1: "b"@3}@1-3'], ['a:\n---\nb:', '{a@1: null@1}@1 --- {b@3: null@3}@3'], ['-\n---\n-', '[null@1]@1 --- [null@3]@3'], ['a:', '{a@1: null@1}@1'], ['-', '[null@1]@1'],
  ['a: -1\nb: - 2', '{a@1: -1@1, b@2: "- 2"@2}@1-2'],
  ['? a\n: b\n? c', '{a@1: "b"@2, c@3: null@3}@1-3'], ['? - a\n: b', '{@1: "b"@2}@1-2'], ['?a: b', '{?a@1: "b"@1}@1'], ['? a', '{a@1: null@1}@1'], ['?', '{@1: null@1}@1'],
  ['[a]: 1\n{b: 2}: 3', '{@1: 1@1, @2: 3@2}@1-2 --- 2: The key "" is given twice; the last one counts.'], ['&x a: 1\nb: *x\n*x : 2', '{a@1: 1@1, b@2: "a"@2, a@3: 2@3}@1-3 --- 3: The key "a" is given twice; the last one counts.'], ['x: 1\n&k b: 2\nc: *k', '{x@1: 1@1, b@2: 2@2, c@3: "b"@3}@1-3'], ['- &x a: 1\n  b: *x\n- !t c: 2', '[{a@1: 1@1, b@2: "a"@2}@1-2, {c@3: 2@3}@3]@1-3'], ['&x\na: 1', '{a@2: 1@2}@2'], ['k: &x\n  a: 1\nl: *x', '{k@1: {a@2: 1@2}@2, l@3: {a@2: 1@2}@2}@1-3'], ['- &x\n  a: 1\n- *x', '[{a@2: 1@2}@2, {a@2: 1@2}@2]@1-3'], ['b: &x a\n*x : 2', '{b@1: "a"@1, a@2: 2@2}@1-2'],
  ['"a" : 1\n\'b\'\t: 2', '{a@1: 1@1, b@2: 2@2}@1-2'], ['a : 1', '{a@1: 1@1}@1'], ['!t a: 1', '{a@1: 1@1}@1'], ['x: 1\n!t a: 2', '{x@1: 1@1, a@2: 2@2}@1-2'],
  // Plain values over several lines.
  ['a: b\n  c\n\n  d', '{a@1: "b c\\nd"@1-4}@1-4'], ['a: b # c\n  d', '2: A key is indented wrongly.'], ['a: 1\n  2', '{a@1: "1 2"@1-2}@1-2'], ['a: b\n\n---\nc', '{a@1: "b"@1}@1 --- "c"@4'], ['a: b\n  # c\nd: 1', '{a@1: "b"@1, d@3: 1@3}@1-3'], ['a: b\n   c: 1', '2: A mapping starts inside a plain value of several lines.'], ['a: b\n  c]\n  d}', '{a@1: "b c] d}"@1-3}@1-3'],
  ['a: !t 1\nb: !t 1\n  2\nc: !t\nd: !t\n  e: 1\nf: &x\ng: *x', '{a@1: !t "1"@1, b@2: !t "1 2"@2-3, c@4: !t ""@5, d@5: !t {e@6: 1@6}@6, f@7: null@8, g@8: null@8}@1-8'], ['!t\n---\na', '!t ""@2 --- "a"@3'], ['!t', '!t ""@1'], ['- !t\n- a', '[!t ""@2, "a"@2]@1-2'],
  ['a: &x\n- 1\nb: *x', '{a@1: [1@2]@2, b@3: [1@2]@2}@1-3'], ['a: !t\n- 1', '{a@1: !t [1@2]@2}@1-2'],
  // Quoted values.
  ['a: "\\x414\\u00414\\U000000414"', '{a@1: "A4A4A4"@1}@1'], ['a: "b\n  c"\nd: \'e\n\n  f\'', '{a@1: "b c"@1-2, d@3: "e\\nf"@3-5}@1-5'], ['a: "b\t\n\tc"', '{a@1: "b c"@1-2}@1-2'], ['"a\nb": 1', '2: Text follows a value that has already ended.'], ['a: "b" #c', '{a@1: "b"@1}@1'], ['a: "b"#c', '1: Text follows a value that has already ended.'], ['a: [b]#c', '1: Text follows a value that has already ended.'], ['a: "\\x41\\u0041\\U00000041"', '{a@1: "AAA"@1}@1'], ['a: "\\U0010ffff\\U00110000"', '{a@1: "\u{10ffff}\ufffd"@1}@1'], ['a: "\\uD7FF"', '{a@1: "\ud7ff"@1}@1'],
  // Flow collections.
  ['[a,\n b\n, c]', '["a"@1, "b"@2-3, "c"@3]@1-3'], ['{a: 1,\n b:\n 2, c}', '{a@1: 1@1, b@2: 2@3, c@3: null@3}@1-3'], ['[a b\n c, d]', '["a b c"@1-2, "d"@2]@1-2'], ['[,a,,b]', '["a"@1, "b"@1]@1'], ['{,a: 1,,b: 2}', '{a@1: 1@1, b@1: 2@1}@1'], ['{a:, b: }', '{a@1: null@1, b@1: null@1}@1'], ['{? a : 1, ?b: 2}', '{a@1: 1@1, ?b@1: 2@1}@1'], ["['a', \"b\", 'c': 1]", '["a"@1, "b"@1, {c@1: 1@1}@1]@1'], ['[a: 1,\n b: [2,\n 3]]', '[{a@1: 1@1}@1, {b@2: [2@2, 3@3]@2-3}@2-3]@1-3'],
  ['[a:[b], c:{d}]', '[{a@1: ["b"@1]@1}@1, {c@1: {d@1: null@1}@1}@1]@1'], ['{a:[1], b:{c: 2}}', '{a@1: [1@1]@1, b@1: {c@1: 2@1}@1}@1'], ['[a:]', '1: A value is missing.'], ['[a:,b]', '1: A value is missing.'], ['{a:}', '{a@1: null@1}@1'], ['{a:b}', '{a:b@1: null@1}@1'], ['[a#b, c #d\n]', '["a#b"@1, "c"@1]@1-2'],
  ['[!t a, !t [b], &x c, *x]', '[!t "a"@1, !t ["b"@1]@1, "c"@1, "c"@1]@1'], ['[!t\n a]', '[!t "a"@2]@1-2'], ['a: [\n  b\n  ]\nc: 1', '{a@1: ["b"@2-3]@1-3, c@4: 1@4}@1-4'], ['[a\n}', '2: A comma or a closing bracket is missing.'], ['[a\r\n b]', '["a b"@1-2]@1-2'],
  ['[a\n [b]]', '2: A comma is missing in a list or mapping.'], ['[a\n {b: 1}]', '2: A comma is missing in a list or mapping.'], ['[a\n "b"]', '2: A comma is missing in a list or mapping.'], ['{a: b\n : c}', '2: A comma or a closing bracket is missing.'], ['[a\n: b]', '[{a@1: "b"@2}@1-2]@1-2'], ['[a}', '1: A comma or a closing bracket is missing.'], ['{a]', '1: A comma or a closing bracket is missing.'], ['{a: 1', '1: A comma or a closing bracket is missing.'], ['[', '1: A list in brackets is not closed.'], ['{', '1: A mapping in braces is not closed.'],
  // Block scalars.
  ['a: |\n  b\n   c\n\n\nd: 1', '{a@1: "b\\n c\\n"@1-3, d@6: 1@6}@1-6'], ['a: >\n  b\n  c', '{a@1: "b c\\n"@1-3}@1-3'], ['a: |1\n b', '{a@1: "b\\n"@1-2}@1-2'], ['a: |9\n         b', '{a@1: "b\\n"@1-2}@1-2'], ['- |\n a\n  b', '["a\\n b\\n"@1-3]@1-3'], ['|\na\nb', '"a\\nb\\n"@1-3'], ['|\na\n---\nb', '"a\\n"@1-2 --- "b"@4'], ['--- |\n a\n...\n', '"a\\n"@1-2'], ['a: |\n  b\n\t\nc: 1', '{a@1: "b\\n"@1-2, c@4: 1@4}@1-4'], ['a: |\n b\n c', '{a@1: "b\\nc\\n"@1-3}@1-3'], ['a: |\r\n  b\r\n\r\n  c\r\n', '{a@1: "b\\n\\nc\\n"@1-4}@1-4'], ['a: >\n  b\n\t c\n  d', '3: A key is indented wrongly.'], ['a: >\n  b\n  \tc\n  d', '{a@1: "b\\n\\tc\\nd\\n"@1-4}@1-4'], ['a: >\n\n   b\n  c', '4: A key is indented wrongly.'], ['a: |\n  \n  b\n    \n', '{a@1: "\\nb\\n  \\n"@1-3}@1-3'], ['a: |+\n\n\nb: 1', '{a@1: "\\n\\n"@1, b@4: 1@4}@1-4'], ['a: |-\n\n\nb: 1', '{a@1: ""@1, b@4: 1@4}@1-4'], ['a: |', '{a@1: ""@1}@1'],
  // Marks of documents, directives and the byte order mark.
  ['...\na: 1', '{a@2: 1@2}@2'], ['---\n---\na', '"a"@3'], ['a\n...\nb', '"a"@1 --- "b"@3'], ['a\n...\n%YAML 1.2\n---\nb', '"a"@1 --- "b"@5'], ['a\n---\n%b', '"a"@1 --- 3: A plain value may not start with this character.'], ['---a', '"---a"@1'], ['--- a', '"a"@1'], ['--', '"--"@1'], ['....', '"...."@1'], ['%YAML 1.2\n%TAG ! x\n---\na', '"a"@4'], ['\ufeffa: 1', '{a@1: 1@1}@1'], ['\ufeff- a\n- b', '["a"@1, "b"@2]@1-2'], ['a: 1\n--- # c\nb: 2', '{a@1: 1@1}@1 --- {b@3: 2@3}@3'], ['', ''], ['# a', ''], ['---', ''],
  // Mistakes.
  ['a: 1\n b: 2\n---\nc', '"c"@4 --- 2: A mapping starts inside a plain value of several lines.'], ['- a\n - b\n- c', '["a - b"@1-2, "c"@3]@1-3'], ['-  a: 1\n   b: 2\n  c: 3', '3: A list item is indented wrongly.'], ['a:\n   b: 1\n  c: 2', '3: A key is indented wrongly.'], ['\ta: 1', '1: A tab is used for indentation.'], ['a:\n \tb: 1', '{a@1: {b@2: 1@2}@2}@1-2'], ['- \ta', '["a"@1]@1'], ['\t[1]', '[1@1]@1'], ['a:\n\t[1]', '2: A tab is used for indentation.'], ['@a', '1: A plain value may not start with this character.'], ['`a', '1: A plain value may not start with this character.'], [' %a', '1: A plain value may not start with this character.'], ['a: !<t\nb', '1: A tag is not closed.'], ['a: !<t> b', '{a@1: !<t> "b"@1}@1'], [`a: *${'x'.repeat(50)}`, `1: The alias "${'x'.repeat(40)}" has no anchor before it.`], ['a:b', '"a:b"@1'], ['a: 1\nb:c', '2: A key without a colon, or text at the wrong indentation.'], ['a: 1\n"b"\n: 2', '2: A key without a colon, or text at the wrong indentation.'],
  // Comments and blanks.
  ['a: 1 # b\n# c\n  # d\nb: 2#3', '{a@1: 1@1, b@4: "2#3"@4}@1-4'], ['a:\t1\t#x', '{a@1: 1@1}@1'], ['a: b\t# c', '{a@1: "b"@1}@1'], ['#a\r\nb: 1\r\nc: 2', '{b@2: 1@2, c@3: 2@3}@2-3'], ['a: #b', '{a@1: null@1}@1'], ['a: b \t \nc: d', '{a@1: "b"@1, c@2: "d"@2}@1-2'],
  // Merges.
  ['a: &a {x: 1, y: 2}\nb:\n  <<: *a\n  x: 3', '{a@1: {x@1: 1@1, y@1: 2@1}@1, b@2: {y@1: 2@1, x@4: 3@4}@3-4}@1-4'], ['a: &a {x: 1}\nb: &b {x: 2, z: 3}\nc:\n  <<: [*a, *b]', '{a@1: {x@1: 1@1}@1, b@2: {x@2: 2@2, z@2: 3@2}@2, c@3: {x@1: 1@1, z@2: 3@2}@4}@1-4'],
] as string[][])('%j', (text, expected) => {
  expect(read(text!)).toBe(expected);
});

test('a key of sixty characters is named in full', () => {
  const twice = (length: number) => parseYaml(`${'k'.repeat(length)}: 1\n`.repeat(2)).problems[0]!.message;
  expect(twice(60)).toBe(`The key "${'k'.repeat(60)}" is given twice; the last one counts.`);
  expect(twice(61)).toBe(twice(60));
});

// biome-ignore format: one line for each row
test.each([
  ['[{}, {}, {}, {}, {}, {}]', '[{a: [[[[1]]]]}]', 5, 99], ['- 1\n- &x [1]\n- *x', '- 1\n- &x [1, 1]\n- *x', 9, 11],
  ['[[[[1]]]]', '[[[[[1]]]]]', 5, 99], ['{a: {a: {a: {a: 1}}}}', '{a: {a: {a: {a: {a: 1}}}}}', 5, 99], ['- - - - 1', '- - - - - 1', 5, 99], ['[[1]]\n---\n[[1]]', '[[1]]\n---\n[[[1]]]', 3, 99], ['a: [1]\nb: [1]\nc: {d: 1}', 'a: [[1]]', 3, 99], ['- &x\n- &y\n- &z\n- [1]', '- [[1]]', 3, 99],
  ['- 1\n- 2\n- 3\n- 4\n- 5', '- 1\n- 2\n- 3\n- 4\n- 5\n- 6', 9, 6], ['[1, 2]', '[1, 2, 3]', 9, 6], ['{a: 1}', '{a: 1, b: 2}', 9, 6], ['a: &a {x: 1}\nb:\n  <<: *a', 'a: &a {x: 1, y: 2}\nb:\n  <<: *a', 9, 14],
])('%j is read and %j is not', (most, more, maxDepth, maxNodes) => {
  const limits = { maxDepth, maxDocuments: 9, maxNodes };
  expect(parseYaml(most, limits).problems).toEqual([]);
  expect(parseYaml(more, limits).problems).toMatchObject([{ reason: 'budget_exceeded' }]);
});
