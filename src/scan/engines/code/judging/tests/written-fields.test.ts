import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

async function worst(path: string, program: string, cwe = 'CWE-79') {
  const order = ['critical', 'high', 'medium', 'low', 'info'];
  const found = (await findingsIn({ [path]: program })).filter((finding) => finding.cwe.includes(cwe));
  return order.find((severity) => found.some((finding) => finding.severity === severity));
}

const page = (markup: string) => `export class Row {\n  show() {\n    ${markup}\n  }\n}\n`;

test.each([
  "this.el.innerHTML = '<b>' + this.user.title + '</b>';",
  'this.el.innerHTML = `<b>${this.user.nickname}</b>`;',
  "$('#list').html('<li>' + this.task.description + '</li>');",
  "let html = ''; for (const user of this.users) { html += '<li>' + user.nickname + '</li>'; } this.el.innerHTML = html;",
])('JavaScript: a field that people write, in markup: %s', async (markup) => {
  expect(await worst('row.js', page(markup))).toBe('medium');
});

test.each([
  "this.el.innerHTML = '<b>' + this.user.size + '</b>';",
  "this.el.innerHTML = '<b class=\"' + this.options.className + '\"></b>';",
  "this.el.innerHTML = '<b>' + escapeHtml(this.user.title) + '</b>';",
  "this.el.innerHTML = '<b>' + this.heading('x') + '</b>';",
])('JavaScript: another field, or one that is escaped, stays low: %s', async (markup) => {
  expect([undefined, 'low', 'info']).toContain(await worst('row.js', page(markup)));
});

test('JavaScript: what a function around was given becomes part of markup', async () => {
  const program = (made: string) =>
    `export class Editor {\n  constructor(context) {\n    this.link = this.command((info) => {\n      context.place.innerHTML = ${made};\n    });\n  }\n}\n`;
  expect(await worst('editor.js', program("'<a>' + info.text + '</a>'"))).toBe('medium');
  expect([undefined, 'low']).toContain(await worst('editor.js', program("'<a>' + info.width + '</a>'")));
});

const helper = (body: string) => `module RowHelper\n  def row\n    ${body}\n  end\nend\n`;

test.each(['"<b>#{@client.name}</b>".html_safe', `raw t('.greeting', name: "<b>#{@client.name}</b>")`])(
  'Ruby: a field that people write, in markup: %s',
  async (body) => {
    expect(await worst('app/helpers/row_helper.rb', helper(body))).toBe('medium');
  },
);

test.each([
  '"<b>#{@client.size}</b>".html_safe',
  `t('.greeting', name: @client.name)`,
  `raw t('.greeting', count: @client.size)`,
  `raw t('.greeting', name: content_tag(:b) { @client.name })`,
  '"<b>#{h(@client.name)}</b>".html_safe',
])('Ruby: another field, or one that is escaped, stays low: %s', async (body) => {
  expect([undefined, 'low', 'info']).toContain(await worst('app/helpers/row_helper.rb', helper(body)));
});

const handler = (send: string) =>
  `<?php\nclass Desk {\n  protected function head($line) { header($line); }\n  public function leave() {\n    ${send}\n  }\n}\n`;

test('PHP: what a wrapper is given decides which header it sends', async () => {
  const redirects = (send: string) => worst('desk.php', handler(send), 'CWE-601');
  expect(await redirects("$this->head('Location: ' . $_GET['next']);")).toBe('medium');
  expect(await redirects("$this->head('X-Next: ' . $_GET['next']);")).toBeUndefined();
  expect(await redirects("$this->head('Location: /' . rawurlencode($_GET['next']));")).toBeUndefined();
});

test.each([
  ["$('.tip')[this.options.html ? 'html' : 'text'](this.task.title);", 'medium'],
  ["$('.tip')[this.options.html ? 'addClass' : 'removeClass'](this.task.title);", undefined],
  ["$('.tip')[this.options.html ? 'val' : 'text'](this.task.title);", undefined],
])('JavaScript: a method that is chosen by a condition: %s', async (call, severity) => {
  expect(await worst('tip.js', page(call))).toBe(severity);
});
