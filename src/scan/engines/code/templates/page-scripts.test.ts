import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createParser } from '../../../syntax/parser.ts';
import { createCodeEngine } from '../code-engine.ts';
import { scriptsOfPage } from './page-scripts.ts';

const engine = createCodeEngine();
const parser = await createParser();

async function findings(path: string, text: string): Promise<Array<[string, number]>> {
  await engine.prepare!([path]);
  const parseAs: typeof parser.tryParse = (...given) => parser.tryParse(...given);
  const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text), parseAs };
  return engine
    .analyse(file, { hashSecret: (value) => value })
    .findings.filter(({ ruleId }) => ruleId.startsWith('javascript-'))
    .map(({ ruleId, startLine }) => [ruleId, startLine]);
}

const script = '\n<script>\n  el.innerHTML = location.hash;\n  el.textContent = location.hash;\n</script>\n';

test.each([
  ['a.html', `<p>${script}`],
  ['views/a.html.erb', `<p><%= @a %>${script}`],
  ['views/a.php', `<?php if ($a) { ?>${script}<?php }`],
  ['views/a.phtml', `<p><?= $a ?>${script}`],
  ['views/a.blade.php', `<p>@if ($a)${script}@endif`],
  ['a.jsp', `<%@ page %>${script}`],
  ['a.html.twig', `<p>{{ a }}${script}`],
  ['a.cshtml', `<p>@Model.A${script}`],
  ['a.hbs', `<p>{{a}}${script}`],
])('%s: data is followed inside the scripts of a page, by the lines of the page', async (path, text) => {
  expect(await findings(path, text)).toEqual([['javascript-dom-xss', 3]]);
});

test('handlers of elements are scripts', async () => {
  const page =
    '<p>\n<b onclick="go(); document.write(location.search)">x</b>\n<b onclick="go(&quot;a&quot;)">y</b>';
  expect(await findings('a.html', page)).toEqual([['javascript-dom-xss', 2]]);
});

test('what a template puts into a script is a part of it', () => {
  const page = '<script>var a = "<%= b %>", c = <%= d %>;<% if e %>f()<% end %></script>';
  expect(scriptsOfPage('a.erb', page)?.trim()).toBe(
    ';var a = "xxxxxxxx", c = xxxxxxxx;          f()         ;',
  );
});

test('data blocks and templates are no scripts', () => {
  expect(scriptsOfPage('a.html', '<script type="application/json">{"a": 1}</script>')).toBeUndefined();
});

test('offsets and lines of the scripts are those of the page, whatever it is made of', () => {
  const piece = fc.constantFrom(
    '<script>',
    '</script>',
    '<?php ',
    '?>',
    '<%= a %>',
    ' onclick="',
    '"',
    '<b',
    '>',
    '\n',
    'a()',
    '&quot;',
    '{{ x }}',
    '@if(a)',
    '<!--',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }),
      fc.constantFrom('a.php', 'a.erb', 'a.html', 'a.blade.php'),
      (pieces, path) => {
        const text = pieces.join('');
        const code = scriptsOfPage(path, text) ?? text;
        expect(code.length).toBe(text.length);
        expect([...code.matchAll(/\n/g)].map(({ index }) => index)).toEqual(
          [...text.matchAll(/\n/g)].map(({ index }) => index),
        );
      },
    ),
  );
});

test.each<[string, string, string | undefined]>([
  ['a.html', '<script>a</script>', '       ;a;        '],
  ['a.html', '<SCRIPT>a</SCRIPT>b', '       ;a;         '],
  ['a.html', '<script>\na\n</script>', '       ;\na\n;        '],
  ['a.html', '<script\n>a</script>', '       \n;a;        '],
  ['a.html', '<script>a', '       ;a'],
  ['a.html', '<b onclick="a()">', '      ;()=>{a()} '],
  ['a.html', '<b onclick="a(&quot;x&#39;)">', '      ;()=>{a("     x\'    )} '],
  ['a.html', '<b onclick="">', undefined],
  ['a.html', '<b onclick=a()>', undefined],
  ['a.html', '<b on="a()">', undefined],
  ['a.html', '<b onxy="a()"><script></script>', undefined],
  ['a.html', '<b onfoo="a()"', '    ;()=>{a()}'],
  ['a.html', '<b onload\n="a()">', undefined],
  ['a.html', '<b data-onclick="a()">', undefined],
  ['a.html', '<p>a</p>', undefined],
  [
    'a.html',
    '<script>a</script><b onclick="c()"><script>d</script>',
    '       ;a;              ;()=>{c()}        ;d;        ',
  ],
  ['a.html', '<b onclick="c()"><script>d</script>', '      ;()=>{c()}        ;d;        '],
  [
    'a.blade.php',
    '<script>@if (a)b@json(c)@endif @js (d(e)) @x</script>',
    '       ;       bxxxxxxxx       xxxxxxxxxx   ;        ',
  ],
  ['a.php', '<script>@if (a)</script>', '       ;@if (a);        '],
  ['a.unknown', '<script>a<?= $b ?>c</script>', '       ;axxxxxxxxxc;        '],
])('%s: %s', (path, page, code) => {
  expect(scriptsOfPage(path, page)).toBe(code);
});

test('a page of a million characters is the longest that is looked at', () => {
  const page = `<script>a</script>${' '.repeat(1_000_000 - 18)}`;
  expect(scriptsOfPage('a.html', page)).toHaveLength(1_000_000);
  expect(scriptsOfPage('a.html', `${page} `)).toBeUndefined();
});
