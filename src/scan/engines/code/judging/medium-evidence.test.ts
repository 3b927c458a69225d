import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../test/support/code-scan.ts';

/** Rules and severities of what is found in a file. */
async function found(path: string, text: string, rule: RegExp): Promise<string[]> {
  const findings = await findingsIn({ [path]: text });
  return findings
    .filter(({ ruleId }) => rule.test(ruleId))
    .map(({ ruleId, severity }) => `${ruleId} ${severity}`);
}

test.each([
  ['page.html', '<p>{{ comment.body | safe }}</p>', 'medium'],
  ['page.html', '<p>{{ comment.body_html | safe }}</p>', 'low'],
  ['page.html', '{{ comment.body | safe }} was here', 'low'],
  ['page.twig', '<p>{{ entry.title|striptags|raw }}</p>', 'low'],
  ['page.twig', '<td>{{ senderBadge|raw }}</td>', 'low'],
  ['page.html', '<div>{{ account_menu|safe }}</div>', 'low'],
  ['page.html', '<div>{{ account_menu.title|safe }}</div>', 'medium'],
  ['page.blade.php', '<p>{!! $note->text !!}</p>', 'medium'],
  ['page.blade.php', '<p>{!! $Parsedown->text($note) !!}</p>', 'low'],
  ['page.blade.php', "<p>{!! view_render_event('shop.before', ['product' => $product]) !!}</p>", 'low'],
  ['page.blade.php', "<p>{!! core()->getConfigData('general.footer') !!}</p>", 'low'],
  ['page.blade.php', "<p>{!! old('text') !!}</p>", 'medium'],
  ['page.blade.php', "<p>{!! text_of($note, 'body') !!}</p>", 'medium'],
  ['page.blade.php', '<p>{!! $note->cleanedBody($user) !!}</p>', 'low'],
  ['page.blade.php', '<p>{!! $note->trim() !!}</p>', 'medium'],
  ['page.blade.php', '<p>{!! getShareLinks($note) !!}</p>', 'low'],
  ['page.blade.php', '<p>{!! $note->formatted_text !!}</p>', 'low'],
  ['page.blade.php', '<p>{!! strtoupper($note) !!}</p>', 'medium'],
  ['page.blade.php', '<p>{!! nl2br($note) !!}</p>', 'medium'],
  ['page.twig', '<p>{% set a %}<b>{{ x }}</b>{% endset %}{{ a|raw }}</p>', 'low'],
  ['page.html.erb', '<p><%= links_for(@note.tags).html_safe %></p>', 'low'],
  ['page.html.erb', '<p><%= truncate(@note.text).html_safe %></p>', 'medium'],
  ['page.html.erb', "<p><%= buttons.join(' ').html_safe %></p>", 'low'],
  ['page.html.erb', "<p><%= (_('You have %s') % @note.size).html_safe %></p>", 'low'],
  ['page.html.erb', "<p><%= notice(text: _('Saved').html_safe, kind: :good) %></p>", 'low'],
  ['page.html.erb', '<p><%= @note.text.html_safe %></p>', 'medium'],
  ['page.html', '<p>{{ note_form.title|safe }}</p>', 'low'],
  ['page.html', '<p>{{ field.label_tag()|safe }}</p>', 'low'],
  ['page.html', '<p>{{ performance.title|safe }}</p>', 'medium'],
  ['page.twig', "<p>{{ lng('shop.terms')|raw }}</p>", 'low'],
  ['page.twig', '<p>{{ lng(note.text)|raw }}</p>', 'medium'],
  ['page.html', '<p>{{ field.help_text | safe }}</p>', 'low'],
  ['page.blade.php', '<p>{!! format_money_pdf($item->total_tax, $invoice->currency) !!}</p>', 'low'],
  ['page.blade.php', "<p>{!! format_money_pdf($item->note, request('currency')) !!}</p>", 'medium'],
  ['page.html.erb', '<p><%= raw @note.comments_count %></p>', 'low'],
  ['page.html.erb', '<p><%= @site.custom_head_script.to_s.html_safe %></p>', 'low'],
  ['page.html.erb', '<p><%= @site.slogan.to_s.html_safe %></p>', 'medium'],
  ['page.cshtml', '<p>@Html.Raw(Model.Text)</p>', 'medium'],
  ['page.cshtml', '<p>@Html.Raw(Loc["Shop.Terms"])</p>', 'low'],
  ['page.cshtml', '<p>@Html.Raw(Strings.Terms_Intro)</p>', 'low'],
  ['page.cshtml', '<p>@Html.Raw(HtmlEncoder.Default.Encode(Model.Text))</p>', 'low'],
  ['page.cshtml', '<p>@Html.Raw(ViewBag.Text)</p>', 'medium'],
  ['page.cshtml', '<p>@Html.Raw(note.Text)</p>', 'medium'],
])(
  'markup that the program made, and outputs of a text, are rated low: %s %s',
  async (path, text, severity) => {
    expect(await found(path, `${text}\n`, /raw-output/)).toEqual([`templates-raw-output ${severity}`]);
  },
);

test.each([
  ['var a = {{ name }};', 'medium'],
  ["var a = '{{ name }}';", 'low'],
  ['var a = `{{ name }}`;', 'medium'],
  ['var a = {{ SITE_NAME }};', 'low'],
  ["$('#row-{{ name }} td').show();", 'low'],
  ["show('a', {{ name }}, 'b');", 'medium'],
  ['var rows_{{ table }} = [];', 'low'],
  ['var a = {{ item.productId }};', 'low'],
])('escaped, a quote stays inside the quotes of a script: %s', async (script, severity) => {
  const page = `<script>${script}</script>\n`;
  expect(await found('page.html', page, /output-in-script$/)).toEqual([
    `templates-output-in-script ${severity}`,
  ]);
});

test('the code of a page and the page are one finding, and a text has no markup', async () => {
  expect(await found('app/views/a.html.erb', '<p><%= raw @note.text %></p>\n', /xss|raw-output/)).toEqual([
    'templates-raw-output medium',
  ]);
  const asked = await found('app/views/a.html.erb', '<p><%= raw params[:q] %></p>\n', /ruby-xss|raw-output/);
  expect(asked).toEqual(['ruby-xss medium']);
  expect(await found('app/views/a.text.erb', 'Hello <%= raw params[:q] %>\n', /xss|raw/)).toEqual([]);
});

test('what a function is given is medium, what only it itself knows is low', async () => {
  const rule = /dom-xss/;
  const given = 'export function show(text) { document.body.innerHTML = text; }\n';
  expect(await found('a.js', given, rule)).toEqual(['javascript-dom-xss medium']);
  const own = 'export function show() { document.body.innerHTML = render(); }\n';
  expect(await found('a.js', own, rule)).toEqual(['javascript-dom-xss low']);
  const field = 'export function show() { document.body.innerHTML = load().text; }\n';
  expect(await found('a.js', field, rule)).toEqual(['javascript-dom-xss medium']);
  const number = 'export function show() { document.body.innerHTML = load().total; }\n';
  expect(await found('a.js', number, rule)).toEqual(['javascript-dom-xss low']);
  const inside = (use: string) =>
    `export function show(text) { each(function (index) { this.innerHTML = ${use}; }); }\n`;
  expect(await found('a.js', inside('text'), rule)).toEqual(['javascript-dom-xss medium']);
  expect(await found('a.js', inside('index'), rule)).toEqual(['javascript-dom-xss low']);
  const count = "export function show(list) { document.body.innerHTML = '<b>' + list.length + '</b>'; }\n";
  expect(await found('a.js', count, rule)).toEqual([]);
});

test('predictable numbers and weak hashes are medium where the function names a secret', async () => {
  const random = (name: string) => `import random\ndef ${name}():\n    return random.randint(0, 59)\n`;
  expect(await found('a.py', random('new_session_id'), /weak-random/)).toEqual(['python-weak-random medium']);
  expect(await found('a.py', random('next_minute'), /weak-random/)).toEqual(['python-weak-random low']);
  const hash = (name: string) => `def ${name}(x)\n  Digest::MD5.hexdigest(x)\nend\n`;
  expect(await found('a.rb', hash('stored_password'), /weak-hash/)).toEqual(['ruby-weak-hash medium']);
  expect(await found('a.rb', hash('cache_key'), /weak-hash/)).toEqual(['ruby-weak-hash low']);
  expect(await found('a.rb', "Digest::SHA1.hexdigest 'abc'\n", /weak-hash/)).toEqual([
    'ruby-weak-hash medium',
  ]);
});

test('a key of the request below one object is low, below two it reaches what all objects share', async () => {
  const app = (target: string) => `export function put(req, all) { ${target} = 1; }\n`;
  const rule = /prototype-pollution/;
  expect(await found('a.js', app('all[req.query.k]'), rule)).toEqual(['javascript-prototype-pollution low']);
  expect(await found('a.js', app('all[req.query.k][req.query.n]'), rule)).toEqual([
    'javascript-prototype-pollution medium',
  ]);
});

test('an entry of the log behind a check that could not be resolved is low, a page and a query medium', async () => {
  const app = (use: string) =>
    `from flask import Flask, request\nimport logging\nimport sqlite3\napp = Flask(__name__)\n@app.route('/')\ndef show():\n    name = request.args['name']\n    if not permitted(name):\n        return ''\n    ${use}\n`;
  const logged = await found('a.py', app("logging.info('asked by ' + name)"), /log-injection/);
  expect(logged).toEqual(['python-log-injection low']);
  const page = await found('a.py', app("return '<p>' + name + '</p>'"), /reflected-xss/);
  expect(page).toEqual(['python-reflected-xss medium']);
  const query = await found('a.py', app("sqlite3.connect('a').execute('select ' + name)"), /sql-injection/);
  expect(query).toEqual(['python-sql-injection medium']);
});

test('a component that is rendered is no template, and a form selects nothing from a database', async () => {
  const page = (code: string) => `<p><%= ${code} %></p>\n`;
  const rule = /path-traversal|sql-injection/;
  const view = 'app/views/a.html.erb';
  expect(await found(view, page('render Tabs.new(active: params[:tab])'), rule)).toEqual([]);
  expect(await found(view, page('render params[:tab]'), rule)).toEqual(['ruby-path-traversal medium']);
  expect(await found(view, page('render "tabs/#{params[:tab]}"'), rule)).toEqual(['ruby-path-traversal low']);
  expect(await found(view, page('form.select :kind, [params[:kind]]'), rule)).toEqual([]);
});

test('a literal that is marked as markup is no output of a value', async () => {
  const view = 'app/views/a.html.erb';
  const fixed = '<p><%= label_tag name, "&nbsp;".html_safe %></p>\n';
  expect(await found(view, fixed, /raw-output/)).toEqual([]);
  const value = '<p><%= label_tag name, "<b>#{@note.text}</b>".html_safe %></p>\n';
  expect(await found(view, value, /raw-output/)).toEqual(['templates-raw-output medium']);
});

test('a loop that goes into an object by keys is medium where something is written there, low where it reads', async () => {
  const walk = (end: string) =>
    `const all = {};\nexport function f(path, value, key) {\n  let level = all;\n  for (const part of path) { level = level[part]; }\n  ${end}\n  all.x[key] = 1;\n}\n`;
  const rule = /prototype-loop/;
  for (const [end, severity] of [
    ['level[key] = value;', 'medium'],
    ['level.key = value;', 'medium'],
    ['const last = level; last[key] = value;', 'medium'],
    ['Object.assign(level, value);', 'medium'],
    ['return level;', 'low'],
    ['return Object.hasOwn(level, key);', 'low'],
  ])
    expect(await found('a.js', walk(end!), rule)).toEqual([`javascript-prototype-loop ${severity}`]);
});

test.each([
  ["$('#a').html(text);", 'medium'],
  ["$('#a').html(user.display_name);", 'medium'],
  ["$('#a').html(user.className);", 'low'],
  ["$('#a').html(xhr.responseText);", 'low'],
  ["$('#a').html(user.lastSeen);", 'low'],
  ["$('#a').html(all.rows.count);", 'low'],
  ["$('#a').append('<p>' + text + '</p>');", 'medium'],
  ["$('#a').append('<p>' + user.title + '</p>');", 'medium'],
  ["$('#a').append('<p>' + user.total + '</p>');", 'medium'],
  // Elements are put next to others as well.
  ["$('#a').append(text);", 'low'],
  ["$('#a').after(user.title);", 'low'],
])('without a source a page gets texts that somebody may have written: %s', async (code, severity) => {
  const all = await found('a.js', `export function show(text, user) { ${code} }\n`, /dom-xss/);
  expect(all).toEqual([`javascript-dom-xss ${severity}`]);
});

test('markup that is put together is medium around a field that is named after a text', async () => {
  const page = (field: string) =>
    `export function show(row) { const cell = '<td>' + row.${field} + '</td>'; return cell; }\n`;
  expect(await found('a.js', page('title'), /html-string/)).toEqual(['javascript-html-string medium']);
  expect(await found('a.js', page('state'), /html-string/)).toEqual(['javascript-html-string low']);
});

test.each([
  ["$filter['name']", 'medium'],
  ["store_escape_string($filter['name'])", 'low'],
  ["store_lower($filter['name'])", 'medium'],
])('a statement that a function of the program runs around an argument: %s', async (value, severity) => {
  const code = `<?php\nfunction named($filter) {\n  $query = "SELECT id FROM pets WHERE name = '" . ${value} . "'";\n  return run_query($query);\n}\n`;
  expect(await found('a.php', code, /sql-injection/)).toEqual([`php-sql-injection ${severity}`]);
});

test('a function that nobody has seen is believed that it escapes, and not that it changes the case', async () => {
  const page = (call: string) => `<?php\n$name = $_GET['name'];\necho '<p>' . ${call}($name) . '</p>';\n`;
  expect(await found('a.php', page('escape_input'), /xss/)).toEqual(['php-xss low']);
  expect(await found('a.php', page('lower_input'), /xss/)).toEqual(['php-xss medium']);
});

test('what is named after escaping texts of statements helps in no page', async () => {
  const page = "<?php\necho '<p>' . store_escape_string($_GET['name']) . '</p>';\n";
  expect(await found('a.php', page, /xss/)).toEqual(['php-xss medium']);
});

test.each([
  ['scope :named, ->(name) { where("name = \'#{name}\'") }', 'Pet.named(params[:name])'],
  ['named_scope :named, lambda { |name| where("name = \'#{name}\'") }', 'Pet.named(params[:name])'],
  ['define_singleton_method(:named) { |name| where("name = \'#{name}\'") }', 'Pet.named(params[:name])'],
])('a macro that defines a method is a method: %s', async (macro, call) => {
  const code = `class Pet < ApplicationRecord\n  ${macro}\nend\nclass PetsController < ApplicationController\n  def index\n    ${call}\n  end\nend\n`;
  expect(await found('a.rb', code, /sql-injection/)).toContain('ruby-sql-injection high');
});

test('a statement that is put together from what somebody asked about is low', async () => {
  const page = (check: string) =>
    `<?php\n${check}\n$query = 'SELECT * FROM pets WHERE id = ' . $_GET['id'];\nrun_query($query);\n`;
  expect(await found('a.php', page(''), /sql-text/)).toEqual(['php-sql-text medium']);
  const checked = page("check_input_parameter('id', $_GET, false, PATTERN_ID);");
  expect(await found('a.php', checked, /sql-text/)).toEqual(['php-sql-text low']);
});

test.each([
  ["def v():\n    return os.path.exists(request.args['f'])", 'medium'],
  ["def v():\n    return known(request.args['f'])\ndef known(name):\n    return os.path.exists(name)", 'low'],
  ["def v():\n    return text(request.args['f'])\ndef text(name):\n    return open(name).read()", 'medium'],
])(
  'a path that is only asked about is low in other functions than the one that gets it: %j',
  async (text, severity) => {
    const program = `import os\nfrom flask import request\n${text}\n`;
    expect(await found('a.py', program, /path-traversal/)).toEqual([`python-path-traversal ${severity}`]);
  },
);

test('where only who starts the program is known to give a part of a command, the argument of the function still counts', async () => {
  const text = "import os\ndef run(name):\n    os.system(os.environ['TOOL'] + ' ' + name)\n";
  expect((await found('a.py', text, /command-injection/)).sort().at(-1)).toBe(
    'python-command-injection medium',
  );
});

test('where no source is known, what a function of another file says that it cleans is low', async () => {
  const page = (made: string) =>
    `import tool from '@/tools/texts';\nexport const A = ({ text }) => <p dangerouslySetInnerHTML={{ __html: tool.${made}(text) }} />;\n`;
  const rule = /framework-html/;
  expect(await found('a.jsx', page('sanitize'), rule)).toEqual(['javascript-framework-html low']);
  expect(await found('a.jsx', page('unsanitized'), rule)).toEqual(['javascript-framework-html medium']);
  expect(await found('a.jsx', page('shorten'), rule)).toEqual(['javascript-framework-html medium']);
});

test.each([
  ['app/helpers/a.rb', 'medium'],
  ['app/mailers/note_mailer.rb', 'low'],
])('mails run no scripts: %s', async (path, severity) => {
  const text = 'class A\n  def a(note)\n    mail(subject: note.title.html_safe)\n  end\nend\n';
  expect(await found(path, text, /^ruby-xss$/)).toEqual([`ruby-xss ${severity}`]);
});

test.each([
  ['$auth', 'medium'],
  ['serialize($rows)', 'low'],
  ['json_encode($rows)', 'low'],
])('a digest of a structure tells whether it has changed: md5(%s)', async (given, severity) => {
  const text = `<?php\nfunction f($auth, $rows) { return md5(${given}); }\n`;
  expect(await found('a.php', text, /weak-hash/)).toEqual([`php-weak-hash ${severity}`]);
});

test('what is opened for writing asks no server', async () => {
  const open = (mode: string) => `<?php\n$file = fopen($_GET['file'], '${mode}');\n`;
  expect(await found('a.php', open('r'), /ssrf/)).toEqual(['php-ssrf medium']);
  expect(await found('a.php', open('wb'), /ssrf/)).toEqual([]);
});

test('an engine of the settings may be a sandbox, one that the program makes is none', async () => {
  const view = (engine: string) =>
    `from django.template import engines\nfrom jinja2 import Environment\ndef show(request):\n    return ${engine}.from_string(request.POST['text']).render()\n`;
  expect(await found('views.py', view("engines['jinja']"), /template-injection/)).toEqual([
    'python-template-injection medium',
  ]);
  expect(await found('views.py', view('Environment()'), /template-injection/)).toEqual([
    'python-template-injection critical',
  ]);
});

test('a function of a module that the rules know is no method of the same name', async () => {
  const view = (call: string) =>
    `import re\nfrom re import findall\nfrom lxml import etree\ndef show(request, tree):\n    return ${call}\n`;
  const xpath = (call: string) => found('views.py', view(call), /xpath/);
  expect(await xpath("findall(r'\\d+', request.POST['ids'])")).toEqual([]);
  expect(await xpath("re.findall(r'\\d+', request.POST['ids'])")).toEqual([]);
  expect(await xpath("etree.parse('a.xml').findall(request.POST['path'])")).toEqual([
    'python-xpath-injection high',
  ]);
});

test.each([
  ["$('#a').html($('<div/>').text($('#b').val()).html())", []],
  ["var before = $('#a').html(); setTimeout(function () { $('#a').html(before); }, 9)", []],
  ["var list = $('#a_' + $('#b').val()); $('li', list).html('<i>x</i>')", []],
  ["$('#a').html($('#b').val())", ['javascript-dom-xss medium']],
])('markup that the page has already is no new markup: %s', async (script, expected) => {
  expect(await found('a.js', `function f() { ${script}; }\n`, /dom-xss/)).toEqual(expected);
});

test.each([
  ["$row['id']", []],
  ["$row['pageID']", []],
  ["$row['title']", ['php-xss-stored medium']],
])('the key of a row is written by nobody: %s', async (field, expected) => {
  const page = `<?php\n$db = new PDO('x');\n$row = $db->query('select * from t')->fetch();\necho '<p>' . ${field} . '</p>';\n`;
  expect(await found('a.php', page, /xss/)).toEqual(expected);
});

test('markup that grows by what is fixed is reported once', async () => {
  const build = (more: string) =>
    `export function button(name) {\n  let code = '<script>' + name;\n  ${more}\n  code += '</script>';\n  return code;\n}\n`;
  const once = ['javascript-html-string medium'];
  expect(await found('a.js', build(''), /html-string/)).toEqual(once);
  expect(await found('a.js', build('code += name;'), /html-string/)).toEqual([...once, ...once]);
});

test.each([
  ['$dir !== $real && !str_starts_with($dir, $real . DIRECTORY_SEPARATOR)', []],
  ['$dir === false || ($dir !== $real && !str_starts_with($dir, $real . "/"))', []],
  ['$dir === $real && !str_starts_with($dir, $real . "/")', ['php-path-traversal medium']],
  ['$dir !== $_POST["root"] && !str_starts_with($dir, $real . "/")', ['php-path-traversal medium']],
])('a folder itself or what is below it: %s', async (test, expected) => {
  const page = `<?php\nfunction remove($root) {\n  $real = realpath($root);\n  $dir = realpath($root . '/' . $_POST['folder']);\n  if (${test}) { return; }\n  unlink($dir);\n}\n`;
  expect(await found('a.php', page, /path-traversal/)).toEqual(expected);
});

const javaStatement = (parameter: string, list: string) =>
  `import java.util.*;\nimport java.util.stream.*;\nimport org.springframework.jdbc.core.JdbcTemplate;\npublic class Notes {\n  private JdbcTemplate jdbc;\n  public void find(${parameter}) {\n    ${list}\n    jdbc.queryForList("select * from note where x in (" + in + ")");\n  }\n}\n`;

test.each([
  ['List<String> a', 'String in = a.stream().map(x -> "?").collect(Collectors.joining(","));', []],
  ['List<Long> a', 'String in = a.stream().map(String::valueOf).collect(Collectors.joining(","));', []],
  ['Set<UUID> a', 'List<String> in = a.stream().map(UUID::toString).sorted().toList();', []],
  ['List<Long> a', 'String in = a.stream().map(x -> "\'" + x + "\'").collect(Collectors.joining(","));', []],
  ['List<String> a', 'StringBuilder in = new StringBuilder(); for (String x : a) in.append("?,");', []],
  [
    'List<String> a',
    'String in = a.stream().map(String::valueOf).collect(Collectors.joining(","));',
    ['medium'],
  ],
  ['List<String> a', 'String in = a.stream().sorted().collect(Collectors.joining(","));', ['medium']],
  ['List<Long> a', 'String in = a.stream().map(names::find).collect(Collectors.joining(","));', ['medium']],
  ['List<String> a', 'StringBuilder in = new StringBuilder(); for (String x : a) in.append(x);', ['medium']],
])('Java: of (%s), %s is rated %j', async (parameter, list, severities) => {
  const rated = await found('Notes.java', javaStatement(parameter, list), /^java-sql-injection$/);
  expect(rated.map((each) => each.split(' ')[1])).toEqual(severities);
});

test.each([
  ['r.FormValue("f")', ['medium']],
  ['"/data/" + r.FormValue("f")', []],
  ['"--format=" + r.FormValue("f")', []],
  ['"-" + r.FormValue("f")', ['medium']],
  ['"a " + r.FormValue("f")', ['medium']],
])('an argument with a fixed beginning is no option: %s', async (argument, severities) => {
  const text = `package a\n\nimport (\n\t"net/http"\n\t"os/exec"\n)\n\nfunc h(w http.ResponseWriter, r *http.Request) {\n\texec.Command("git", "log", ${argument}).Run()\n}\n`;
  const rated = await found('a.go', text, /^go-argument-injection$/);
  expect(rated.map((each) => each.split(' ')[1])).toEqual(severities);
});

/** Whatever is put behind a program that is named: it is run without a shell, and `--` ends its options. */
test.each([
  ['subprocess.run(["git"] + args)', ['python-argument-injection medium']],
  ['subprocess.run(["git"] + list(args))', ['python-argument-injection medium']],
  ['subprocess.run(["git", "clone", *args])', ['python-argument-injection medium']],
  ['cmd = ["git"]\n    cmd.extend(args)\n    subprocess.run(cmd)', ['python-argument-injection medium']],
  ['subprocess.run(["git", "clone", "--"] + args)', []],
  ['cmd = ["git", "clone"]\n    cmd += ["--", args[0]]\n    subprocess.run(cmd)', []],
  ['git("clone", args[0])', ['python-argument-injection medium']],
  ['git("clone", "--", args[0])', []],
  ['subprocess.run(args + ["git"])', ['python-command-injection critical']],
  ['cmd = ["git"] + args\n    cmd.pop(0)\n    subprocess.run(cmd)', ['python-command-injection critical']],
])('Python: of arguments from a request, %s is rated %j', async (code, rated) => {
  const text = `import subprocess\nfrom flask import Flask, request\napp = Flask(__name__)\n\ndef git(*args):\n    subprocess.run(["git"] + list(args))\n\n@app.route("/a")\ndef a():\n    args = request.args.getlist("a")\n    ${code}\n`;
  const seen = await found('a.py', text, /^python-(?:argument|command)-injection$/);
  expect(seen.map((each) => each.split(' ').slice(0, 2).join(' '))).toEqual(rated);
});

test.each([
  ['System.Diagnostics.Process.Start("/bin/sh", "-c " + input);', ['csharp-command-injection critical']],
  ['Process.Start("/bin/sh", "-c " + input);', ['csharp-command-injection critical']],
  ['Own.Diagnostics.Process.Start("/bin/sh", "-c " + input);', []],
])('C#: a class is known with and without its namespace: %s', async (call, rated) => {
  const text = `using Microsoft.AspNetCore.Mvc;\npublic class RunController : Controller {\n  public IActionResult Run(string input) { ${call} return Ok(); }\n}\n`;
  expect(await found('RunController.cs', text, /command-injection/)).toEqual(rated);
});

test.each([
  ['columns.Where(known.Contains)', []],
  ['columns.Where(c => known.Contains(c))', []],
  ['columns.Where(string.IsNullOrEmpty)', []],
  ['columns.Where(c => !string.IsNullOrEmpty(c))', ['csharp-sql-injection high']],
])('C#: what is left of a list behind %s', async (kept, rated) => {
  const text = `using Dapper;\nusing System.Linq;\nusing Microsoft.AspNetCore.Mvc;\npublic class SortController : Controller {\n  private static readonly string[] known = { "a", "b" };\n  private readonly SqlConnection db;\n  public IActionResult Sort([FromQuery] string[] columns) {\n    db.Query("select * from t order by " + string.Join(",", ${kept}));\n    return Ok();\n  }\n}\n`;
  expect(await found('SortController.cs', text, /^csharp-sql-injection$/)).toEqual(rated);
});

test.each([
  ['let Err(e) = check(&password) { log::warn!("bad {e}"); }', []],
  ['let Ok(e) = check(&password) { log::warn!("good {e}"); }', ['rust-secret-logged medium']],
])('Rust: an error says little of what was given: if %s', async (condition, rated) => {
  expect(await found('a.rs', `fn f(password: String) {\n    if ${condition}\n}\n`, /secret-logged/)).toEqual(
    rated,
  );
});

test.each([
  ['app.footer', 'medium'],
  ['app.formCss', 'low'],
  ["'<style>' + app.look + '</style>'", 'low'],
])('React: styles are no texts that somebody wrote: %s', async (html, severity) => {
  const text = `export const V = ({ app }) => <div dangerouslySetInnerHTML={{ __html: ${html} }} />;\n`;
  expect(await found('v.jsx', text, /framework-html/)).toEqual([`javascript-framework-html ${severity}`]);
});

test.each([
  ['list[i].name', ['javascript-dom-xss medium', 'javascript-html-string medium']],
  ['htmlEncode(list[i].name)', ['javascript-dom-xss low', 'javascript-html-string low']],
  ['base64Encode(list[i].name)', ['javascript-dom-xss medium', 'javascript-html-string medium']],
])('a function of another script that says that it leaves no markup: %s', async (value, rated) => {
  const text = `function rows(list) {\n  var html = '';\n  for (var i = 0; i < list.length; i++) html += '<tr><td>' + ${value} + '</td></tr>';\n  $('#rows').html(html);\n}\n`;
  const all = await found('rows.js', text, /dom-xss|html-string/);
  expect([...new Set(all)].sort()).toEqual(rated);
});

test.each([
  ['Redirect(id)', ['csharp-open-redirect medium']],
  ['Redirect(Url.Content(id))', ['csharp-open-redirect medium']],
  ['Redirect(Url.Action("Show", new { id }))', []],
  ['Redirect(Url.Package(id, relative: true))', []],
])('C#: the helper of a controller makes addresses of its own site: %s', async (answer, rated) => {
  const text = `using Microsoft.AspNetCore.Mvc;\npublic class GoController : Controller {\n  public IActionResult Go(string id) { return ${answer}; }\n}\n`;
  expect(await found('GoController.cs', text, /open-redirect/)).toEqual(rated);
});

test.each([
  ['|= SecurityProtocolType.Ssl3', ['csharp-old-tls medium']],
  ['= SecurityProtocolType.Tls12 | SecurityProtocolType.Tls11', ['csharp-old-tls medium']],
  ['&= ~SecurityProtocolType.Ssl3', []],
  ['&= ~(SecurityProtocolType.Ssl3 | SecurityProtocolType.Tls)', []],
])('C#: an old protocol that is switched off is none: %s', async (change, rated) => {
  const text = `using System.Net;\npublic class Start {\n  public void Run() { ServicePointManager.SecurityProtocol ${change}; }\n}\n`;
  expect(await found('Start.cs', text, /old-tls/)).toEqual(rated);
});

test.each([
  ["for (const row of rows) html += '<li>' + row.size + '</li>';", 'low'],
  ["for (const row of rows) html += '<li>' + row.title + '</li>';", 'medium'],
  ["for (const row of rows) html += '<li>' + row + '</li>';", 'medium'],
  ["html = rows.map((row) => '<li>' + row.size + '</li>').join('');", 'low'],
  ["html = rows.map((row) => '<li>' + row.title + '</li>').join('');", 'medium'],
  ["for (const row of rows) html += '<li>' + row.size + row.title + '</li>';", 'medium'],
  ["for (const row of rows) html += '<li>' + lines.getLineHtml(row) + '</li>';", 'low'],
  ["for (const row of rows) html += '<li>' + lines.getLine(row) + '</li>';", 'medium'],
  ['html = lines.getLinesHtml(rows);', 'low'],
])(
  'of the elements of an argument the fields decide that became part of the markup: %s',
  async (fill, severity) => {
    const script = `export function show(list, rows) {\n  let html = '';\n  ${fill}\n  list.innerHTML = html;\n}\n`;
    expect(await found('a.js', script, /dom-xss/)).toEqual([`javascript-dom-xss ${severity}`]);
  },
);
