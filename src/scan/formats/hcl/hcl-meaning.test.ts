import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HclCursor } from './hcl-cursor.ts';
import type { HclExpression, HclStep } from './hcl-syntax.ts';
import { parseHcl } from './parse-hcl.ts';
import { readBareTemplate, readHeredoc } from './parse-hcl-template.ts';

/** What an attribute's value means, in brackets: precedence, steps and parts can be seen at a glance. */
function shown(source: string): string {
  const { body, problem } = parseHcl(`x = ${source}\nend = 1\n`);
  if (problem) return `${problem.line}: ${problem.message}`;
  expect(body.attributes.map(({ name }) => name)).toEqual(['x', 'end']);
  return show(body.attributes[0]!.value);
}

function show(value: HclExpression): string {
  switch (value.kind) {
    case 'literal':
      return JSON.stringify(value.value);
    case 'template':
      return `t(${value.parts.map((part) => (typeof part === 'string' ? JSON.stringify(part) : show(part))).join(' ')})`;
    case 'reference':
      return (
        (/^(?:true|false|null)$/.test(value.root) ? 'a variable ' : '') +
        value.root +
        value.steps.map(step).join('')
      );
    case 'access':
      return `<${show(value.base)}>${value.steps.map(step).join('')}`;
    case 'call':
      return `${value.name}(${value.args.map(show).join(', ')})`;
    case 'tuple':
      return `[${value.items.map(show).join(', ')}]`;
    case 'object':
      return `{${value.entries.map(({ key, value: held }) => `${show(key)}: ${show(held)}`).join(', ')}}`;
    case 'conditional':
      return `(${show(value.test)} ? ${show(value.yes)} : ${show(value.no)})`;
    case 'binary':
      return `(${show(value.left)} ${value.operator} ${show(value.right)})`;
    case 'unary':
      return `(${value.operator}${show(value.operand)})`;
    case 'for':
      return `for(${value.variables.join(',')} in ${show(value.over)}: ${value.key ? `${show(value.key)} => ` : ''}${show(value.value)}${value.test ? ` if ${show(value.test)}` : ''})`;
  }
}

function step(each: HclStep): string {
  if ('attribute' in each) return `.${each.attribute}`;
  if ('index' in each) return `[${show(each.index)}]`;
  return each.splat ? '.*' : '?';
}

describe('an expression means', () => {
  test.each([
    ['1', '1'],
    ['0', '0'],
    ['9', '9'],
    ['1.25', '1.25'],
    ['12e3', '12000'],
    ['5E-1', '0.5'],
    ['1234567890123456789012345678901234567890', '1.2345678901234568e+39'],
    ['12345678901234567890123456789012345678901.5', '1.2345678901234568e+40'],
    ['true', 'true'],
    ['false', 'false'],
    ['null', 'null'],
    ['-7', '-7'],
    ['- 7', '-7'],
    ['!a', '(!a)'],
    ['-a', '(-a)'],
    ['!!a', '(!(!a))'],
    ['!1', '(!1)'],
    ['-"a"', '(-"a")'],
    ['-true', '(-true)'],
    ['a0b', 'a0b'],
    ['a\u0080', 'a\u0080'],
    ['a.12345678901234567', 'a[12345678901234568]'],
    ['[aa, bb, cc, dd.0.e]', '[aa, bb, cc, dd[0].e]'],
    ['a[b\n + 1]', 'a[(b + 1)]'],
    ['f(a... )', 'f(a)'],
    ['f(a...\n)', 'f(a)'],
    ['{ a =\n 1 }', '{"a": 1}'],
    ['{ a = 1\n -1 = 2 }', '{"a": 1, -1: 2}'],
    ['{ "a" = 1 }', '{"a": 1}'],
    ['{for k, v in l : k =>\n v}', 'for(k,v in l: k => v)'],
    ['{for k, v in l : k => v\n + 1}', 'for(k,v in l: k => (v + 1))'],
    ['{for k, v in l : k => v...\n}', 'for(k,v in l: k => v)'],
    ['/**/ 1', '1'],
    ['1 /* a * b */ + 2', '(1 + 2)'],
    ['a-b', 'a-b'],
    ['a - b', '(a - b)'],
    ['_a9Z', '_a9Z'],
    ['größe', 'größe'],
    ['a + b * c', '(a + (b * c))'],
    ['a * b + c', '((a * b) + c)'],
    ['a - b - c', '((a - b) - c)'],
    ['(a - (b - c))', '(a - (b - c))'],
    ['a % 2 / 3', '((a % 2) / 3)'],
    ['a < b == c > d', '((a < b) == (c > d))'],
    ['a <= b != c >= d', '((a <= b) != (c >= d))'],
    ['a || b && c', '(a || (b && c))'],
    ['a && b || c', '((a && b) || c)'],
    ['!a == b', '((!a) == b)'],
    ['a ? b : c', '(a ? b : c)'],
    ['a ? b : c ? d : e', '(a ? b : (c ? d : e))'],
    ['a ? b ? c : d : e', '(a ? (b ? c : d) : e)'],
    ['a.b.c', 'a.b.c'],
    ['a.0.b', 'a[0].b'],
    ['a[0]', 'a[0]'],
    ['a[b.c]["d"]', 'a[b.c]["d"]'],
    ['a.*.b', 'a.*.b'],
    ['a[*].b', 'a.*.b'],
    ['a[ * ].b', 'a.*.b'],
    ['f()', 'f()'],
    ['f(1)', 'f(1)'],
    ['f(1, 2,)', 'f(1, 2)'],
    ['f(1, a...)', 'f(1, a)'],
    ['f(a)[0].b', '<f(a)>[0].b'],
    ['provider::aws::arn(a)', 'arn(a)'],
    ['[]', '[]'],
    ['[1]', '[1]'],
    ['[1, [2], 3,]', '[1, [2], 3]'],
    ['[1, 2][0]', '<[1, 2]>[0]'],
    ['{}', '{}'],
    ['{ a = 1 }', '{"a": 1}'],
    ['{ a : 1, b = 2 }', '{"a": 1, "b": 2}'],
    ['{ "a b" = 1 }', '{"a b": 1}'],
    ['{ (a.b) = 1 }', '{a.b: 1}'],
    ['{ a.b = 1 }', '{a.b: 1}'],
    ['{ "x-${a}" = 1, }', '{t("x-" a): 1}'],
    ['{,a = 1}', '{"a": 1}'],
    ['{ a = 1 }.a', '<{"a": 1}>.a'],
    ['[for v in l : v]', 'for(v in l: v)'],
    ['[for\tv in l : v]', 'for(v in l: v)'],
    ['[for k, v in l : f(k) if v > 1]', 'for(k,v in l: f(k) if (v > 1))'],
    ['{for k, v in l : k => v}', 'for(k,v in l: k => v)'],
    ['{for k, v in l : k => v...}', 'for(k,v in l: k => v)'],
    ['{for k, v in l : k => v... if v}', 'for(k,v in l: k => v if v)'],
    ['[for v in l : v][0]', '<for(v in l: v)>[0]'],
    ['[format, v]', '[format, v]'],
    ['{format = 1}', '{"format": 1}'],
    ['[for]', '[for]'],
  ])('%s', (source, meaning) => {
    expect(shown(source)).toBe(meaning);
  });
});

describe('a text means', () => {
  test.each([
    ['""', '""'],
    ['"a"', '"a"'],
    [String.raw`"\n\r\t\"\\\q"`, JSON.stringify('\n\r\t"\\q')],
    [String.raw`"\u00e9\U0001F600x"`, JSON.stringify('é😀x')],
    [String.raw`"\u12345"`, JSON.stringify('\u12345')],
    [String.raw`"\u0000x"`, JSON.stringify('\0x')],
    [String.raw`"\uzzzzx"`, JSON.stringify('\ufffdx')],
    [String.raw`"\u-001x"`, JSON.stringify('\ufffdx')],
    [String.raw`"ab\ncd"`, JSON.stringify('ab\ncd')],
    ['"a\0b"', JSON.stringify('a\0b')],
    ['"$$${a}"', 't("$$" a)'],
    [String.raw`"\UFFFFFFFFx"`, JSON.stringify('\ufffdx')],
    [String.raw`"\U0010FFFFx"`, JSON.stringify('\u{10ffff}x')],
    ['"100%"', '"100%"'],
    ['"$5 %d $ {"', '"$5 %d $ {"'],
    ['"$${a}"', '"${a}"'],
    ['"%%{a}"', '"%{a}"'],
    ['"x$${a}y"', '"x${a}y"'],
    ['"${a}"', 'a'],
    ['"${ a }"', 'a'],
    ['"${~ a ~}"', 'a'],
    ['"${a}b"', 't(a "b")'],
    ['"a${b}"', 't("a" b)'],
    ['"${a}${b}"', 't(a b)'],
    ['"a${f("x", "${b}")}c"', 't("a" f("x", b) "c")'],
    ['"${a ? "b" : "c"}"', '(a ? "b" : "c")'],
    ['"%{ if a }b%{ endif }"', 't(template "b" template)'],
    ['"%{ if {a = 1}.a }b"', 't(template "b")'],
    ['<<EOT\none\ntwo\nEOT', '"one\\ntwo\\n"'],
    ['<<EOT\n  one\n  EOT', '"  one\\n"'],
    ['<<-EOT\n    one\n\n      two\n    EOT', '"one\\n\\n  two\\n"'],
    ['<<-EOT\n\n  EOT', '"\\n"'],
    ['<<EOT\nEOT', '""'],
    ['<<EOT\na ${b} c\n${d}\nEOT', 't("a " b " c\\n" d "\\n")'],
    ['<<EOT\na $${b}\nEOT', '"a ${b}\\n"'],
    ['<<EOT\na $${b} ${c}\nEOT', 't("a ${b} " c "\\n")'],
    ['<<EOT\n%{ for a in b }\nx\n%{ endfor }\nEOT', 't(template "\\nx\\n" template "\\n")'],
    ['<<EOT\nEOTX\nEOT', '"EOTX\\n"'],
  ])('%s', (source, meaning) => {
    expect(shown(source)).toBe(meaning);
  });

  test.each([
    ['plain', '"plain"'],
    ['', '""'],
    ['${a}', 'a'],
    ['a-${b}-c', 't("a-" b "-c")'],
    ['a-%{ if b }-c', 't("a-" template "-c")'],
    ['$${a}', '"${a}"'],
    ['x$${a}-${b}', 't("x${a}-" b)'],
    ['a "quoted" \\n ${b["c"]}', 't("a \\"quoted\\" \\\\n " b["c"])'],
  ])('%s, written in the JSON form of the language', (source, meaning) => {
    const expression = readBareTemplate(source, 7);
    expect(show(expression)).toBe(meaning);
    expect(expression.line).toBe(7);
  });
});

test('a heredoc ends at its marker, and what follows it is read as it was', () => {
  const { body, problem } = parseHcl('x = [<<A\n${y}\nA\n, <<B\nb\nB\n]\nz {\n}\n');
  expect(problem).toBeUndefined();
  expect(show(body.attributes[0]!.value)).toBe('[t(y "\\n"), "b\\n"]');
  expect(body.attributes[0]).toMatchObject({ line: 1, endLine: 7 });
  expect(body.blocks[0]).toMatchObject({ type: 'z', line: 8, endLine: 9 });
});

describe('a mistake is named with its line', () => {
  test.each([
    ['a = ', 2, 'A value was expected here.'],
    ['a = 1\nb = ]', 2, 'A value was expected here.'],
    ['a = [1,\n2 3]', 2, 'A comma or a closing bracket is missing.'],
    ['a = [1,\n', 3, 'A list is not closed.'],
    ['a = f(1\n', 3, 'A comma or a closing bracket is missing.'],
    ['a = (1\n', 3, 'A bracket is not closed.'],
    ['a = {\n b = 1\n', 4, 'An object is not closed.'],
    ['a = {\n b\n}', 2, 'A key of an object needs a value.'],
    ['a = b[1', 2, 'An index is not closed.'],
    ['a = b.', 1, 'The name of an attribute was expected after the dot.'],
    ['a = b ? c', 2, 'A condition needs its other branch.'],
    ['a = "b', 1, 'A quoted string is not closed.'],
    ['a = "${b"', 1, 'An interpolation is not closed.'],
    ['a = "%{ if b', 2, 'A template directive is not closed.'],
    ['a = <<', 1, 'A heredoc has no marker.'],
    ['a = <<EOT\nb', 1, 'A heredoc is not closed.'],
    ['a = [for 1 in b : c]', 1, 'A loop needs the name of its variable.'],
    ['a = [for b of c : d]', 1, 'A loop needs what it goes over.'],
    ['a = [for b in c]', 1, 'A loop needs its result.'],
    ['a = [for b in c : d e]', 1, 'A loop is not closed.'],
    ['a = [for b in c : d if e', 2, 'A loop is not closed.'],
    ['a {\n', 3, 'A block is not closed.'],
    ['a = "b\nc"', 1, 'A quoted string is not closed.'],
    ['a = :', 1, 'A value was expected here.'],
    ['a = <<E\nb\n${c d}\nE', 3, 'An interpolation is not closed.'],
    ['a = <<E\n${b /* }\nE\n*/', 3, 'An interpolation is not closed.'],
    ['a = <<E\n${b # }\nE', 3, 'An interpolation is not closed.'],
    ['a = [/* 1\n\n', 4, 'A list is not closed.'],
    ['a "b"\n{}', 1, 'A block needs its opening brace on this line.'],
    ['a = 1\n- b', 2, 'An attribute or a block was expected here.'],
    ['a\u007f = 1', 1, 'A block needs its opening brace on this line.'],
    ['\0', 1, 'An attribute or a block was expected here.'],
    ['}', 1, 'An attribute or a block was expected here.'],
    ['a\n{}', 1, 'A block needs its opening brace on this line.'],
    ['a == 1', 1, 'A block needs its opening brace on this line.'],
  ])('%s', (source, line, message) => {
    expect(parseHcl(`${source}\n`).problem).toEqual({ line, reason: 'malformed', message });
  });
});

test('blanks, comments and line breaks mean nothing inside brackets', () => {
  const programs = [
    ['[', '1', ',', 'a.b', ',', '"c"', ',', ']'],
    ['f(', 'a', '+', '-b', ',', '{', 'k', '=', 'v', ',', '"l"', ':', '2', '}', ')'],
    ['(', 'a', '?', 'b', '&&', '!c', ':', 'd', '*', '(', '2', '-', 'e', ')', ')'],
    ['[', 'for ', 'k', ',', 'v ', 'in ', 'm', ':', 'v[', '0', ']', 'if ', 'v', '==', '1', ']'],
    ['{', 'for ', 'k', ',', 'v ', 'in ', 'm', ':', 'k', '=>', 'v', '...', '}'],
    ['"x${', 'a', '}y"'],
    ['a[', '*', ']'],
  ];
  const blank = fc.constantFrom('', ' ', '\t', '\r\n', '\n\n', '/* * / */', '# "x\n', '// }\n', '/*\n*/');
  fc.assert(
    fc.property(
      fc.constantFrom(...programs),
      fc.array(blank, { minLength: 20, maxLength: 20 }),
      (tokens, between) => {
        // Line breaks do not separate a key from its value, nor an entry's value from the next operator.
        const flat = tokens[0] === '{' || tokens.includes('{');
        const spaced = tokens
          .map((token, at) => {
            const gap = between[at]!;
            return token + (flat && /[\n#]|\/\//.test(gap) ? ' ' : gap);
          })
          .slice(0, -1)
          .join('');
        expect(shown(spaced + tokens.at(-1))).toBe(shown(tokens.join('')));
      },
    ),
    { numRuns: 300 },
  );
});

test('what follows keeps its line, whatever is before it', () => {
  const before = fc.array(
    fc.constantFrom(
      'a = 1\n',
      'b "c" d {\n}\n',
      'e = [\n1,\n]\n',
      '# f\n',
      '/* g\n\n*/\n',
      'h = <<X\n${\ni\n}\nX\n',
      'j = "%{ if\n k }"\n',
      'l = {\n m = n\n\n}\n',
      'o = p ?\n q :\n r\n',
      'u = a +\n b\n',
      's {\r\n t = 1\r\n}\r\n',
      ',\n',
    ),
  );
  fc.assert(
    fc.property(before, (parts) => {
      const text = parts.join('');
      const { body, problem } = parseHcl(`${text}last = [\n1\n]\nblock {\n  x = 1\n}`);
      const line = text.split('\n').length;
      expect(problem).toBeUndefined();
      expect(body.attributes.at(-1)).toMatchObject({ name: 'last', line, endLine: line + 2 });
      expect(body.blocks.at(-1)).toMatchObject({ type: 'block', line: line + 3, endLine: line + 5 });
      expect(body.blocks.at(-1)!.body.attributes[0]).toMatchObject({ name: 'x', line: line + 4 });
    }),
  );
});

describe('the line that opens a block', () => {
  const head = (text: string) => parseHcl(text).body.blocks.at(-1)?.head;
  test('is kept where nothing follows the brace', () => {
    expect(head('a "b" {\n}')).toBe('a "b" {');
    expect(head('x = 1\n  a "b" { \t\r\n}')).toBe('  a "b" {');
    expect(head('a {')).toBe('a {');
    expect(head('a { b = 1 }')).toBeUndefined();
  });
  test('is kept up to a thousand characters', () => {
    const long = (length: number) => `a "${'b'.repeat(length - 6)}" {`;
    expect(head(`${long(1000)}\n}`)).toBe(long(1000));
    expect(head(`${long(1001)}\n}`)).toBeUndefined();
    expect(head(`\n${long(1000)}\n}`)).toBe(long(1000));
  });
  test('is not kept for a block inside another', () => {
    expect(parseHcl('a {\n  b {\n  }\n}').body.blocks[0]!.body.blocks[0]!.head).toBeUndefined();
  });
});

describe('what is read is bounded', () => {
  test.each([
    ['objects', (n: number) => `x = ${'{a='.repeat(n)}1${'}'.repeat(n)}`, 59],
    ['nesting', (n: number) => `x = ${'['.repeat(n)}${']'.repeat(n)}`, 60],
    ['signs', (n: number) => `x = ${'!'.repeat(n)}a`, 119],
    ['indexes', (n: number) => `x = ${'a['.repeat(n)}0${']'.repeat(n)}`, 59],
    ['blocks', (n: number) => `${'a {\n'.repeat(n)}${'}\n'.repeat(n)}`, 120],
    ['operators', (n: number) => `x = a${' + a'.repeat(n)}\ny = a + a`, 1000],
    ['namespaces', (n: number) => `x = ${'a::'.repeat(n)}a`, 1000],
  ])('by %s', (_, build, most) => {
    expect(parseHcl(build(most)).problem).toBeUndefined();
    expect(parseHcl(build(most + 1)).problem).toMatchObject({ reason: 'budget_exceeded' });
  });

  test('by the operators of a heredoc too, and nesting before it', () => {
    const heredoc = (n: number) => `x = a${' + a'.repeat(900)} + <<E\n\${a${' + a'.repeat(n)}}\nE\n`;
    expect(parseHcl(heredoc(99)).problem).toBeUndefined();
    expect(parseHcl(heredoc(100)).problem).toMatchObject({ reason: 'budget_exceeded' });
  });
});

describe('what is written side by side is not nested', () => {
  test.each([
    ['lists', 'x = [', '[],', ']'],
    ['objects', 'x = [', '{ a = 1 },', ']'],
    ['signs', 'x = [', '!a,', ']'],
    ['indexes', 'x = a', '[0]', ''],
    ['calls', 'x = [', 'f(),', ']'],
    ['blocks', '', 'a {\n}\n', ''],
  ])('%s', (_, before, each, after) => {
    expect(parseHcl(`${before}${each.repeat(200)}${after}`).problem).toBeUndefined();
  });
});

test('two million values are read, and no more', () => {
  const cursor = new HclCursor('');
  const count = (times: number) => {
    for (let i = 0; i < times; i++) {
      cursor.enter();
      cursor.leave();
    }
  };
  count(2_000_000);
  expect(() => count(1)).toThrow('more values');
});

test('values in a heredoc count like others', () => {
  const cursor = new HclCursor('<<E\n${a}\nE\n');
  cursor.nodes = 1_999_999;
  readHeredoc(cursor);
  expect(() => cursor.enter()).toThrow('more values');
});

test('the operators of a text in the JSON form are counted', () => {
  const operators = (n: number) => () => readBareTemplate(`\${a${' + a'.repeat(n)}}`, 1);
  expect(operators(1000)).not.toThrow();
  expect(operators(1001)).toThrow('more operators');
});

test('a file may end without a line break', () => {
  expect(parseHcl('a = b.*')).toMatchObject({
    body: { attributes: [{ value: { steps: [{ splat: true }] } }] },
  });
  expect(parseHcl('a = 1 # b').problem).toBeUndefined();
  expect(parseHcl('a = 1 /* b').problem).toBeUndefined();
  expect(parseHcl('a = <<E\nb\nE').body.attributes[0]).toMatchObject({ endLine: 3, value: { value: 'b\n' } });
  expect(parseHcl('a = <<E').problem).toMatchObject({ line: 1, message: 'A heredoc has no marker.' });
});

test('what is inserted in a heredoc has its own line', () => {
  const { body } = parseHcl('a = <<E\nx\n${b}\n${c}\nE\n');
  expect(body.attributes[0]!.value).toMatchObject({
    parts: ['x\n', { root: 'b', line: 3 }, '\n', { root: 'c', line: 4 }, '\n'],
  });
});

test('names may be quoted, and a brace may follow a name at once', () => {
  const { body, problem } = parseHcl('"a" = 1\nb{\n}\n"c" d{\n}\n');
  expect(problem).toBeUndefined();
  expect(body.attributes).toMatchObject([{ name: 'a' }]);
  expect(body.blocks).toMatchObject([
    { type: 'b', labels: [] },
    { type: 'c', labels: ['d'] },
  ]);
});

test('the value of an attribute ends with its line', () => {
  const { body } = parseHcl('a = 1\n- 2\n');
  expect(body.attributes[0]!.value).toMatchObject({ kind: 'literal', value: 1 });
});

test('a byte order mark is no part of the first name', () => {
  expect(parseHcl('\ufeffa = 1').body.attributes[0]).toMatchObject({ name: 'a', line: 1 });
});
