import { describe, expect, test } from 'vitest';
import type { TemplateSyntax } from './syntaxes.ts';
import { analyseTemplate } from './template-analysis.ts';
import type { LowOutputs, TemplateRule } from './template-rules.ts';

const ruleOf = (more: Partial<TemplateRule>) =>
  ({ id: 'r', severity: 'high', on: 'output', ...more }) as TemplateRule;
const lowOf = (more: Partial<LowOutputs>): LowOutputs => ({
  expression: undefined,
  syntaxes: [],
  textOnly: false,
  inBlock: false,
  quoted: false,
  inName: false,
  unwritten: false,
  ...more,
});

/** `severity what stands there` of each match. */
function found(syntax: TemplateSyntax, text: string, ...rules: Array<Partial<TemplateRule>>): string[] {
  return analyseTemplate(text, syntax, rules.map(ruleOf)).map(
    ({ severity, start, end }) => `${severity} ${text.slice(start, end)}`,
  );
}

describe('outputs that a rule is about', () => {
  const page = '<a href="{{ u }}" id="x{{ v }}">{{ w|safe }}</a><p>{{ y }}</p>';
  test.each<[string, Partial<TemplateRule>, string[]]>([
    ['all', {}, ['{{ u }}', '{{ v }}', '{{ w|safe }}', '{{ y }}']],
    ['raw ones', { on: 'raw' }, ['{{ w|safe }}']],
    ['escaped ones', { on: 'escaped' }, ['{{ u }}', '{{ v }}', '{{ y }}']],
    ['in some places', { places: ['attribute'] }, ['{{ u }}', '{{ v }}']],
    ['in some elements', { element: /^a$/ }, ['{{ u }}', '{{ v }}']],
    ['in some attributes', { attribute: /^id$/ }, ['{{ v }}']],
    ['that come first', { isFirst: true }, ['{{ u }}']],
    ['that do not come first', { isFirst: false }, ['{{ v }}', '{{ w|safe }}', '{{ y }}']],
    ['by expression', { expression: /^[uy]$/ }, ['{{ u }}', '{{ y }}']],
    [
      'by what is meant in this syntax alone',
      { expression: /^u$/, inSyntax: { jinja: /^y$/ } },
      ['{{ u }}', '{{ y }}'],
    ],
    ['not by what is meant in another', { expression: /^u$/, inSyntax: { jsp: /^y$/ } }, ['{{ u }}']],
    ['but for an expression', { unless: /^[uy]$/ }, ['{{ v }}', '{{ w|safe }}']],
    ['of this syntax', { syntaxes: ['jinja', 'erb'] }, ['{{ u }}', '{{ v }}', '{{ w|safe }}', '{{ y }}']],
    ['of another syntax', { syntaxes: ['erb'] }, []],
    ['in pages with something', { page: /<p>/, on: 'raw' }, ['{{ w|safe }}']],
    ['in pages with something else', { page: /<b>/ }, []],
    ['in pages without something', { notPage: /<b>/, on: 'raw' }, ['{{ w|safe }}']],
    ['in pages without what is there', { notPage: /<p>/ }, []],
  ])('%s', (_, rule, expected) => {
    expect(found('jinja', page, rule)).toEqual(expected.map((each) => `high ${each}`));
  });

  test('names in texts of an expression do not count, but what is put into a text does', () => {
    const rule = { expression: /name/ };
    const ask = (expression: string) => found('jinja', `<p>{{ ${expression} }}</p>`, rule).length;
    expect(
      [
        "f('name')",
        'f("name")',
        'f("{name}")',
        'f("$name")',
        'f("#@name")',
        "f('{name}')",
        'name',
        "f('a', name)",
      ].map(ask),
    ).toEqual([0, 0, 1, 1, 1, 0, 1, 1]);
  });

  test('fixed texts are no outputs', () => {
    expect(found('jinja', '<p>{{ "a" }}{{ b }}</p>', {})).toEqual(['high {{ b }}']);
  });

  test('a page of Go is one of its own syntax', () => {
    const text = '{{ if .A }}{{ .B }}{{ end }}';
    expect(found('html', text, { syntaxes: ['html'] })).toEqual([]);
    expect(found('html', text, { syntaxes: ['go'], expression: /B/ })).toEqual(['high {{ .B }}']);
    expect(found('mustache', text, { syntaxes: ['go'] })).toEqual([]);
  });

  test('plain ERB is ERB, but for what is escaped', () => {
    const text = '<a href="<%= b %>"><% c %>';
    const syntaxes: TemplateSyntax[] = ['erb'];
    expect(found('plain-erb', text, { syntaxes, on: 'raw' })).toEqual([]);
    expect(found('plain-erb', text, { syntaxes, on: 'escaped' })).toEqual([]);
    expect(found('plain-erb', text, { syntaxes, on: 'output' })).toEqual(['high <%= b %>']);
    expect(found('plain-erb', text, { syntaxes, on: 'code' })).toEqual(['high <% c %>']);
    expect(found('plain-erb', text, { syntaxes: ['ejs'], on: 'code' })).toEqual([]);
    expect(found('ejs', text, { syntaxes, on: 'code' })).toEqual([]);
    expect(found('plain-erb', text, { syntaxes: ['plain-erb'], on: 'raw' })).toEqual(['high <%= b %>']);
  });

  test('tags of JSP escape what they are given', () => {
    const kinds = (text: string) => [
      found('jsp', text, { on: 'raw' }).length,
      found('jsp', text, { on: 'escaped' }).length,
    ];
    expect(kinds('<c:out value="${a}"/>')).toEqual([0, 1]);
    expect(kinds('<c:out other="${a}"/>')).toEqual([0, 1]);
    expect(kinds('<c:if test="${a}">')).toEqual([0, 1]);
    expect(kinds('<c:if test="a">${b}</c:if>')).toEqual([1, 0]);
    expect(kinds('<p id="${a}">')).toEqual([1, 0]);
    expect(kinds('<p id="<c:url value=\'${a}\'/>">')).toEqual([0, 1]);
    expect(kinds(`<c:if test="${' '.repeat(986)}\${a}">`)).toEqual([0, 1]);
    expect(kinds(`<c:if test="${' '.repeat(988)}\${a}">`)).toEqual([1, 0]);
    expect(found('jinja', '<c:out value="{{ a|safe }}">', { on: 'escaped' })).toHaveLength(1);
    expect(found('jinja', '<c:if test="{{ a|safe }}">', { on: 'escaped' })).toHaveLength(0);
    expect(
      found('jinja', '<p value="{{ a|safe }}"><c:out id="{{ b|safe }}">', { on: 'escaped' }),
    ).toHaveLength(0);
  });
});

describe('outputs of which only the place speaks for harm', () => {
  const all = (low: Partial<LowOutputs>, text: string, syntax: TemplateSyntax = 'jinja') =>
    found(syntax, text, { low: lowOf(low) }).map((each) => each.split(' ')[0]);
  test.each<[string, Partial<LowOutputs>, string, string[]]>([
    ['nothing is said', {}, '<p>{{ a }}</p>', ['high']],
    ['of a syntax', { syntaxes: ['jinja'] }, '<p>{{ a }}</p>', ['low']],
    ['of another syntax', { syntaxes: ['erb'] }, '<p>{{ a }}</p>', ['high']],
    ['in a text', { textOnly: true }, '{{ a }}', ['low']],
    ['in a page', { textOnly: true }, '<p>{{ a }}', ['high']],
    ['in Markdown', { textOnly: true }, '# A\n<a name="a"></a>{{ a }}\n\n## B\n', ['low']],
    ['in a page with one mark', { textOnly: true }, '# A\n<p>{{ a }}', ['high']],
    ['in a block', { inBlock: true }, '{% autoescape off %}<p>{{ a }}', ['low']],
    [
      'outside of a block',
      { inBlock: true },
      '{% autoescape off %}{% endautoescape %}<p>{{ a|safe }}',
      ['high'],
    ],
    ['in a text, where that does not count', {}, '{{ a }}', ['high']],
    ['by expression', { expression: /^a$/ }, '<p>{{ a }}{{ b }}', ['low', 'high']],
    [
      'in quotes',
      { quoted: true },
      '<script>x = "{{ a }}"; y = {{ b }}; z = "{{ c|safe }}"</script>',
      ['low', 'high', 'high'],
    ],
    ['in quotes, where that does not count', {}, '<script>x = "{{ a }}"</script>', ['high']],
    ['in a name', { inName: true }, '<script>x_{{ a }} = {{ b }};</script>', ['low', 'high']],
    ['in a name, where that does not count', {}, '<script>x_{{ a }} = 1</script>', ['high']],
  ])('%s', (_, low, text, expected) => {
    expect(all(low, text)).toEqual(expected);
  });
});

describe('code between marks', () => {
  test.each<[Partial<TemplateRule>, string[]]>([
    [{}, ['high {% a %}', 'high {% b c %}']],
    [{ expression: /^b/ }, ['high {% b c %}']],
    [{ unless: /^b/ }, ['high {% a %}']],
    [{ expression: /./, unless: /./ }, []],
  ])('%j', (rule, expected) => {
    expect(found('jinja', '<p>{% a %}{{ o }}{% b c %}{# d #}', { on: 'code', ...rule })).toEqual(expected);
  });
});

describe('elements', () => {
  const page = '<a href="u" rel="x">t</a><A HREF="{{ v }}"><form action="w"><i></form><form>';
  test.each<[string, Partial<TemplateRule>, string[]]>([
    ['all', {}, ['<a href="u" rel="x">', '<A HREF="{{ v }}">', '<form action="w">', '<i>', '<form>']],
    ['by name', { element: /^a$/ }, ['<a href="u" rel="x">', '<A HREF="{{ v }}">']],
    ['without an attribute', { element: /^a$/, without: /^rel$/ }, ['<A HREF="{{ v }}">']],
    ['with an attribute', { having: /^rel=x$/ }, ['<a href="u" rel="x">']],
    ['that lack something', { element: /^form$/, lacks: /<i>/ }, ['<form>']],
    ['that lack what comes behind', { element: /^a$/, lacks: /<form/ }, ['<a href="u" rel="x">']],
    ['their attributes', { attribute: /^href$/ }, ['href="u', 'HREF="{{ v }}']],
    ['their attributes by value', { attribute: /./, expression: /^[uw]$/ }, ['href="u', 'action="w']],
    ['their attributes but for a value', { attribute: /^href$/, unless: /^u$/ }, ['HREF="{{ v }}']],
    ['their attributes with an output', { attribute: /./, places: ['output'] }, ['HREF="{{ v }}']],
    ['their attributes in any place', { attribute: /^rel$/, places: ['text'] }, ['rel="x']],
  ])('%s', (_, rule, expected) => {
    expect(found('jinja', page, { on: 'element', ...rule })).toEqual(expected.map((each) => `high ${each}`));
  });

  test('an attribute that begins where an output ends has none', () => {
    const rule: Partial<TemplateRule> = { on: 'element', attribute: /./, places: ['output'] };
    expect(found('jinja', '<a b="{{ c }}" d="e">{{ f }}', rule)).toEqual(['high b="{{ c }}']);
    expect(found('jinja', '<a {{ c }}>', rule)).toEqual(['high {{ c }}']);
  });

  test('a low value of an attribute', () => {
    const rule = { on: 'element', attribute: /^a$/, low: lowOf({ expression: /^x$/ }) } as const;
    expect(found('jinja', '<p a="x"><p a="y">', rule)).toEqual(['low a="x', 'high a="y']);
  });

  test('PHP has elements and no outputs', () => {
    expect(found('php', '<a href="<?= $x ?>">', { on: 'element' })).toEqual(['high <a href="<?= $x ?>">']);
    expect(found('php', '<a href="<?= $x ?>">', {}, { on: 'code' })).toEqual([]);
  });
});

test('pages whose tags are lines have outputs alone', () => {
  expect(found('pug', 'p= a', {}, { on: 'element' }, { on: 'code' })).toEqual(['high p= a']);
  expect(found('haml', '%p= a', {})).toEqual(['high %p= a']);
  expect(found('slim', 'p = a', {})).toEqual(['high p = a']);
  expect(found('pug', 'p= a', { low: lowOf({ textOnly: true }) })).toEqual(['high p= a']);
});

test('what is shown of a match has one line and at most 240 characters', () => {
  const shown = (text: string) => analyseTemplate(text, 'jinja', [ruleOf({})])[0]!.code;
  expect(shown('<p>{{ a\n   b }}')).toBe('{{ a b }}');
  expect(shown(`{{${'a'.repeat(300)}}}`)).toBe(`{{${'a'.repeat(238)}`);
});

test('a page has at most a million characters', () => {
  const text = `{{ a }}${' '.repeat(1_000_000 - 7)}`;
  expect(analyseTemplate(text, 'jinja', [ruleOf({})])).toHaveLength(1);
  expect(analyseTemplate(`${text} `, 'jinja', [ruleOf({})])).toHaveLength(0);
});

test('rules in their order, each low one at most low', () => {
  const rules = [{ severity: 'info' as const, low: lowOf({ textOnly: true }) }, { on: 'escaped' as const }];
  expect(found('jinja', '{{ a }}', ...rules)).toEqual(['info {{ a }}', 'high {{ a }}']);
});

test('where nothing says that people write it, an output is low if the rule says so', () => {
  const page = '<script>a({{ user.name }}, {{ page.size }}, {{ q }});</script>';
  expect(found('jinja', page, { places: ['script'], low: lowOf({ unwritten: true }) })).toEqual([
    'high {{ user.name }}',
    'low {{ page.size }}',
    'high {{ q }}',
  ]);
  // A script that is nothing but a value is one, whatever it is called.
  expect(found('pug', 'script= size\n', { places: ['script'], low: lowOf({ unwritten: true }) })).toEqual([
    'high script= size',
  ]);
  const script = ':javascript\n  a(#{user.name}, #{page.size})\n';
  expect(found('haml', script, { places: ['script'], low: lowOf({ unwritten: true }) })).toEqual([
    'high #{user.name}',
    'low #{page.size}',
  ]);
});

test('a document of XML that no browser shows as a page has no scripts', () => {
  const script = '<script>{{ name }}</script>';
  const inScript = { places: ['script'] };
  expect(found('jinja', `<?xml version="1.0"?>\n<profile>${script}</profile>`, inScript)).toEqual([]);
  expect(found('jinja', `<?xml version="1.0"?>\n<html>${script}</html>`, inScript)).toEqual([
    'high {{ name }}',
  ]);
  expect(found('jinja', `<?xml version="1.0"?>\n<svg>${script}</svg>`, inScript)).toEqual([
    'high {{ name }}',
  ]);
  expect(found('jinja', `<profile>${script}</profile>`, inScript)).toEqual(['high {{ name }}']);
});

test('what an element is filled with is low where nothing says that people write it, if the rule says so', () => {
  const page = '<p v-html="item.comment"></p><p v-html="item.rentalInfo"></p>';
  const rule = { on: 'element', attribute: /^v-html$/, low: lowOf({ unwritten: true }) } as const;
  expect(found('html', page, rule)).toEqual(['high v-html="item.comment', 'low v-html="item.rentalInfo']);
});
