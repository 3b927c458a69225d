import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';
import type { FileFacts } from '../../domain/facts.ts';

const parser = await createParser();
const engine = createCodeEngine();

/** The lines at which a URL is fetched that somebody else chose, with a flow from another file. */
async function linesOf(files: Record<string, string>): Promise<number[]> {
  const tools = { hashSecret: (value: string) => value };
  await engine.prepare!(Object.keys(files));
  const facts: Array<{ path: string; facts: FileFacts }> = [];
  for (const [path, text] of Object.entries(files)) {
    const tree = parser.parse(path, text);
    const analysis = engine.analyse({ path, text, bytes: Buffer.from(text), tree }, tools);
    if (analysis.facts) facts.push({ path, facts: analysis.facts });
  }
  return engine.conclude!(facts, tools)
    .findings.filter(({ cwe, severity }) => cwe.includes('CWE-918') && severity !== 'low')
    .filter(({ trace, file }) => trace?.some((step) => step.file !== file))
    .map(({ startLine }) => startLine);
}

interface Program {
  language: string;
  files(given: string): Record<string, string>;
  request: string;
  fixed: string;
  lines: number[];
}

const programs: Program[] = [
  {
    language: 'Python',
    request: "request.args['u']",
    fixed: "'https://a.b'",
    lines: [4, 10],
    files: (given) => ({
      'fetcher.py':
        'import requests\nclass Direct:\n    def __init__(self, url):\n        requests.get(url)\nclass Kept:\n    def __init__(self, url):\n        self.url = url\n        self.load()\n    def load(self):\n        requests.get(self.url)\n',
      'app.py': `from flask import Flask, request\nfrom fetcher import Direct, Kept\napp = Flask(__name__)\n@app.route('/')\ndef show():\n    Direct(${given})\n    Kept(${given})\n    return 'ok'\n`,
    }),
  },
  {
    language: 'JavaScript',
    request: 'req.query.u',
    fixed: "'https://a.b'",
    lines: [2, 5],
    files: (given) => ({
      'fetcher.js':
        'const axios = require("axios");\nclass Direct { constructor(url) { axios.get(url); } }\nclass Kept {\n  constructor(url) { this.url = url; this.load(); }\n  load() { axios.get(this.url); }\n}\nmodule.exports = { Direct, Kept };\n',
      'app.js': `const express = require('express');\nconst { Direct, Kept } = require('./fetcher');\nexpress().get('/', (req, res) => { new Direct(${given}); new Kept(${given}); res.end(); });\n`,
    }),
  },
  {
    language: 'Ruby',
    request: 'params[:u]',
    fixed: "'https://a.b'",
    lines: [3, 12],
    files: (given) => ({
      'lib/fetchers.rb':
        'class DirectFetcher\n  def initialize(url)\n    Net::HTTP.get(URI(url))\n  end\nend\nclass KeptFetcher\n  def initialize(url)\n    @url = url\n    load_it\n  end\n  def load_it\n    Net::HTTP.get(URI(@url))\n  end\nend\n',
      'app/controllers/pages_controller.rb': `class PagesController < ApplicationController\n  def show\n    DirectFetcher.new(${given})\n    KeptFetcher.new(${given})\n    head :ok\n  end\nend\n`,
    }),
  },
  {
    language: 'PHP',
    request: "$_GET['u']",
    fixed: "'https://a.b'",
    lines: [3, 7],
    files: (given) => ({
      'src/Fetcher.php':
        '<?php\nnamespace App;\nclass Direct { function __construct($url) { file_get_contents($url); } }\nclass Kept {\n  private $url;\n  function __construct($url) { $this->url = $url; $this->load(); }\n  function load() { file_get_contents($this->url); }\n}\n',
      'index.php': `<?php\nuse App\\Direct;\nuse App\\Kept;\nnew Direct(${given});\nnew Kept(${given});\n`,
    }),
  },
  {
    language: 'Java',
    request: 'q.getParameter("u")',
    fixed: '"https://a.b"',
    lines: [3],
    files: (given) => ({
      'app/Fetcher.java':
        'package app;\nimport java.net.URL;\nclass Fetcher { Fetcher(String url) throws Exception { new URL(url).openStream(); } }\n',
      'app/Page.java': `package app;\nimport javax.servlet.http.*;\npublic class Page extends HttpServlet {\n  protected void doGet(HttpServletRequest q, HttpServletResponse r) throws Exception { new Fetcher(${given}); }\n}\n`,
    }),
  },
  {
    language: 'C#',
    request: 'u',
    fixed: '"https://a.b"',
    lines: [3],
    files: (given) => ({
      'Fetcher.cs':
        'using System.Net;\nnamespace App {\nclass Fetcher { public Fetcher(string url) { new WebClient().DownloadString(url); } }\n}\n',
      'PagesController.cs': `using Microsoft.AspNetCore.Mvc;\nnamespace App {\npublic class PagesController : Controller { [HttpGet] public IActionResult Show(string u) { new Fetcher(${given}); return Ok(); } }\n}\n`,
    }),
  },
];

test.each(programs)(
  '$language: what a constructor of another file is given reaches its sinks',
  async (program) => {
    expect(await linesOf(program.files(program.request))).toEqual(program.lines);
    expect(await linesOf(program.files(program.fixed))).toEqual([]);
  },
);

test('Java: a constructor that takes fewer arguments is not the one that is called', async () => {
  const files = {
    'app/Fetcher.java':
      'package app;\nimport java.net.URL;\nclass Fetcher {\n  Fetcher(String url) throws Exception { new URL(url).openStream(); }\n  Fetcher(String name, String url) { }\n}\n',
    'app/Page.java':
      'package app;\nimport javax.servlet.http.*;\npublic class Page extends HttpServlet {\n  protected void doGet(HttpServletRequest q, HttpServletResponse r) throws Exception { new Fetcher(q.getParameter("n"), "https://a.b"); }\n}\n',
  };
  expect(await linesOf(files)).toEqual([]);
});

test('Python: the fields of an object stay known where its class extends one of another module', async () => {
  const files = (given: string) => ({
    'fetcher.py':
      'import requests\nfrom other.base import Base\nclass Kept(Base):\n    def __init__(self, url):\n        self.url = url\n        self.load()\n    def load(self):\n        requests.get(self.url)\n',
    'app.py': `from flask import Flask, request\nfrom fetcher import Kept\napp = Flask(__name__)\n@app.route('/')\ndef show():\n    Kept(${given})\n    return 'ok'\n`,
  });
  expect(await linesOf(files("request.args['u']"))).toEqual([8]);
  expect(await linesOf(files("'https://a.b'"))).toEqual([]);
});
