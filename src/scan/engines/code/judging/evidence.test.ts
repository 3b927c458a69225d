import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../test/support/code-scan.ts';

/** Lines and severities of what a rule finds in a few files. */
async function found(files: Record<string, string>, rule: string): Promise<string[]> {
  const findings = await findingsIn(files);
  return findings.filter(({ ruleId }) => ruleId === rule).map(({ severity }) => severity);
}

test('where an upload is kept is no path of the sender in Laravel, and neither is its name, which has no folders', async () => {
  const page = (body: string) =>
    `<?php\nuse Illuminate\\Http\\Request;\nclass A extends Controller {\n  public function show(Request $request) {\n    $image = $request->file('x');\n    ${body}\n  }\n}\n`;
  const rule = 'php-path-traversal';
  for (const kept of ['$image', '$image->getRealPath()', "'/srv/a.' . $image->guessExtension()"])
    expect(await found({ 'a.php': page(`file_get_contents(${kept});`) }, rule), kept).toEqual([]);
  const named = page("Storage::disk('public')->put('x/'.$image->getClientOriginalName(), 'y');");
  expect(await found({ 'a.php': named }, rule)).toEqual([]);
  const stored = page("$image->move('x', $image->getClientOriginalName());");
  expect(await found({ 'a.php': stored }, 'php-upload')).not.toEqual([]);
  const asked = page("file_get_contents('/srv/'.$request->input('n'));");
  expect(await found({ 'a.php': asked }, rule)).toEqual(['high']);
});

test('where an upload is kept is no path of the sender in Rails', async () => {
  const app = (body: string) =>
    `class DocsController < ApplicationController\n  def up\n    ${body}\n  end\nend\n`;
  const rule = 'ruby-path-traversal';
  expect(await found({ 'a.rb': app('Zip::File.open(params[:file].tempfile)') }, rule)).toEqual([]);
  expect(await found({ 'a.rb': app('CSV.open(params[:file].path)') }, rule)).toEqual([]);
  expect(await found({ 'a.rb': app('CSV.open(params[:file])') }, rule)).toEqual(['high']);
});

test('a redirect of Rails is medium where the call allows other hosts, or where defaults may refuse them', async () => {
  const app = (options: string) =>
    `class DocsController < ApplicationController\n  def show\n    redirect_to params[:to]${options}\n  end\nend\n`;
  const rule = 'ruby-open-redirect';
  expect(await found({ 'a.rb': app(', allow_other_host: true') }, rule)).toEqual(['medium']);
  expect(await found({ 'a.rb': app('') }, rule)).toEqual(['medium']);
  expect(await found({ 'a.rb': app(', allow_other_host: false') }, rule)).toEqual([]);
});

test('the request that a transport sends is not one that somebody sent', async () => {
  const code = (signature: string) =>
    `package web\n\nimport (\n\t"net"\n\t"net/http"\n)\n\ntype T struct{}\n\nfunc ${signature} {\n\tnet.Dial("tcp", r.URL.Query().Get("a"))\n}\n`;
  const rule = 'go-ssrf';
  expect(await found({ 'a.go': code('(t T) RoundTrip(r *http.Request)') }, rule)).toEqual([]);
  const handler = code('(t T) Show(w http.ResponseWriter, r *http.Request)');
  expect(await found({ 'a.go': handler }, rule)).toEqual(['medium']);
});

test('a name that the program has looked up among its own is at most medium, whatever the list is called', async () => {
  const app = (set: string) =>
    `import os\nfrom flask import Flask\napp = Flask(__name__)\n@app.route('/<path:name>')\ndef show(name):\n    ${set} = [n for n in os.listdir('/srv') if os.path.isfile(n)]\n    if name in ${set}:\n        return open('/srv/' + name).read()\n    return ''\n`;
  const rule = 'python-path-traversal';
  expect(await found({ 'a.py': app('plugins') }, rule)).toEqual(['medium']);
  expect(await found({ 'a.py': app('blocked_plugins') }, rule)).toEqual(['medium']);
});

test('what is called with data is the result of a function, not the function', async () => {
  const app = (call: string) =>
    `from flask import Flask, request\nfrom shop.load import loader_of\napp = Flask(__name__)\n@app.route('/')\ndef show():\n    loader = loader_of(app.config)\n    return ${call}\n`;
  const load = 'def loader_of(model):\n    return eval("shop." + model)\n';
  const rule = 'python-code-injection';
  const files = (call: string) => ({ 'app.py': app(call), 'shop/load.py': load });
  expect(await found(files('loader(request.data)'), rule)).not.toContain('critical');
  expect(await found(files('loader_of(request.data)'), rule)).toContain('critical');
});

test('a class that would trust every certificate does nothing until it is used', async () => {
  const rule = 'java-tls-verification-off';
  const offered =
    'class V implements X509TrustManager {\n  public void checkServerTrusted(X509Certificate[] chain, String type) {}\n}\n';
  expect(await found({ 'V.java': offered }, rule)).toEqual(['medium']);
  const used =
    'class A {\n  void m(SSLContext context) throws Exception {\n    context.init(null, new TrustManager[] { new V() }, null);\n  }\n}\n';
  expect(await found({ 'A.java': used + offered }, rule)).toContain('high');
});

test('a class whose name has a fixed beginning is one of few', async () => {
  const page = (name: string) => `<?php\n$c = $_GET['c'];\n$n = ${name};\n$made = new $n();\n`;
  const rule = 'php-dynamic-call';
  expect(await found({ 'a.php': page('$c') }, rule)).toEqual(['high']);
  expect(await found({ 'a.php': page('"Shop\\\\Import\\\\{$c}Reader"') }, rule)).toEqual(['medium']);
});

test('documents that are read with a safe loader make no objects', async () => {
  const app = (loader: string) =>
    `import yaml\nfrom flask import request\ndef show():\n    return list(yaml.load_all(request.data${loader}))\n`;
  const rule = 'python-unsafe-deserialization';
  expect(await found({ 'a.py': app(', Loader=yaml.SafeLoader') }, rule)).toEqual([]);
  expect(await found({ 'a.py': app('') }, rule)).toEqual(['critical']);
});

test('an answer of another type than HTML runs no script', async () => {
  const view = (type: string) =>
    `from django.http import HttpResponse\ndef show(request):\n    return HttpResponse(request.GET['a']${type})\n`;
  const rule = 'python-reflected-xss';
  expect(await found({ 'views.py': view(", content_type='text'") }, rule)).toEqual([]);
  expect(await found({ 'views.py': view(", content_type='text/html; charset=utf-8'") }, rule)).toEqual([
    'medium',
  ]);
  expect(await found({ 'views.py': view('') }, rule)).toEqual(['medium']);
});

test.each([
  ['flask', "from flask import Flask\napp = Flask(__name__)\n@app.route('/<name>')", 'medium'],
  ['flask', "from flask import Flask\napp = Flask(__name__)\n@app.route('/<path:name>')", 'high'],
  ['fastapi', "from fastapi import FastAPI\napp = FastAPI()\n@app.get('/{name}')", 'medium'],
  ['fastapi', "from fastapi import FastAPI\napp = FastAPI()\n@app.get('/{name:path}')", 'high'],
  ['fastapi, in the query', "from fastapi import FastAPI\napp = FastAPI()\n@app.get('/')", 'high'],
])('a part of the route between two slashes climbs nowhere: %s', async (_, head, severity) => {
  const app = (body: string) => `import sqlite3\n${head}\ndef show(name):\n    return ${body}\n`;
  const read = app("open('/srv/' + name).read()");
  expect(await found({ 'a.py': read }, 'python-path-traversal')).toEqual([severity]);
  const asked = app('sqlite3.connect("a").execute("select * from t where n = \'" + name + "\'")');
  expect(await found({ 'a.py': asked }, 'python-sql-injection')).toEqual(['high']);
});

test('a request that is sent on goes to the address that it is made with', async () => {
  const route = (request: string) =>
    `export async function POST(request) {\n  return fetch(new Request(${request}));\n}\n`;
  const rule = 'javascript-ssrf';
  expect(await found({ 'route.ts': route("'https://hub.example.org/a', request") }, rule)).toEqual([]);
  const asked = route("request.headers.get('x-to'), request");
  expect(await found({ 'route.ts': asked }, rule)).toEqual(['medium']);
});

test('a name for a temporary file is cleaned by the library', async () => {
  const app = (call: string) => `require 'sinatra'\nget '/' do\n  ${call}\nend\n`;
  const rule = 'ruby-path-traversal';
  expect(await found({ 'a.rb': app('Tempfile.new(params[:name])') }, rule)).toEqual([]);
  expect(await found({ 'a.rb': app('File.new(params[:name])') }, rule)).toEqual(['high']);
});

test('an entry of an archive that a test has looked at is at most medium', async () => {
  const unzip = (test: string) =>
    `import java.io.*;\nimport java.util.zip.*;\nimport com.acme.Names;\nclass A {\n  void m(ZipInputStream in, File out) throws Exception {\n    ZipEntry e = in.getNextEntry();\n    String name = e.getName();\n    ${test}\n    new FileOutputStream(new File(out, name));\n  }\n}\n`;
  const rule = 'java-zip-slip';
  expect(await found({ 'A.java': unzip('if (Names.isIllegalName(name)) return;') }, rule)).toEqual([
    'medium',
  ]);
  expect(await found({ 'A.java': unzip('if (!Names.isIllegalName(name)) return;') }, rule)).toEqual([
    'medium',
  ]);
  expect(await found({ 'A.java': unzip('') }, rule)).toEqual(['high']);
});

test('a name in which a constant of the program must not occur is checked where the constant is the way up', async () => {
  const code = (constant: string) =>
    `import java.io.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass C {\n  private static final String UP = "${constant}";\n  @GetMapping("/a")\n  public Object a(@RequestParam String name) throws Exception {\n    if (name.contains(UP)) throw new IllegalArgumentException();\n    return new FileInputStream(new File("/srv", name));\n  }\n}\n`;
  const rule = 'java-path-traversal';
  expect(await found({ 'C.java': code('..') }, rule)).toEqual([]);
  expect(await found({ 'C.java': code(' ') }, rule)).not.toEqual([]);
});

test('a new temporary file is nowhere that the sender chose', async () => {
  const code = (file: string) =>
    `import java.io.*;\nimport java.nio.file.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass C {\n  @GetMapping("/a")\n  public void a(@RequestParam String name) throws Exception {\n    new FileOutputStream(${file});\n  }\n}\n`;
  const rule = 'java-path-traversal';
  expect(await found({ 'C.java': code('File.createTempFile(name, ".tmp")') }, rule)).toEqual([]);
  expect(await found({ 'C.java': code('new File("/srv", name)') }, rule)).toContain('high');
});

test('arguments of a command of PHP come from who runs it', async () => {
  const page = (read: string) => `<?php\necho "<p>ran " . implode(' ', ${read});\n`;
  expect(await found({ 'a.php': page("$_SERVER['argv']") }, 'php-xss')).not.toContain('medium');
  expect(await found({ 'a.php': page("$_GET['a']") }, 'php-xss')).toContain('medium');
});

test('an image is fetched from an address, not from a stream', async () => {
  const code = (from: string) =>
    `import java.net.URL;\nimport javax.imageio.ImageIO;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass C {\n  @PostMapping("/a")\n  public void a(@RequestParam String at, @RequestParam MultipartFile file) throws Exception {\n    ImageIO.read(${from});\n  }\n}\n`;
  const rule = 'java-ssrf';
  expect(await found({ 'C.java': code('file.getInputStream()') }, rule)).toEqual([]);
  expect(await found({ 'C.java': code('new URL(at)') }, rule)).toContain('medium');
});
