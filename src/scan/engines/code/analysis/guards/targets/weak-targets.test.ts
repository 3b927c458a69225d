import { describe, expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../../test/support/code-scan.ts';

const scan = await createCodeScan(['a.js', 'a.py', 'a.go', 'a.php', 'A.java', 'a.rb']);

function isReported(path: string, text: string): boolean {
  return scan({ [path]: text }).some(
    ({ cwe, severity }) => severity !== 'low' && severity !== 'info' && cwe.includes('CWE-601'),
  );
}

/** A page that leads on to where the request says, if a condition holds. */
const pages: Record<string, readonly [path: string, page: (condition: string) => string]> = {
  javascript: [
    'a.js',
    (condition) =>
      `const app = require('express')();\napp.get('/', (req, res) => {\n  const to = req.query.to;\n  let h;\n  if (!(${condition})) return res.redirect('/');\n  res.redirect(to);\n});\n`,
  ],
  python: [
    'a.py',
    (condition) =>
      `from urllib.parse import urlparse\nfrom flask import Flask, request, redirect\napp = Flask(__name__)\n\ndef stays(to):\n    return ${condition}\n\n@app.route("/")\ndef leave():\n    to = request.args["to"]\n    if not stays(to):\n        return redirect("/")\n    return redirect(to)\n`,
  ],
  go: [
    'a.go',
    (condition) =>
      `package main\n\nimport (\n\t"net/http"\n\t"net/url"\n\t"strings"\n)\n\nvar own = load()\n\nfunc leave(w http.ResponseWriter, r *http.Request) {\n\tto := r.FormValue("to")\n\tu, err := url.Parse(to)\n\tif err != nil || !(${condition}) {\n\t\treturn\n\t}\n\thttp.Redirect(w, r, to, 302)\n}\n`,
  ],
  java: [
    'A.java',
    (condition) =>
      `import java.net.URI;\nimport jakarta.servlet.http.*;\nclass A extends HttpServlet {\n  private final URI base = URI.create(System.getenv("BASE"));\n  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {\n    String to = request.getParameter("to");\n    if (!(${condition})) {\n      return;\n    }\n    response.sendRedirect(to);\n  }\n}\n`,
  ],
  ruby: [
    'a.rb',
    (condition) =>
      `class PagesController < ApplicationController\n  def leave\n    to = params[:to].to_s\n    return head(:bad_request) unless ${condition}\n    redirect_to to, allow_other_host: true\n  end\nend\n`,
  ],
  php: [
    'a.php',
    (condition) =>
      `<?php\n$to = $_GET['to'];\nif (!(${condition})) {\n  exit;\n}\nheader('Location: ' . $to);\n`,
  ],
};

/** What may be passed by an address of another host, and what may not. */
const conditions: Record<string, ReadonlyArray<readonly [weak: string, strong: string]>> = {
  javascript: [
    ["to.startsWith('/')", "to.startsWith('/') && !to.startsWith('//') && !to.includes('\\\\')"],
    ["to.includes('example.org')", "new URL(to, 'https://example.org').host === 'example.org'"],
    ['/^https:\\/\\/example\\.org/.test(to)', '/^https:\\/\\/example\\.org(\\/|$)/.test(to)'],
    ['/^https:\\/\\/example\\.org[/?#]?/.test(to)', '/^https:\\/\\/example\\.org[/?#]/.test(to)'],
    [
      "(h = new URL(to).hostname, h.endsWith('example.org'))",
      "!/[\\/\\\\]\\s*[\\/\\\\]/.test(to) && to.startsWith('/')",
    ],
  ],
  python: [
    ['not urlparse(to).netloc', "not urlparse(to.replace('\\\\', '/')).netloc and to.startswith('/')"],
    ["urlparse(to).netloc in ('', request.host)", 'urlparse(to).netloc == request.host'],
    [
      "to.startswith('/') and not to.startswith('//')",
      "to.startswith('/') and not to.startswith(('//', '/\\\\'))",
    ],
    ['to.startswith(request.base_url)', 'to.startswith(request.host_url)'],
    [
      "urlparse(to).path.startswith('/')",
      "not urlparse(to).netloc and urlparse(to).path.startswith('/') and '\\\\' not in to",
    ],
  ],
  go: [
    ['u.Host == ""', 'u.Host == "" && u.Scheme == "" && !strings.Contains(to, "\\\\")'],
    [
      'strings.HasSuffix(u.Hostname(), own)',
      'strings.HasPrefix(own, ".") && strings.HasSuffix(u.Hostname(), own)',
    ],
    ['u.Host == "" || u.Host == r.Host', 'u.Host == r.Host'],
  ],
  java: [
    [
      'to.indexOf(request.getServerName()) > 0',
      'request.getServerName().equalsIgnoreCase(URI.create(to).getHost())',
    ],
    [
      'URI.create(to).getHost() == null',
      'URI.create(to).getHost() == null && URI.create(to).getScheme() == null',
    ],
    [
      'URI.create(to).getPath().startsWith("/")',
      'base.getAuthority().equals(base.resolve(to).getAuthority())',
    ],
  ],
  ruby: [
    ["URI.parse(to).host.end_with?('example.org')", "URI.parse(to).host.end_with?('.example.org')"],
    ["to.start_with?('/')", 'to.match?(%r{\\A/[^/\\\\]})'],
  ],
  php: [['parse_url($to, PHP_URL_HOST) === null', "parse_url($to, PHP_URL_HOST) === 'example.org'"]],
};

describe.each(Object.entries(conditions))('in %s', (language, rows) => {
  const [path, page] = pages[language]!;
  test.each(rows)('%s is not enough, %s is', (weak, strong) => {
    expect(isReported(path, page(weak))).toBe(true);
    expect(isReported(path, page(strong))).toBe(false);
  });
});
