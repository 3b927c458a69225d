import { describe, expect, test } from 'vitest';
import { readIndented } from './indented.ts';
import type { TemplateSyntax } from './syntaxes.ts';

const outputs = (syntax: TemplateSyntax, text: string) =>
  readIndented(text, syntax).map(({ kind, expression, start, end, context }) => ({
    ...{ kind, expression, place: context.place },
    shown: text.slice(start, end),
  }));

test.each([
  ['haml', '%p= name', 'escaped', 'name', 'text'],
  ['haml', '%p!= name', 'raw', 'name', 'text'],
  ['haml', '= name', 'escaped', 'name', 'text'],
  ['pug', 'p= name', 'escaped', 'name', 'text'],
  ['pug', 'p!= name', 'raw', 'name', 'text'],
  ['slim', 'p == name', 'raw', 'name', 'text'],
  ['slim', 'p = name', 'escaped', 'name', 'text'],
] as const)('%s: %j puts a value into the page', (syntax, text, kind, expression, place) => {
  expect(outputs(syntax, text)).toMatchObject([{ kind, expression, place }]);
});

test('Haml: the value of an attribute goes into the attribute, and what follows into the text', () => {
  const found = outputs('haml', '%a{href: target}= name');
  expect(found.map(({ expression }) => expression)).toEqual(['target', 'name']);
  expect(found[0]!.place).not.toBe('text');
  expect(found[1]!.place).toBe('text');
});

test.each(['haml', 'pug', 'slim'] as const)('%s: a comment puts nothing in', (syntax) => {
  expect(outputs(syntax, syntax === 'haml' ? '-# = name' : '// = name')).toEqual([]);
});

test('what is put into a script is in the script until the indentation ends', () => {
  const text = 'script\n  var a = "#{name}"\np= other\n';
  expect(outputs('pug', text).map(({ expression, place }) => [expression, place])).toEqual([
    ['name', 'script'],
    ['other', 'text'],
  ]);
});

describe('every output, with what it stands for and where it goes', () => {
  /** `kind expression in place element attribute: what stands there`. */
  const shown = (syntax: TemplateSyntax, text: string) =>
    readIndented(text, syntax).map(({ kind, expression, start, end, context }) => {
      const { place, element, attribute, isFirst } = context;
      const where = [place, element, attribute, isFirst ? 'first' : ''].filter(Boolean).join(' ');
      return `${kind} ${expression} in ${where}: ${text.slice(start, end)}`;
    });

  test.each<[TemplateSyntax, string, string[]]>([
    ['pug', 'p= a', ['escaped a in text p: p= a']],
    ['pug', '  p= a\n   b!=c', ['escaped a in text p: p= a', 'raw c in text b: b!=c']],
    ['pug', '= a', ['escaped a in text div: = a']],
    ['pug', '.c#d= a', ['escaped a in text div: .c#d= a']],
    ['pug', 'script= a', ['escaped a in script script: script= a']],
    ['pug', 'p a = b', []],
    ['pug', 'p #{a} !{b}', ['escaped a in text: #{a}', 'raw b in text: !{b}']],
    ['pug', 'a(href=b)', ['escaped b in attribute a href first: href=b']],
    [
      'pug',
      'A(HREF=b)= c',
      ['escaped b in attribute a href first: HREF=b', 'escaped c in text A: A(HREF=b)= c'],
    ],
    ['pug', 'a(href="x" id=b)', ['escaped b in attribute a id first: id=b']],
    [
      'pug',
      'a(href=b + c, id!=d)',
      ['escaped b + c in attribute a href first: href=b + c', 'raw d in attribute a id first: id!=d'],
    ],
    ['pug', 'a(href=`x${b}`)', ['escaped `x${b}` in attribute a href: href=`x${b}`']],
    ['pug', 'a(href=`${b}`)', ['escaped `${b}` in attribute a href first: href=`${b}`']],
    ['pug', "a(href='x' )", []],
    [
      'pug',
      'a(href=f(b)) #{c}',
      ['escaped f(b) in attribute a href first: href=f(b)', 'escaped c in text: #{c}'],
    ],
    ['pug', '.x(href=b)', ['escaped b in attribute div href first: href=b']],
    ['pug', 'a(href=b', []],
    ['pug', 'a(href=b #{c}', ['escaped c in text: #{c}']],
    ['pug', 'a&attributes(b)', ['raw b in attribute a: &attributes(b)']],
    [
      'pug',
      'a(id=b)&attributes(c)= d',
      [
        'escaped b in attribute a id first: id=b',
        'raw c in attribute a: &attributes(c)',
        'escaped d in text a: a(id=b)&attributes(c)= d',
      ],
    ],
    ['pug', '(a=b)', ['escaped b in attribute div a first: a=b']],
    ['pug', 'p= "a"', []],
    ['pug', "p= 'a'", []],
    ['pug', 'p= 7', []],
    ['pug', 'p= "a#{b}"', ['escaped "a#{b}" in text p: p= "a#{b}"']],
    ['pug', '//- = a', []],
    [
      'pug',
      'script.\n  x = #{a} + !{b}\n\n  y = #{c}\np #{d}',
      [
        'escaped a in script script: #{a}',
        'raw b in script script: !{b}',
        'escaped c in script script: #{c}',
        'escaped d in text: #{d}',
      ],
    ],
    ['pug', ' script\n #{a}', ['escaped a in text: #{a}']],
    [
      'pug',
      'script(src=a)\n  #{b}',
      ['escaped a in attribute script src first: src=a', 'escaped b in script script: #{b}'],
    ],
    ['pug', 'script= a\n  #{b}', ['escaped a in script script: script= a', 'escaped b in text: #{b}']],
    ['haml', '%p= a', ['escaped a in text p: %p= a']],
    ['haml', '%p.c#d != a', ['raw a in text p: %p.c#d != a']],
    ['haml', '%p&= a', ['escaped a in text p: %p&= a']],
    ['haml', '= raw a', ['raw raw a in text div: = raw a']],
    ['haml', '= a.html_safe', ['raw a.html_safe in text div: = a.html_safe']],
    ['haml', '= rawer', ['escaped rawer in text div: = rawer']],
    ['haml', '%script= a', ['escaped a in script script: %script= a']],
    [
      'haml',
      '%a{href: b, :id => c} #{d}',
      [
        'escaped b in attribute a href first: href: b',
        'escaped c in attribute a id first: :id => c',
        'escaped d in text: #{d}',
      ],
    ],
    ['haml', '%a{href: "x"}', []],
    ['haml', '%a{href: b', []],
    ['haml', '{href: b}', []],
    ['haml', 'text #{a}', ['escaped a in text: #{a}']],
    ['haml', ':javascript\n  #{a}\n= b', ['escaped a in script script: #{a}', 'escaped b in text div: = b']],
    [
      'haml',
      ':javascript\n  f(#{raw a.map { |b| b.id }.to_json}, #{c})',
      [
        'escaped raw a.map { |b| b.id }.to_json in script script: #{raw a.map { |b| b.id }.to_json}',
        'escaped c in script script: #{c}',
      ],
    ],
    ['haml', '-# #{a}', []],
    ['haml', '/ #{a}', []],
    ['slim', 'p = a', ['escaped a in text p: p = a']],
    ['slim', 'p == a', ['raw a in text p: p == a']],
    ['slim', "p =' a", ["escaped a in text p: p =' a"]],
    ['slim', '= raw a', ['raw raw a in text div: = raw a']],
    ['slim', '= a.html_safe', ['raw a.html_safe in text div: = a.html_safe']],
    ['slim', 'script = a', ['escaped a in script script: script = a']],
    [
      'slim',
      'a href=b id==c',
      ['escaped b in attribute a href first:  href=b', 'raw c in attribute a id first:  id==c'],
    ],
    [
      'slim',
      'a href=b = c',
      ['escaped b in attribute a href first:  href=b', 'escaped c in text a: a href=b = c'],
    ],
    ['slim', 'a href="x" text #{b}', ['escaped b in text: #{b}']],
    ['slim', 'href=b', ['escaped b in text href: href=b']],
    ['pug', '()= a', ['escaped a in text div: ()= a']],
    ['slim', '.x href=(b)', ['escaped (b) in attribute div href first:  href=(b)']],
    ['slim', 'javascript:\n  #{a}\n| #{b}', ['escaped a in script script: #{a}', 'escaped b in text: #{b}']],
  ])('%s: %s', (syntax, text, expected) => {
    expect(shown(syntax, text)).toEqual(expected);
  });
});
