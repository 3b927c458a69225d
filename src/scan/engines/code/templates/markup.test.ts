import { describe, expect, test } from 'vitest';
import { Markup } from './markup.ts';
import { readSegments } from './segments.ts';

const markupOf = (text: string) => new Markup(text, readSegments(text, 'jinja'));

/** `name[attribute=value …]` of each element; unquoted values with a `~`, what is shown of the page behind it. */
function elements(text: string): string[] {
  return markupOf(text).elements.map(({ name, attributes, start, end }) => {
    const list = attributes.map(
      (each) => `${each.name}=${each.isQuoted ? '' : '~'}${each.value}@${text.slice(each.start, each.end)}`,
    );
    return `${name}[${list.join(' ')}] ${text.slice(start, end)}`;
  });
}

describe('elements with their attributes', () => {
  test.each<[string, string[]]>([
    ['<a>', ['a[] <a>']],
    ['<A HREF="X">', ['a[href=X@HREF="X] <A HREF="X">']],
    ['x<a b="c" d=\'e\'>y', [`a[b=c@b="c d=e@d='e] <a b="c" d='e'>`]],
    ['<a b=c d=e>', ['a[b=~c@b=c d=~e@d=e] <a b=c d=e>']],
    ['<a b = "c">', ['a[b=c@b = "c] <a b = "c">']],
    ['<a b  c>', ['a[b=@b c=@c] <a b  c>']],
    ['<a b/>', ['a[b=@b] <a b/>']],
    ['<a/b>', ['a[b=@b] <a/b>']],
    ['<a =b>', ['a[=~b@=b] <a =b>']],
    ['<a b="c>d">', ['a[b=c>d@b="c>d] <a b="c>d">']],
    ['<a b=c/>', ['a[b=~c/@b=c/] <a b=c/>']],
    ['<a <b>', ['a[] <a ', 'b[] <b>']],
    ['<a b="c', ['a[b=c@b="c] <a b="c']],
    ['<a', ['a[] <a']],
    ['<a b=', ['a[b=~@b=] <a b=']],
    ['</a>', []],
    ['<1>', []],
    ['<', []],
    ['<<a>', ['a[] <a>']],
    ['<x:y-z a:b="c">', ['x:y-z[a:b=c@a:b="c] <x:y-z a:b="c">']],
    ['<a b="{{ c }}">', ['a[b={{ c }}@b="{{ c }}] <a b="{{ c }}">']],
    ['<a {{ b }}="c">', ['a[{{ b }}=c@{{ b }}="c] <a {{ b }}="c">']],
    ['<a {% if b > c %}d{% endif %}>', ['a[d=@d] <a {% if b > c %}d{% endif %}>']],
    ['<!-- <a> --><b>', ['b[] <b>']],
    ['<!-- <a>', []],
    ['<!-- x><a>\n-->', ['a[] <a>']],
    ['<!-- x>\n<a> --><b>', ['a[] <a>', 'b[] <b>']],
    ['<!-- x> --><a>', ['a[] <a>']],
    ['<!-- <x>\n<a> --><b>', ['b[] <b>']],
    ['<!-- x\n<a> --><b>', ['b[] <b>']],
    ['<!-- x>', []],
    ['<!-- x><a>', ['a[] <a>']],
    ['<!--><a>', ['a[] <a>']],
    ['<script><a></script><b>', ['script[] <script>', 'b[] <b>']],
    [
      '<script type="text/x"><a></script>',
      ['script[type=text/x@type="text/x] <script type="text/x">', 'a[] <a>'],
    ],
    [
      '<style type="text/x"><a></style><b>',
      ['style[type=text/x@type="text/x] <style type="text/x">', 'b[] <b>'],
    ],
    ['<SCRIPT><a></SCRIPT ><b>', ['script[] <SCRIPT>', 'b[] <b>']],
    ['<script><a>', ['script[] <script>']],
  ])('%s', (text, expected) => {
    expect(elements(text)).toEqual(expected);
  });

  test('a name has at most 63 letters, a tag 20,000 characters', () => {
    const name = 'a'.repeat(63);
    expect(markupOf(`<${name}b>`).elements[0]!.name).toBe(name);
    const [first] = markupOf(`<a b="${'x'.repeat(30_000)}"><c>`).elements;
    expect(first!.attributes[0]!.value).toHaveLength(20_000 - 6);
    const [plain] = markupOf(`<a b=${'x'.repeat(30_000)}><c>`).elements;
    expect(plain!.attributes[0]!.value).toHaveLength(20_000 - 5);
    const [many] = markupOf(`<a ${'b '.repeat(20_000)}>`).elements;
    expect(many!.attributes).toHaveLength(9_999);
  });
});

describe('where something is put', () => {
  /** The place of each X. */
  const places = (text: string) => {
    const markup = markupOf(text);
    return [...text.matchAll(/X/g)].map(({ index }) => {
      const { place, element, attribute, isFirst } = markup.contextAt(index);
      return [place, element, attribute, isFirst ? 'first' : ''].filter(Boolean).join(' ');
    });
  };
  test.each<[string, string[]]>([
    ['X', ['text']],
    ['<a>X</a>', ['text']],
    ['<a href="X">', ['attribute a href first']],
    ['<a href="XX">', ['attribute a href first', 'attribute a href']],
    ['<a href=" X X">', ['attribute a href first', 'attribute a href']],
    ['<a href="yX">', ['attribute a href']],
    ['<a href=XX>', ['unquoted a href first', 'unquoted a href']],
    ['<a X>', ['text']],
    ['<A HREF="X"><b c="X">', ['attribute a href first', 'attribute b c first']],
    ['<script>X</script>X', ['script script', 'text']],
    ['<style>X</style>X', ['style style', 'text']],
    ['<script type="text/x">X</script>', ['text']],
    ['<script type="module">X</script>', ['script script']],
    ['<script type="text/javascript">X</script>', ['script script']],
    ['<script type="modules">X</script>', ['text']],
    ['<script type="">X</script>', ['script script']],
    ['<script lang="x">X</script>', ['script script']],
    ['<script></script>X', ['text']],
    [
      '<a b="X" c="yX" d=X>X<e f="X">',
      ['attribute a b first', 'attribute a c', 'unquoted a d first', 'text', 'attribute e f first'],
    ],
  ])('%s', (text, expected) => {
    expect(places(text)).toEqual(expected);
  });

  test('the first and the last place of a region, and those next to it', () => {
    const markup = markupOf('<a b="cd"><e f="gh">');
    const found = Array.from({ length: 20 }, (_, at) =>
      markup.contextAt(at).place === 'attribute' ? markup.contextAt(at).element : '.',
    );
    expect(found.join('')).toBe('......aa........ee..');
  });
});

test('scripts that a browser runs, where there is anything in them', () => {
  const scripts = (text: string) => markupOf(text).scripts.map(({ start, end }) => text.slice(start, end));
  expect(
    scripts('<script>a</script><script></script><style>b</style><script type="text/x">c</script><script>d'),
  ).toEqual(['a', 'd']);
});

test('outputs are letters, code and comments blanks, and lines stay', () => {
  const text = 'a{{ b }}{% c\nd %}{# e #}f{{ g\r\n }}';
  expect(markupOf(text).masked).toBe(
    `a${'x'.repeat(7)}${' '.repeat(4)}\n${' '.repeat(4)}${' '.repeat(7)}f${'x'.repeat(4)}\r\n${'x'.repeat(3)}`,
  );
});
