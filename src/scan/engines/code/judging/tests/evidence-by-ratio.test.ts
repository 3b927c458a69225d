import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

async function rated(files: Record<string, string>, rule: string): Promise<string[]> {
  const findings = await findingsIn(files);
  return findings
    .filter(({ ruleId }) => ruleId === rule)
    .map(({ severity, startLine }) => `${startLine} ${severity}`);
}

const flask = (body: string) =>
  `from flask import Flask, make_response\napp = Flask(__name__)\n\n@app.route("/<string:tag>")\ndef show(tag):\n${body}`;

test('a content type that is named behind a return is that of another answer', async () => {
  const rule = 'python-reflected-xss';
  const type = "response.headers['Content-Type'] = 'application/rss+xml'\n";
  const early = `    if not tags.get(tag):\n        return f"no {tag}", 404\n    response = make_response(feed())\n    ${type}    return response\n`;
  expect(await rated({ 'a.py': flask(early) }, rule)).toEqual(['7 medium']);
  const late = `    ${type}    return f"no {tag}"\n`;
  expect(await rated({ 'a.py': flask(late) }, rule)).toEqual(['7 low']);
});

const sinatra = (body: string) => `require 'sinatra'\n\npost '/notes' do\n  ${body}\nend\n`;

test.each([
  ['server.store(params[:text])', ['4 low']],
  ['return server.store(params[:text])', ['4 medium']],
  ['server.to_html(params[:text])', ['4 medium']],
  ['server.render_note(params[:text])', ['4 medium']],
  ['server.store(params[:text]).to_s', ['4 medium']],
  ['erb :note, locals: { text: params[:text] }', ['4 medium']],
  ['"<b>#{params[:text]}</b>"', ['4 medium']],
  ['params[:text].strip', ['4 medium']],
])('what a route of Ruby ends with is a page only where something says so: %s', async (body, expected) => {
  expect(await rated({ 'a.rb': sinatra(body) }, 'ruby-xss')).toEqual(expected);
});

test('what escapeshellcmd leaves may be more than one argument: medium where a function is given it', async () => {
  const rule = 'php-argument-injection';
  const mail = (text: string) =>
    `<?php\nclass Mail {\n  function send($sender) {\n    return popen("sendmail " . ${text}, 'w');\n  }\n}\n`;
  expect(await rated({ 'Mail.php': mail('escapeshellcmd($sender)') }, rule)).toEqual(['4 medium']);
  expect(await rated({ 'Mail.php': mail("escapeshellcmd('-t')") }, rule)).toEqual([]);
});

const files = (check: string) => ({
  'web.py': `from flask import Flask, request\nfrom store import has\napp = Flask(__name__)\n\n@app.route('/')\ndef show():\n    return str(has(request.args['name']))\n`,
  'store.py': `import os\n\ndef has(name):\n${check}    return os.path.exists('/srv/notes/' + name)\n`,
});

test('whether a file is there is medium also where the name comes from another function, unless something has looked at it', async () => {
  const rule = 'python-path-traversal';
  expect(await rated(files(''), rule)).toEqual(['4 medium']);
  expect(await rated(files('    if not looks_fine(name):\n        return False\n'), rule)).toEqual(['6 low']);
});
