import { expect, test } from 'vitest';
import { createParser } from '../parser.ts';
import { readableSource, spelledOut } from '../readable-source.ts';
import { isSingleFileComponent, maskOutsideScripts } from './embedded-script.ts';
import { codeOfTemplate, writesAsIs } from './embedded-template.ts';

/** Blanks are shown as dots, so that they can be counted. */
const dots = (text: string) => text.replaceAll(' ', '.');

test.each([
  ['a.erb', 'a<% x %>b', '.;..x.;..'],
  ['a.erb', '<% x -%>', ';..x..;.'],
  ['a.erb', '<%= x %>', ';...x.;.'],
  ['a.erb', '<%- x -%>', ';...x..;.'],
  ['a.erb', '<%== x %>', ';ø...x.;.'],
  ['a.erb', '<%# x %>', '........'],
  ['a.erb', '<%% x %>', '........'],
  ['a.erb', '<%%>', '....'],
  ['a.erb', '<%=%>', ';..;.'],
  ['a.erb', 'a\n<% x\ny %>\r\nb', '.\n;..x\ny.;.\r\n.'],
  ['a.erb', '<% x %><% y', ';..x.;.....'],
  ['a.erb', 'x', '.'],
  ['a.erb', '<% case x %> <% when 1 %>', ';..case.x.......when.1.;.'],
  ['a.erb', '<%- case x -%><%- in 1 -%>', ';...case.x........in.1..;.'],
  ['a.erb', '<%= case_of x %><% when_done %>', ';...case_of.x.;.;..when_done.;.'],
  ['a.rhtml', '<% x %>', ';..x.;.'],
  ['views/a.erb', '<%= x %>', ';ø..x.;.'],
  ['views/a.erb', '<%= x -%>', ';ø..x..;.'],
  ['views/a.erb', '<%== x %>', ';ø...x.;.'],
  ['views/a.erb', '<% x %>', ';..x.;.'],
  ['a.ejs', '<% x %>', ';..x.;.'],
  ['a.ejs', '<% x -%>', ';..x..;.'],
  ['a.ejs', '<%= x %>', ';...x.;.'],
  ['a.ejs', '<%_ x _%>', ';...x..;.'],
  ['a.ejs', '<%- x %>', ';ø(.x.);'],
  ['a.ejs', '<%# x %>', '........'],
  ['a.jsp', '<% x %>', ';..x.;.'],
  ['a.jsp', '<%= x %>', ';ø(.x.);'],
  ['a.jsp', '<%! x %>', ';...x.;.'],
  ['a.jsp', '<%-- x --%>', '...........'],
  ['a.jsp', '<%@ x %>', '........'],
  ['a.tag', '<% x %>', ';..x.;.'],
  ['a.jspf', '<% x %>', ';..x.;.'],
  ['a.blade.php', '<p>{!! $x !!}</p>', '<p><?=.$x.?>.</p>'],
  ['a.blade.php', '@php $x; @endphp', '<?...$x;.?>.....'],
  ['a.blade.php', '@php($x)', '@php($x)'],
  ['a.blade.php', '@phpx', '@phpx'],
  ['a.blade.php', '{{-- {!! $x\n !!} --}}', '...........\n.........'],
])('%s: %s is read as %s', (path, page, program) => {
  const code = codeOfTemplate(path, page)!;
  expect(code).toHaveLength(page.length);
  expect(dots(code)).toBe(program);
});

test('the ways of a choice are read, and so is what stands in them', async () => {
  const parser = await createParser();
  const page = `<% case a %>
  <% when B %> <%== b %>
  <% when C, D then e %> <li><%= link_to c, d %></li>
  <% else %> <% f %>
<% end %>
<% case g %>
<% in {h:} %><% h %><% end %>
`;
  expect(parser.parse('a.erb', page)!.hasError).toBe(false);
  expect(parser.parse('a.erb', page.replace('end', ''))!.hasError).toBe(true);
});

test('other files are no pages with code in them', () => {
  for (const path of ['a.rb', 'a.js', 'a.html', 'a.php', 'a.erb.txt'])
    expect(codeOfTemplate(path, '<% x %>')).toBeUndefined();
});

test.each([
  ['views/a.erb', true],
  ['x/views/b/a.erb', true],
  ['app/views/a.erb', false],
  ['x/app/views/b/a.erb', false],
  ['views/a.html.erb', false],
  ['previews/a.erb', false],
  ['a.erb', false],
])('%s writes as it is: %s', (path, asIs) => {
  expect(writesAsIs(path)).toBe(asIs);
});

test.each([
  ['<p>a</p><script>x;</script><b>', `${' '.repeat(16)}x;${' '.repeat(12)}`],
  [
    '<script lang="ts">x\ny</script>\n<SCRIPT>z</script>',
    `${' '.repeat(18)}x\ny${' '.repeat(9)}\n${' '.repeat(8)}z${' '.repeat(9)}`,
  ],
  ['<script>x', `${' '.repeat(8)}x`],
  ['<scripts>x</scripts>', ' '.repeat(20)],
  ['a\r\nb', ' \r\n '],
])('of %j only scripts are left', (text, left) => {
  expect(maskOutsideScripts(text)).toBe(left);
});

test('components have scripts in them by their names', () => {
  expect(['a.vue', 'a.svelte', 'a.html', 'vue'].map(isSingleFileComponent)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.each([
  ['a.vue', '<p></p>\r', '       \r'],
  ['a.py', 'a\rb\r\nc', 'a\nb\r\nc'],
  ['a.ts', 'a\rb', 'a\nb'],
  ['a.php', 'a\rb', 'a\nb'],
  ['a.java', 'a\rb \\u0041', 'a\nb A     '],
  ['a.scala', 'a\rb', 'a\nb'],
  ['a.go', 'a\rb', 'a\rb'],
  ['a.rb', 'a\rb', 'a\rb'],
  ['a.erb', '<%= x %>', ';   x ; '],
])('%s: %j is read as %j', (path, text, read) => {
  expect(readableSource(path, text)).toBe(read);
});

test('a program is spelled out without the changes for its grammar', () => {
  expect(spelledOut('a.scala', 'class A @Inject() (b: B)')).toBe('class A @Inject() (b: B)');
  expect(spelledOut('a.java', '\\u0041')).toBe('A     ');
});
