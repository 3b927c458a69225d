import { describe, expect, test } from 'vitest';
import { capturedBlocks, variableOf } from './captured-blocks.ts';
import { readSegments } from './segments.ts';
import { isGoPage, isPageOfCode, isTextTemplate, type TemplateSyntax, templateSyntaxOf } from './syntaxes.ts';

/** `kind<what stands there>expression` of each part, in their order. */
const shown = (syntax: TemplateSyntax, text: string) =>
  readSegments(text, syntax).map(({ kind, start, end, expression }) =>
    [kind, text.slice(start, end), expression].join(' | '),
  );

describe('parts of a page', () => {
  test.each<[TemplateSyntax, string, string[]]>([
    ['erb', 'a<%= b %>c', ['escaped | <%= b %> | b']],
    ['erb', '<%== b %><%=c%>', ['raw | <%== b %> | b', 'escaped | <%=c%> | c']],
    ['erb', '<%# = b %><% c %>', ['comment | <%# = b %> | = b', 'code | <% c %> | c']],
    [
      'erb',
      '<%= raw b %><%= raw(c) %><%= rawer %>',
      ['raw | <%= raw b %> | raw b', 'raw | <%= raw(c) %> | raw(c)', 'escaped | <%= rawer %> | rawer'],
    ],
    [
      'erb',
      "<%= 'a'.html_safe %><%= b.html_safe %>",
      ["escaped | <%= 'a'.html_safe %> | 'a'.html_safe", 'raw | <%= b.html_safe %> | b.html_safe'],
    ],
    ['erb', '<%= "#{a}".html_safe %>', ['raw | <%= "#{a}".html_safe %> | "#{a}".html_safe']],
    ['erb', '<%= a', []],
    ['erb', '<%= a <% b %>', ['escaped | <%= a <% b %> | a <% b']],
    [
      'plain-erb',
      '<%== a %><%= b %><%# c %>',
      ['escaped | <%== a %> | a', 'raw | <%= b %> | b', 'comment | <%# c %> | c'],
    ],
    ['plain-erb', '<%== raw b %>', ['escaped | <%== raw b %> | raw b']],
    [
      'ejs',
      '<%- a %><%= b %><% c %>',
      ['raw | <%- a %> | a', 'escaped | <%= b %> | b', 'code | <% c %> | c'],
    ],
    ['jsp', '<%-- a %> --%><% b %>', ['comment | <%-- a %> --%> | a %>', 'code | <% b %> | b']],
    [
      'velocity',
      '$a.b("c")$!{d}## $e\n',
      ['raw | $a.b("c") | a.b("c")', 'raw | $!{d} | d', 'comment | ## $e\n | $e'],
    ],
    ['velocity', '$esc.html($a.b("c"))', ['raw | $esc.html($a.b("c")) | esc.html($a.b("c"))']],
    ['velocity', '<p>$a.b(c</p>', ['raw | $a.b | a.b']],
    ['velocity', '$(a) $.b x$c', []],
    [
      'freemarker',
      '<#-- ${a} -->${b}${c?no_esc}<#if d></#if>',
      [
        'comment | <#-- ${a} --> | ${a}',
        'escaped | ${b} | b',
        'raw | ${c?no_esc} | c?no_esc',
        'code | <#if d> | if d',
        'code | </#if> | if',
      ],
    ],
    [
      'jelly',
      "<?jelly escape-by-default='true'?><!-- ${a} -->${b}",
      [
        "code | <?jelly escape-by-default='true'?> | escape-by-default='true'",
        'comment | <!-- ${a} --> | ${a}',
        'escaped | ${b} | b',
      ],
    ],
    ['jsp', '<%= a %>${b}#{c}', ['raw | <%= a %> | a', 'raw | ${b} | b', 'raw | #{c} | c']],
    [
      'jinja',
      '{# a #}{% b %}{{ c }}',
      ['comment | {# a #} | a', 'code | {% b %} | b', 'escaped | {{ c }} | c'],
    ],
    [
      'jinja',
      '{{ a | safe }}{{ b|safe:1 }}{{ c|safer }}',
      [
        'raw | {{ a | safe }} | a | safe',
        'escaped | {{ b|safe:1 }} | b|safe:1',
        'escaped | {{ c|safer }} | c|safer',
      ],
    ],
    ['twig', '{{ a|raw }}{% b %}', ['raw | {{ a|raw }} | a|raw', 'code | {% b %} | b']],
    [
      'html',
      '{{{ a }}}{{& b }}{{ c|noescape }}',
      ['raw | {{{ a }}} | a', 'raw | {{& b }} | b', 'raw | {{ c|noescape }} | c|noescape'],
    ],
    [
      'html',
      '{{{ ../a }}}{{{ @b }}}{{{ c d }}}{{{<br>}}}{{{~Word}}}{{{@@x:y@@}}}{{{[[a|b]]}}}',
      ['raw | {{{ ../a }}} | ../a', 'raw | {{{ @b }}} | @b', 'raw | {{{ c d }}} | c d'],
    ],
    [
      'html',
      '{# a #}{% b %}{{! c }}',
      ['comment | {# a #} | a', 'code | {% b %} | b', 'comment | {{! c }} | c'],
    ],
    ['mustache', '{{!-- a }} --}}{{! b }}', ['comment | {{!-- a }} --}} | a }}', 'comment | {{! b }} | b']],
    [
      'mustache',
      '{{#a}}{{/a}}{{^b}}{{>c}}{{else}}{{d}}',
      [
        'code | {{#a}} | a',
        'code | {{/a}} | a',
        'code | {{^b}} | b',
        'code | {{>c}} | c',
        'code | {{else}} | ',
        'escaped | {{d}} | d',
      ],
    ],
    ['mustache', '{{ a|safe }}', ['escaped | {{ a|safe }} | a|safe']],
    [
      'blade',
      '{{-- a --}}{!! $b !!}{{ $c }}@php $d @endphp',
      [
        'comment | {{-- a --}} | a',
        'raw | {!! $b !!} | $b',
        'escaped | {{ $c }} | $c',
        'code | @php $d @endphp | $d',
      ],
    ],
    ['vue', '{{ a }}', ['escaped | {{ a }} | a']],
    ['svelte', '{@html a}{b}', ['raw | {@html a} | a']],
    [
      'razor',
      '@* a *@@@b @Html.Raw(c(d)) @(e)',
      ['comment | @* a *@ | a', 'comment | @@ | ', 'raw | @Html.Raw(c(d)) | c(d)', 'escaped | @(e) | e'],
    ],
    ['razor', 'x @Model.Name? y', ['escaped | @Model.Name | Model.Name']],
    ['razor', '@a?.b[0].c(1) @_d', ['escaped | @a?.b[0].c(1) | a?.b[0].c(1)', 'escaped | @_d | _d']],
    ['razor', 'me@example.com a.@b', []],
    ['razor', '@if (a) @foreach @Html.Display @section @Url.Action', []],
    ['razor', '@iff', ['escaped | @iff | iff']],
    [
      'razor',
      '@( new HtmlString(a) )@(new HtmlStrings(b))',
      [
        'raw | @( new HtmlString(a) ) | new HtmlString(a)',
        'escaped | @(new HtmlStrings(b)) | new HtmlStrings(b)',
      ],
    ],
    ['razor', '@1 @', []],
    ['razor', '@(a', []],
    ['razor', '@(a(b)', []],
    [
      'twirl',
      '@Html(a)@HtmlFormat.raw(b)@(c)@d',
      ['raw | @Html(a) | a', 'raw | @HtmlFormat.raw(b) | b', 'escaped | @(c) | c', 'escaped | @d | d'],
    ],
    ['php', 'a<?= $b ?>c<?php d ?>e', ['raw | <?= $b ?> | ', 'code | <?php d ?> | ']],
    ['php', '<?php a', ['code | <?php a | ']],
    ['php', 'a', []],
    ['go', '{{ a }}', []],
    ['pug', 'p= a', []],
  ])('%s: %s', (syntax, text, expected) => {
    expect(shown(syntax, text)).toEqual(expected);
  });

  test('a part has at most 20,000 characters', () => {
    const long = (length: number) => 'x'.repeat(length);
    expect(readSegments(`{{${long(20_000)}}}`, 'jinja')).toHaveLength(1);
    expect(readSegments(`{{${long(20_001)}}}{{a}}`, 'jinja').map(({ expression }) => expression)).toEqual([
      'a',
    ]);
    expect(readSegments(`@(${long(19_999)})`, 'razor')).toHaveLength(1);
    expect(readSegments(`@(${long(20_000)})`, 'razor')).toHaveLength(0);
  });
});

describe('what is put in while escaping is off', () => {
  const kinds = (syntax: TemplateSyntax, text: string) =>
    readSegments(text, syntax)
      .filter(({ kind }) => kind !== 'code')
      .map(({ kind, expression }) => `${kind} ${expression}`);
  test.each<[TemplateSyntax, string, string[]]>([
    ['jinja', '{% autoescape off %}{{ a }}{% endautoescape %}{{ b }}', ['raw a', 'escaped b']],
    ['twig', '{%- autoescape false %}{{ a }}{%- endautoescape %}{{ b }}', ['raw a', 'escaped b']],
    ['html', '{% autoescape off %}{{ a }}{# c #}', ['raw a', 'comment c']],
    ['jinja', '{% autoescape on %}{{ a }}', ['escaped a']],
    ['jinja', '{% autoescape off %}{% autoescape on %}{{ a }}', ['escaped a']],
    [
      'jinja',
      '{% autoescape off %}{{ a|e }}{{ b | escape }}{{ c|force_escape }}{{ d|eee }}',
      ['escaped a|e', 'escaped b | escape', 'escaped c|force_escape', 'raw d|eee'],
    ],
    ['jinja', '{# autoescape off #}{{ a }}', ['comment autoescape off', 'escaped a']],
    ['jinja', '{% autoescape off %}{# endautoescape #}{{ a }}', ['comment endautoescape', 'raw a']],
    ['mustache', '{{#autoescape off}}{{a}}', ['escaped a']],
  ])('%s: %s', (syntax, text, expected) => {
    expect(kinds(syntax, text)).toEqual(expected);
  });
});

test.each([
  ['a/B.ERB', 'erb'],
  ['a.rhtml', 'erb'],
  ['a.js.erb', 'erb'],
  ['a.jspf', 'jsp'],
  ['a.ftl', 'freemarker'],
  ['a.ftlh', 'freemarker'],
  ['a.vm', 'velocity'],
  ['config.jelly', 'jelly'],
  ['a.djhtml', 'jinja'],
  ['a.hbs', 'mustache'],
  ['a.razor', 'razor'],
  ['a.scala.html', 'twirl'],
  ['a.xhtml', 'html'],
  ['a.jade', 'pug'],
  ['app/src/main/AndroidManifest.xml', 'android-manifest'],
  ['xandroidmanifest.xml', undefined],
  ['a.yml.erb', undefined],
  ['a.yaml.ejs', undefined],
  ['yml.erb', 'erb'],
  ['b.sql/a.erb', 'erb'],
  ['a.php', undefined],
  ['erb', 'erb'],
])('%s is a page of %s', (path, syntax) => {
  expect(templateSyntaxOf(path)).toBe(syntax);
});

test('a template of a text, and a program that is a page', () => {
  expect(['a/b.conf.j2', 'B.CONF.J2', 'conf.j2', 'a.conf.j2/x.html'].map(isTextTemplate)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(['a.php', 'A.PHP5', 'a.phtml', 'a.phps', 'php'].map(isPageOfCode)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test.each([
  ['{{ if .A }}{{ end }}', true],
  ['{{ if .A }}{{ end }}{% a %}', false],
  ['{{ if .A }}', false],
  ['{{ .A }}{{ end }}', false],
  ['{{ block "a" . }}{{-end-}}', true],
  ['{{ if }}{{ end }}', false],
])('%s is a page of Go: %s', (text, expected) => {
  expect(isGoPage(text)).toBe(expected);
});

test.each([
  ['{% set a %}<b>x</b>{% endset %}', ['a']],
  ['{%- set a -%}<b>x</b>{% endset %}', ['a']],
  ['{% set a = page.body %}', []],
  ['{% set a %}<b>x</b>{% endset %}{% set a = page.body %}', []],
  ["{% set a = block('a')|trim %}", ['a']],
  ["{% set a = block('a') ~ page.body %}", []],
  ['{# set a #}', []],
])('what %s keeps of the page', (text, names) => {
  expect([...capturedBlocks(readSegments(text, 'twig'))]).toEqual(names);
});

test('a variable is put in alone, or with something behind it', () => {
  expect(variableOf('a|raw')).toBe('a');
  expect(variableOf('a | trim | raw')).toBe('a');
  expect(variableOf('a.b|raw')).toBeUndefined();
  expect(variableOf('a ~ b|raw')).toBeUndefined();
});
