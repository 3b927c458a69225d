import { describe, expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../../test/support/code-scan.ts';

const scan = await createCodeScan(['a.js', 'a.py', 'A.java', 'a.go']);

function isReported(files: Record<string, string>, cwe: number): boolean {
  return scan(files).some(({ cwe: all, severity }) => severity !== 'low' && all.includes(`CWE-${cwe}`));
}

describe('a function of another file that nobody asks for its result is asked what it has established', () => {
  const app = (call: string) =>
    `const express = require('express'); const { MongoClient } = require('mongodb'); const tool = require('./tool');\nconst client = new MongoClient('x'); const app = express(); app.use(express.json());\nasync function find(params) {\n  ${call}\n  return client.db('a').collection('b').findOne({ token: params.token });\n}\napp.post('/', async (req, res) => { res.json(await find({ token: req.body.token })); });\n`;
  const tool = (name: string, test: string) =>
    `exports.${name} = function (value, label) { if (${test}) throw new TypeError(label); };\n`;
  test.each([
    ["tool.checkString(params.token, 'token');", 'checkString', "typeof value !== 'string'", false],
    ["tool.mustBeText(params.token, 'token');", 'mustBeText', "typeof value !== 'string'", false],
    ["tool.mustBeText(params.token, 'token');", 'mustBeText', 'value === undefined', true],
    ["tool.mustBeText(params.other, 'token');", 'mustBeText', "typeof value !== 'string'", true],
  ])('%s %s %s', (call, name, check, reported) => {
    expect(isReported({ 'a.js': app(call), 'tool.js': tool(name, check) }, 943)).toBe(reported);
  });
});

describe('a text that has nothing in it needs no check', () => {
  const java = (test: string) =>
    `import org.springframework.util.StringUtils;\nimport org.springframework.web.bind.annotation.*;\nimport java.nio.file.*;\n@RestController\npublic class A {\n  @GetMapping("/x")\n  public byte[] get(@RequestParam String path) throws Exception {\n    if (${test}) { throw new IllegalArgumentException(path); }\n    return Files.readAllBytes(Paths.get("/srv/data/" + path));\n  }\n  private boolean isInvalid(String path) {\n    if (path.contains("WEB-INF")) { return true; }\n    if (path.contains("..")) {\n      path = StringUtils.cleanPath(path);\n      if (path.contains("../")) { return true; }\n    }\n    return false;\n  }\n  private boolean isOdd(String path) {\n    if (path.contains("..")) { path = path.trim(); }\n    if (path.contains("WEB-INF")) { return true; }\n    return false;\n  }\n}\n`;
  test.each([
    ['StringUtils.hasText(path) && path.contains("..")', false],
    ['!StringUtils.hasText(path) && path.contains("..")', true],
    ['StringUtils.hasText(path) && isInvalid(path)', false],
    ['isInvalid(path)', false],
    ['isOdd(path)', true],
  ])('%s', (test, reported) => {
    expect(isReported({ 'A.java': java(test) }, 22)).toBe(reported);
  });
});

describe('a way out of a check that only those take who switched it off says nothing of the others', () => {
  const python = (body: string, call = 'validate(url)', parameters = 'url, block=True') =>
    `import ipaddress, socket, requests\nfrom urllib.parse import urlparse\nfrom flask import Flask, request\nfrom django.conf import settings\napp = Flask(__name__)\ndef validate(${parameters}):\n    ip = socket.gethostbyname(urlparse(url).hostname)\n    ${body.replaceAll('\n', '\n    ')}\n@app.route('/')\ndef view():\n    url = request.args['u']\n    ${call}\n    return requests.get(url).text\n`;
  const refuse = "if ipaddress.ip_address(ip).is_private:\n    raise ValueError('x')";
  test.each([
    [`if not block:\n    return\n${refuse}`, 'validate(url)', 'url, block=True', false],
    [`if not block:\n    return\n${refuse}`, "validate(url, app.config['X'])", 'url, block=True', false],
    [`if block:\n    return\n${refuse}`, "validate(url, app.config['X'])", 'url, block=True', true],
    [`if allow_private:\n    return\n${refuse}`, 'validate(url)', 'url, allow_private=False', false],
    [`if not settings.SSRF_PROTECTION:\n    return\n${refuse}`, 'validate(url)', 'url', false],
    [`if settings.DEBUG:\n    return\n${refuse}`, 'validate(url)', 'url', true],
    [
      "if block and ipaddress.ip_address(ip).is_private:\n    raise ValueError('x')",
      'validate(url)',
      'url, block=True',
      false,
    ],
  ])('%s: %s', (body, call, parameters, reported) => {
    expect(isReported({ 'a.py': python(body, call, parameters) }, 918)).toBe(reported);
  });
});

describe('what was joined to a folder is known once the whole path is', () => {
  const go = (check: string, use: string) =>
    `package main\n\nimport (\n\t"archive/tar"\n\t"fmt"\n\t"io"\n\t"os"\n\t"path/filepath"\n\t"strings"\n)\n\nfunc check(to, name string) error {\n\tdest := filepath.Join(to, name)\n\tif !strings.HasPrefix(dest, filepath.Clean(to)+string(os.PathSeparator)) {\n\t\treturn fmt.Errorf("x")\n\t}\n\treturn nil\n}\n\nfunc unpack(r io.Reader, to string) error {\n\ttr := tar.NewReader(r)\n\tfor {\n\t\thdr, err := tr.Next()\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\t${check}\n\t\tf, err := os.Create(${use})\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\tf.Close()\n\t}\n}\n`;
  const inline =
    'dest := filepath.Join(to, hdr.Name)\n\t\tif !strings.HasPrefix(dest, filepath.Clean(to)+string(os.PathSeparator)) {\n\t\t\treturn fmt.Errorf("x")\n\t\t}';
  test.each([
    [inline, 'filepath.Join(to, hdr.Name)', false],
    [
      'if err := check(to, hdr.Name); err != nil {\n\t\t\treturn err\n\t\t}',
      'filepath.Join(to, hdr.Name)',
      false,
    ],
    [
      'if err := check(to, hdr.Linkname); err != nil {\n\t\t\treturn err\n\t\t}',
      'filepath.Join(to, hdr.Name)',
      true,
    ],
    [inline.replace('!strings', 'strings'), 'filepath.Join(to, hdr.Name)', true],
  ])('%s', (check, use, reported) => {
    expect(isReported({ 'a.go': go(check, use) }, 22)).toBe(reported);
  });
});

describe('a text that counts as no needs no check of another file either', () => {
  const app = (test: string) =>
    `from flask import Flask, request, redirect\nfrom urls import is_local\napp = Flask(__name__)\n@app.route('/')\ndef view():\n    target = request.args.get('next')\n    if ${test}:\n        target = None\n    return redirect(target or '/')\n`;
  const urls =
    'from urllib.parse import urljoin, urlsplit\nfrom flask import request\ndef is_local(target):\n    dest = urlsplit(urljoin(request.host_url, target))\n    return dest.netloc == urlsplit(request.host_url).netloc\n';
  test.each([
    ['target and not is_local(target)', false],
    ['not target or not is_local(target)', false],
    ['target and is_local(target)', true],
    ['app.debug and not is_local(target)', true],
  ])('%s', (test, reported) => {
    expect(isReported({ 'a.py': app(test), 'urls.py': urls }, 601)).toBe(reported);
  });
});

describe('a text without either end of a line is one line', () => {
  const java = (test: string) =>
    `import javax.servlet.http.*;\npublic class A extends HttpServlet {\n  protected void doGet(HttpServletRequest q, HttpServletResponse r) {\n    String n = q.getParameter("a");\n    if (${test}) { throw new IllegalArgumentException("x"); }\n    r.setHeader("X-A", "a" + n);\n  }\n}\n`;
  test.each([
    ["n.indexOf('\\r') >= 0 || n.indexOf('\\n') >= 0", false],
    ['n.contains("\\n") || n.contains("\\r")', false],
    ['n.contains("\\n")', true],
    ['n.contains("\\n") && n.contains("\\r")', true],
    ['n.contains("\\n") || n.contains("\\t")', true],
  ])('%s', (test, reported) => {
    expect(isReported({ 'A.java': java(test) }, 113)).toBe(reported);
  });
});
