import { describe, expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../test/support/code-scan.ts';

const scan = await createCodeScan(['a.js', 'a.py', 'a.go', 'a.php', 'a.rb', 'A.java', 'A.cs']);

/** Whether something of a class is reported at medium or worse, over all files. */
function isReported(files: Record<string, string>, weakness: string): boolean {
  return scan(files).some(
    ({ cwe, severity }) => cwe.includes(weakness) && severity !== 'low' && severity !== 'info',
  );
}

type Program = (part: string) => Record<string, string>;

const file: Program = (check) => ({
  'server.js': `const path = require('path');\nconst fs = require('fs');\nconst app = require('express')();\nconst root = path.resolve('files');\nfunction inside(dir, name) {\n  const full = path.resolve(dir, name);\n  ${check}\n  return full;\n}\napp.get('/', (req, res) => res.send(fs.readFileSync(inside(root, req.query.name))));\n`,
});

const pythonFile: Program = (test) => ({
  'app.py': `import os\nfrom flask import Flask, request, abort\nfrom paths import is_inside\napp = Flask(__name__)\n\n@app.route('/')\ndef show():\n    path = os.path.join('/srv/files', request.args['name'])\n    if not is_inside('/srv/files', path):\n        abort(403)\n    return {'text': open(path).read()}\n`,
  'paths.py': `import os\n\ndef is_inside(root, path):\n    root = os.path.realpath(root)\n    path = os.path.realpath(path)\n    return ${test}\n`,
});

describe('a path that is its folder, or inside of it', () => {
  test.each([
    ["if (full !== dir && !full.startsWith(dir + path.sep)) throw new Error('outside');", file, false],
    ["if (!(full === dir || full.startsWith(dir + path.sep))) throw new Error('outside');", file, false],
    ["if (full !== dir && !full.startsWith(dir + path.sep)) console.warn('outside');", file, true],
    ["if (full !== name && !full.startsWith(dir + path.sep)) throw new Error('outside');", file, true],
    ["if (full !== dir && full.length > 200) throw new Error('outside');", file, true],
    ['path == root or path.startswith(root + os.sep)', pythonFile, false],
    ['path == root or os.path.exists(path)', pythonFile, true],
  ])('%s', (part, program, reported) => {
    expect(isReported(program(part), 'CWE-22')).toBe(reported);
  });
});

describe('a method of the program that is called like one of a collection', () => {
  const entry = (body: string) => ({
    'unpack.go': `package unpack\n\nimport (\n\t"archive/tar"\n\t"os"\n\t"path/filepath"\n\t"strings"\n)\n\ntype folder struct{ root string }\n\nfunc (f *folder) contains(path string) bool {\n\t${body}\n}\n\nfunc (f *folder) Write(h *tar.Header) error {\n\tpath := filepath.Join(f.root, h.Name)\n\tif !f.contains(path) {\n\t\treturn os.ErrInvalid\n\t}\n\t_, err := os.Create(path)\n\treturn err\n}\n`,
  });
  test.each([
    ['return strings.HasPrefix(path, filepath.Clean(f.root)+string(filepath.Separator))', false],
    ['base := filepath.Clean(f.root) + "/"\n\treturn strings.HasPrefix(path, base)', false],
    ['return strings.HasSuffix(path, ".txt")', true],
    ['return len(path) < 200', true],
  ])('%s', (body, reported) => {
    expect(isReported(entry(body), 'CWE-22')).toBe(reported);
  });
});

describe('a target that is replaced where its host is another one', () => {
  test.each([
    ['a.go', goTarget('u.Host != r.Host'), false],
    ['a.go', goTarget('u.Host == r.Host'), true],
    ['a.go', goTarget('u.Scheme != "https"'), true],
    [
      'a.php',
      "<?php\n$to = $_GET['to'];\nif (parse_url($to, PHP_URL_HOST) !== $_SERVER['SERVER_NAME']) {\n  $to = '/';\n}\nheader('Location: ' . $to);\n",
      false,
    ],
    [
      'a.php',
      "<?php\n$to = $_GET['to'];\nif (parse_url($to, PHP_URL_HOST) !== $_SERVER['SERVER_NAME']) {\n  $from = '/';\n}\nheader('Location: ' . $to);\n",
      true,
    ],
    ['a.rb', rubyTarget("to = '/' unless URI.parse(to).host == request.host"), false],
    ['a.rb', rubyTarget("to = '/' if URI.parse(to).host == request.host"), true],
  ])('%s: %s', (path, text, reported) => {
    expect(isReported({ [path]: text }, 'CWE-601')).toBe(reported);
  });
});

describe('an entry of an archive', () => {
  const unpack: Program = (part) => ({
    'unpack.js': `const path = require('path');\nconst fs = require('fs');\nconst AdmZip = require('adm-zip');\nmodule.exports = (file, dest) => {\n  for (const entry of new AdmZip(file).getEntries()) {\n    if (entry.isDirectory) continue;\n${part}\n    fs.writeFileSync(target, entry.getData());\n  }\n};\n`,
  });
  const target = '    const target = path.join(dest, entry.entryName);\n';
  test.each([
    [target, true],
    [`${target}    if (!target.startsWith(path.resolve(dest) + path.sep)) continue;`, false],
    [`${target}    if (!target.startsWith(path.resolve(dest) + path.sep)) console.warn(target);`, true],
    [`    if (entry.entryName.indexOf('..') !== -1) continue;\n${target}`, false],
    [`    if (entry.header.method !== 8) continue;\n${target}`, true],
    [`    if (entry.entryName.indexOf('a') !== -1) continue;\n${target}`, true],
  ])('%s', (part, reported) => {
    expect(isReported(unpack(part), 'CWE-22')).toBe(reported);
  });
});

describe('a helper that compares the beginning of a path which its caller has normalised', () => {
  const served = (made: string, helper: string): Record<string, string> => ({
    'server.js': `const path = require('path');\nconst fs = require('fs');\nconst app = require('express')();\nconst root = path.resolve('files');\n${helper}\napp.get('/', (req, res) => {\n  const file = ${made};\n  if (!isInside(root, file)) return res.sendStatus(403);\n  res.send(fs.readFileSync(file));\n});\n`,
    'paths.js':
      "const path = require('path');\nexports.isInside = (dir, file) => file === dir || file.startsWith(dir + path.sep);\n",
  });
  const here = 'function isInside(dir, file) { return file.startsWith(dir + path.sep); }';
  const elsewhere = "const { isInside } = require('./paths');";
  const wrong = 'function isInside(dir, file) { return file.length > dir.length; }';
  const normal = 'path.resolve(root, req.query.name)';
  const raw = "root + '/' + req.query.name";
  test.each([
    [normal, here, false],
    [raw, here, true],
    [normal, elsewhere, false],
    [raw, elsewhere, true],
    [normal, wrong, true],
  ])('JavaScript: %s, %s', (made, helper, reported) => {
    expect(isReported(served(made, helper), 'CWE-22')).toBe(reported);
  });

  const others: Record<string, readonly [normal: string, raw: string, program: (made: string) => string]> = {
    'a.go': [
      'filepath.Join(root, r.FormValue("n"))',
      'root + "/" + r.FormValue("n")',
      (made) =>
        `package main\n\nimport (\n\t"net/http"\n\t"os"\n\t"path/filepath"\n\t"strings"\n)\n\nconst root = "/srv/files"\n\nfunc isWithin(base, file string) bool {\n\treturn strings.HasPrefix(file, base+string(filepath.Separator))\n}\n\nfunc show(w http.ResponseWriter, r *http.Request) {\n\tfile := ${made}\n\tif !isWithin(root, file) {\n\t\treturn\n\t}\n\tos.Remove(file)\n}\n`,
    ],
    'a.py': [
      "os.path.realpath(os.path.join(ROOT, request.args['n']))",
      "os.path.join(ROOT, request.args['n'])",
      (made) =>
        `import os\nfrom flask import Flask, request, abort\napp = Flask(__name__)\nROOT = '/srv/files'\n\ndef check(root, path):\n    if not path.startswith(root + os.sep):\n        raise ValueError(path)\n\n@app.route('/')\ndef show():\n    path = ${made}\n    check(ROOT, path)\n    return {'text': open(path).read()}\n`,
    ],
    'A.java': [
      'ROOT.resolve(request.getParameter("n")).normalize()',
      'ROOT.resolve(request.getParameter("n"))',
      (made) =>
        `import java.nio.file.*;\nimport jakarta.servlet.http.*;\nclass A extends HttpServlet {\n  private static final Path ROOT = Paths.get("/srv/files");\n  private static boolean isInside(Path path) {\n    return path.startsWith(ROOT);\n  }\n  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {\n    Path path = ${made};\n    if (!isInside(path)) {\n      return;\n    }\n    Files.delete(path);\n  }\n}\n`,
    ],
    'a.php': [
      "realpath($root . '/' . $_GET['n'])",
      "$root . '/' . $_GET['n']",
      (made) =>
        `<?php\nfunction inside($root, $path)\n{\n    return strpos($path, $root . '/') === 0;\n}\n$root = '/srv/files';\n$path = ${made};\nif (!inside($root, $path)) {\n    exit;\n}\nunlink($path);\n`,
    ],
    'a.rb': [
      'File.expand_path(params[:n], ROOT)',
      'File.join(ROOT, params[:n])',
      (made) =>
        `class FilesController < ApplicationController\n  ROOT = '/srv/files'\n  def inside?(path)\n    path.start_with?(ROOT + '/')\n  end\n\n  def show\n    path = ${made}\n    return head(:forbidden) unless inside?(path)\n    File.delete(path)\n  end\nend\n`,
    ],
    'A.cs': [
      'Path.GetFullPath(Path.Combine(Root, name))',
      'Path.Combine(Root, name)',
      (made) =>
        `using System.IO;\nusing Microsoft.AspNetCore.Mvc;\npublic class FilesController : ControllerBase\n{\n    private const string Root = "/srv/files";\n    private static bool IsInside(string path) => path.StartsWith(Root + Path.DirectorySeparatorChar);\n    [HttpGet]\n    public IActionResult Get(string name)\n    {\n        var path = ${made};\n        if (!IsInside(path)) return BadRequest();\n        return Ok(System.IO.File.ReadAllText(path));\n    }\n}\n`,
    ],
  };
  test.each(Object.entries(others))('%s', (path, [normal, raw, program]) => {
    expect(isReported({ [path]: program(normal) }, 'CWE-22')).toBe(false);
    expect(isReported({ [path]: program(raw) }, 'CWE-22')).toBe(true);
  });
});

describe('a check that a permission of the program switches off', () => {
  const serve: Program = (part) => ({
    'serve.js': `const path = require('path');\nconst fs = require('fs');\nconst app = require('express')();\nmodule.exports = (options) => {\n  const root = path.resolve(options.root);\n  app.get('/', (req, res) => {\n    const file = path.join(root, req.query.name);\n    ${part}\n    res.send(fs.readFileSync(file));\n  });\n};\n`,
  });
  const fetched: Program = (part) => ({
    'app.py': `import os\nimport requests\nfrom urllib.parse import urlparse\nfrom flask import Flask, request, abort\nfrom net import is_private\napp = Flask(__name__)\n\n@app.route('/')\ndef fetch():\n    url = request.args['url']\n    host = urlparse(url).hostname\n${part}\n    return {'size': len(requests.get(url).content)}\n`,
    'net.py': `import ipaddress\nimport socket\n\ndef is_private(host):\n    ip = ipaddress.ip_address(socket.gethostbyname(host))\n    return ip.is_private or ip.is_loopback or ip.is_link_local\n`,
  });
  const outside = '!file.startsWith(root + path.sep)';
  test.each([
    [`if (!options.allowOutside && ${outside}) return res.sendStatus(403);`, serve, 'CWE-22', false],
    [`if (!options.allowOutside) if (${outside}) return res.sendStatus(403);`, serve, 'CWE-22', false],
    [`if (options.allowOutside === false && ${outside}) return res.end();`, serve, 'CWE-22', false],
    [`if (options.allowOutside && ${outside}) return res.sendStatus(403);`, serve, 'CWE-22', true],
    [`if (!req.query.allowOutside && ${outside}) return res.sendStatus(403);`, serve, 'CWE-22', true],
    [`if (!options.cached && ${outside}) return res.sendStatus(403);`, serve, 'CWE-22', true],
    [
      "    if not os.getenv('ALLOW_PRIVATE'):\n        if is_private(host):\n            abort(400)",
      fetched,
      'CWE-918',
      false,
    ],
    [
      "    if os.getenv('ALLOW_PRIVATE'):\n        if is_private(host):\n            abort(400)",
      fetched,
      'CWE-918',
      true,
    ],
  ])('%s', (part, program, weakness, reported) => {
    expect(isReported(program(part), weakness)).toBe(reported);
  });
});

function goTarget(condition: string): string {
  return `package main\n\nimport (\n\t"net/http"\n\t"net/url"\n)\n\nfunc leave(w http.ResponseWriter, r *http.Request) {\n\tto := r.FormValue("to")\n\tu, err := url.Parse(to)\n\tif err != nil || ${condition} {\n\t\tto = "/"\n\t}\n\thttp.Redirect(w, r, to, 302)\n}\n`;
}

function rubyTarget(line: string): string {
  return `class PagesController < ApplicationController\n  def leave\n    to = params[:to]\n    ${line}\n    redirect_to to, allow_other_host: true\n  end\nend\n`;
}

/** The value is what a call gave, so that the variable may stand for the outcome of a test as well. */
describe('a check behind the question whether there is something to check', () => {
  const redirect = (test: string) =>
    `from django.http import HttpResponseRedirect\nfrom django.utils import http\n\ndef leave(request):\n    to = request.POST.get('next')\n    if ${test}:\n        to = '/'\n    return HttpResponseRedirect(to)\n`;
  const shown = (test: string) =>
    `const app = require('express')();\napp.get('/', (req, res) => {\n  const to = req.get('x-next');\n  if (${test}) return res.end();\n  res.redirect(to);\n});\n`;
  test.each([
    ['a.py', redirect('to and not http.is_safe_url(to, allowed_hosts=[request.get_host()])'), false],
    ['a.py', redirect('to and not http.is_safe_url(url=to, allowed_hosts=[request.get_host()])'), false],
    ['a.py', redirect('to and http.is_safe_url(to, allowed_hosts=[request.get_host()])'), true],
    ['a.py', redirect('other and not http.is_safe_url(to, allowed_hosts=[request.get_host()])'), true],
    ['a.js', shown('to && !/^\\/[a-z]/.test(to)'), false],
    ['a.js', shown('to && /^\\/[a-z]/.test(to)'), true],
  ])('%s: %s', (path, text, reported) => {
    expect(isReported({ [path]: text }, 'CWE-601')).toBe(reported);
  });
});

describe('a list that was gone through before it is used', () => {
  const used = (round: string) =>
    `import os\nimport zipfile\n\ndef unpack(path):\n    archive = zipfile.ZipFile(path)\n    names = archive.namelist()\n    for name in names:\n        ${round}\n    for name in names:\n        with open(os.path.join('/srv', name), 'wb') as out:\n            out.write(archive.read(name))\n`;
  test.each([
    ["if name.startswith('/') or '..' in name: raise ValueError(name)", false],
    ["if name.startswith('/') or '..' in name: return", false],
    ["if name.startswith('/') or '..' in name: continue", true],
    ["if name.startswith('/') or '..' in name: break", true],
    ["if name == 'a': raise ValueError(name)", true],
    ["name = 'a'", true],
  ])('%s', (round, reported) => {
    expect(isReported({ 'a.py': used(round) }, 'CWE-22')).toBe(reported);
  });
});
