import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../test/support/code-scan.ts';

/** Whether an address is fetched that somebody else chose. */
async function isFound(files: Record<string, string>): Promise<boolean> {
  const findings = await findingsIn(files);
  return findings.some(({ cwe, severity }) => cwe.includes('CWE-918') && severity !== 'low');
}

const page = (method: string) =>
  `class Fetcher\n  def initialize(url)\n    @url = url\n  end\n  def ${method}\n    Net::HTTP.get(URI(@url))\n  end\nend\n`;
const shows = (what: string) =>
  `class Pages < ApplicationController\n  def show\n    render plain: ${what}\n  end\nend\n`;

test.each(['call', 'execute', 'create', 'find', 'save', 'query', 'build'])(
  'Ruby: an object of another file has a method %s, whatever libraries call so',
  async (method) => {
    const files = (url: string) => ({
      'lib/fetcher.rb': page(method),
      'app/pages.rb': shows(`Fetcher.new(${url}).${method}`),
    });
    expect(await isFound(files('params[:u]'))).toBe(true);
    expect(await isFound(files("'https://example.org'"))).toBe(false);
  },
);

test('Ruby: a method of the class makes an object and calls its method of the same name', async () => {
  const both = page('call').replace('\n', '\n  def self.call(*args)\n    new(*args).call\n  end\n');
  expect(await isFound({ 'fetcher.rb': both + shows('Fetcher.call(params[:u])') })).toBe(true);
  expect(await isFound({ 'lib/fetcher.rb': both, 'app/pages.rb': shows('Fetcher.call(params[:u])') })).toBe(
    true,
  );
  expect(
    await isFound({ 'lib/fetcher.rb': both, 'app/pages.rb': shows("Fetcher.call('https://a.b')") }),
  ).toBe(false);
});

test('Ruby: such a method may be that of a base', async () => {
  const files = (given: string) => ({
    'app/service.rb':
      'class Service\n  def self.call(*args, &block)\n    new(*args, &block).call\n  end\nend\n',
    'app/fetcher.rb': page('call').replace('class Fetcher', 'class Fetcher < Service'),
    'app/pages.rb': shows(`Fetcher.call(${given})`),
  });
  expect(await isFound(files('params[:u]'))).toBe(true);
  expect(await isFound(files(':home'))).toBe(false);
});

const view = (what: string) =>
  `from flask import Flask, request\nfrom fetcher import Fetcher\napp = Flask(__name__)\n\n@app.route('/')\ndef show():\n    ${what}\n    return 'ok'\n`;

test.each(['find', 'join', 'replace', 'count', 'fetch'])(
  'Python: an object of another file has a method %s',
  async (method) => {
    const text = `import requests\n\nclass Fetcher:\n    def __init__(self, url):\n        self.url = url\n\n    def ${method}(self):\n        requests.get(self.url)\n`;
    expect(
      await isFound({ 'fetcher.py': text, 'app.py': view(`Fetcher(request.args['u']).${method}()`) }),
    ).toBe(true);
    expect(await isFound({ 'fetcher.py': text, 'app.py': view(`Fetcher('https://a.b').${method}()`) })).toBe(
      false,
    );
  },
);

const base = 'import requests\n\nclass Base:\n    def load(self):\n        requests.get(self.url)\n';

test('Python: methods of a base in a third file, properties and class methods are followed', async () => {
  const files = (text: string, call: string) => ({
    'base.py': base,
    'fetcher.py': text,
    'app.py': view(call),
  });
  const heir =
    'from base import Base\n\nclass Fetcher(Base):\n    def __init__(self, url):\n        self.url = url\n';
  expect(await isFound(files(heir, "Fetcher(request.args['u']).load()"))).toBe(true);
  expect(await isFound(files(heir, "Fetcher('https://a.b').load()"))).toBe(false);
  const held =
    "import requests\n\nclass Fetcher:\n    def __init__(self, data):\n        self.data = data\n\n    @property\n    def url(self):\n        return self.data['url']\n\n    def load(self):\n        requests.get(self.url)\n";
  expect(await isFound(files(held, 'Fetcher(request.json).load()'))).toBe(true);
  const fixed = held.replace("self.data['url']", "'https://a.b'");
  expect(await isFound(files(fixed, 'Fetcher(request.json).load()'))).toBe(false);
  const made =
    'import requests\n\nclass Fetcher:\n    def load(self, url):\n        requests.get(url)\n\n    @classmethod\n    def start(cls, url):\n        cls().load(url)\n';
  expect(await isFound(files(made, "Fetcher.start(request.args['u'])"))).toBe(true);
  expect(await isFound(files(made, "Fetcher.start('https://a.b')"))).toBe(false);
});

test('JavaScript: what a function put into its object is what the methods of its prototype use', async () => {
  const files = (given: string) => ({
    'fetcher.js':
      'function Fetcher(url) { this.url = url; }\nFetcher.prototype.load = function () { return fetch(this.url); };\nmodule.exports = Fetcher;\n',
    'app.js': `const express = require('express');\nconst Fetcher = require('./fetcher');\nexpress().get('/', (req, res) => { const page = new Fetcher(${given}); page.load(); res.end(); });\n`,
  });
  expect(await isFound(files('req.query.u'))).toBe(true);
  expect(await isFound(files("'https://a.b'"))).toBe(false);
});

test('Go: what a function of a package makes has the methods of that package', async () => {
  const fetcher = (name: string) =>
    `package fetcher\n\nimport "net/http"\n\ntype ${name} struct{ url string }\n\nfunc New(url string) *${name} { return &${name}{url: url} }\n\nfunc (f *${name}) Load() { http.Get(f.url) }\n`;
  const main = (given: string) =>
    `package main\n\nimport (\n\t"net/http"\n\n\t"example.org/app/fetcher"\n)\n\nfunc show(w http.ResponseWriter, r *http.Request) {\n\tpage := fetcher.New(${given})\n\tpage.Load()\n}\n`;
  const files = (given: string) => ({ 'fetcher/page.go': fetcher('page'), 'main.go': main(given) });
  expect(await isFound(files('r.FormValue("u")'))).toBe(true);
  expect(await isFound(files('"https://a.b"'))).toBe(false);
  // Which of two types is meant is what the function says that it gives.
  const other = 'package fetcher\n\ntype other struct{ url string }\n\nfunc (o *other) Load() {}\n';
  const given = files('r.FormValue("u")');
  expect(await isFound({ ...given, 'fetcher/other.go': other })).toBe(true);
  const makesOther = fetcher('page').replace('*page { return &page{', '*other { return &other{');
  expect(await isFound({ ...given, 'fetcher/page.go': makesOther, 'fetcher/other.go': other })).toBe(false);
});
