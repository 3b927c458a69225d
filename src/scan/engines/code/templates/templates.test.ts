import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeOfTemplate } from '../../../syntax/embedded/embedded-template.ts';
import { Markup } from './markup.ts';
import { readSegments } from './segments.ts';
import { isGoPage, templateSyntaxOf } from './syntaxes.ts';

test('the syntax of a page is told by its name', () => {
  expect(templateSyntaxOf('app/views/show.html.erb')).toBe('erb');
  expect(templateSyntaxOf('resources/views/a.blade.php')).toBe('blade');
  expect(templateSyntaxOf('src/a.php')).toBeUndefined();
});

test('a page is one of Go where a block of Go is closed, and not where a variable is called end', () => {
  expect(isGoPage('{{ if .Site }}<a href="{{ .Site }}">x</a>{{ end }}')).toBe(true);
  expect(isGoPage('{{- range .Items -}}{{ .Name }}{{- end -}}')).toBe(true);
  expect(isGoPage('<p>{{ start }} to {{ end }}</p>')).toBe(false);
  expect(isGoPage('{# {{ if x }}{{ end }} #}{% if a %}<a href="{{ a }}">x</a>{% endif %}')).toBe(false);
  expect(isGoPage('{{#if a}}{{a}}{{/if}}')).toBe(false);
});

test('a template of plain text is no page, a template of a page or of Markdown is one', () => {
  expect(templateSyntaxOf('app/views/mailer/welcome.text.erb')).toBeUndefined();
  expect(templateSyntaxOf('roles/web/nginx.conf.j2')).toBeUndefined();
  expect(templateSyntaxOf('page.html.j2')).toBe('jinja');
  expect(templateSyntaxOf('page.md.erb')).toBe('erb');
});

test.each([
  ['erb', '<%= a %><%== b %><%# c %><% d %>', ['escaped', 'raw', 'comment', 'code']],
  ['ejs', '<%= a %><%- b %>', ['escaped', 'raw']],
  ['jsp', '<%-- a --%><%= b %>${c}', ['comment', 'raw', 'raw']],
  ['jinja', '{{ a }}{{ b|safe }}{% c %}{# d #}', ['escaped', 'raw', 'code', 'comment']],
  ['twig', '{{ a|raw }}', ['raw']],
  ['blade', '{{ $a }}{!! $b !!}{{-- c --}}', ['escaped', 'raw', 'comment']],
  ['mustache', '{{ a }}{{{ b }}}{{& c }}{{! d }}{{#e}}', ['escaped', 'raw', 'raw', 'comment', 'code']],
  ['razor', '@Html.Raw(a.B("x"))@(c)', ['raw', 'escaped']],
  ['jinja', '{% autoescape off %}{{ a }}{% endautoescape %}{{ b }}', ['code', 'raw', 'code', 'escaped']],
] as const)('%s: what is escaped, raw, code and comment is told apart in %s', (syntax, text, kinds) => {
  expect(readSegments(text, syntax).map(({ kind }) => kind)).toEqual(kinds);
});

test('a page knows in which place of it something is put', () => {
  const text =
    '<a href="{{ a }}" class="x {{ b }}" id={{ c }}>{{ d }}</a><script>var e = {{ e }};</script><script type="text/template">{{ f }}</script>';
  const segments = readSegments(text, 'html');
  const markup = new Markup(text, segments);
  const contexts = segments.map(({ start }) => markup.contextAt(start));
  expect(contexts.map(({ place }) => place)).toEqual([
    'attribute',
    'attribute',
    'unquoted',
    'text',
    'script',
    'text',
  ]);
  expect(contexts.map(({ isFirst }) => isFirst)).toEqual([true, false, true, false, false, false]);
});

test('marks inside a tag do not end it', () => {
  const text = '<a {% if a > b %}href="{{ "x>y" }}"{% endif %} id="z">';
  const markup = new Markup(text, readSegments(text, 'jinja'));
  expect(markup.elements).toHaveLength(1);
  expect(markup.elements[0]!.attributes.map(({ name }) => name)).toEqual(['href', 'id']);
});

test('what is commented out has no elements, and a comment that was not closed in its line hides nothing', () => {
  expect(new Markup('<!-- <a href="x"> -->', []).elements).toHaveLength(0);
  expect(new Markup('<!-- note>\n<a href="x">', []).elements).toHaveLength(1);
});

test('the program in a page keeps the length and the lines of the page', () => {
  const part = fc.constantFrom(
    '<%=',
    '<%==',
    '<%-',
    '<%#',
    '<%',
    '%>',
    '-%>',
    'x',
    ' ',
    '\n',
    '"',
    '<b>',
    'é',
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 40 }).map((parts) => parts.join('')),
      fc.constantFrom('a.erb', 'a.ejs', 'a.jsp'),
      (text, path) => {
        const code = codeOfTemplate(path, text)!;
        expect(code.length).toBe(text.length);
        expect(code.split('\n').length).toBe(text.split('\n').length);
      },
    ),
  );
});

test('readers end on any text', () => {
  const part = fc.constantFrom(
    '{{',
    '}}',
    '{%',
    '%}',
    '<%',
    '%>',
    '<',
    '>',
    '"',
    "'",
    '=',
    'a',
    ' ',
    '\n',
    '<!--',
    '-->',
    '<script',
    '$',
    '${',
    '@',
    '(',
    ')',
    '[',
    '<#',
    '##',
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 60 }).map((parts) => parts.join('')),
      fc.constantFrom(
        'erb',
        'jinja',
        'mustache',
        'html',
        'razor',
        'blade',
        'jsp',
        'freemarker',
        'velocity',
        'jelly',
      ),
      (text, syntax) => {
        const segments = readSegments(text, syntax as 'erb');
        for (const [i, segment] of segments.entries())
          expect(segment.start).toBeGreaterThanOrEqual(segments[i - 1]?.end ?? 0);
        new Markup(text, segments);
      },
    ),
  );
});
