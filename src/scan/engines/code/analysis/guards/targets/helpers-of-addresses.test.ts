import { describe, expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../../test/support/code-scan.ts';

const scan = await createCodeScan(['a.js', 'a.py', 'A.java', 'a.go']);

function isReported(files: Record<string, string>, cwe: number): boolean {
  return scan(files).some(
    ({ cwe: all, severity, ruleId }) =>
      severity !== 'low' && all.includes(`CWE-${cwe}`) && !ruleId.includes('partial'),
  );
}

describe('what a helper finds out of an address that was looked up holds of the URL', () => {
  const python = (helper: string, test: string) =>
    `import ipaddress, socket, requests\nfrom urllib.parse import urlparse\nfrom flask import Flask, request, abort\napp = Flask(__name__)\n${helper}\n@app.route('/')\ndef view():\n    url = request.args['u']\n    host = urlparse(url).hostname\n    ip = socket.gethostbyname(host)\n    if ${test}:\n        abort(400)\n    return requests.get(url).text\n`;
  const isPrivate = 'def is_private(ip):\n    return ipaddress.ip_address(ip).is_private';
  test.each([
    [isPrivate, 'is_private(ip)', false],
    [isPrivate, 'not is_private(ip)', true],
    ['def is_odd(ip):\n    return len(ip) > 9', 'is_odd(ip)', true],
    ['', 'any(ipaddress.ip_address(i[4][0]).is_private for i in socket.getaddrinfo(host, None))', false],
    ['', 'all(ipaddress.ip_address(i[4][0]).is_private for i in socket.getaddrinfo(host, None))', true],
    ['', 'any(i[0] == 2 for i in socket.getaddrinfo(host, None))', true],
  ])('%s: %s', (helper, test, reported) => {
    expect(isReported({ 'a.py': python(helper, test) }, 918)).toBe(reported);
  });

  const node = (test: string) =>
    `const app = require('express')(); const dns = require('dns').promises; const ipaddr = require('ipaddr.js');\nconst isInternal = (address) => ipaddr.parse(address).range() !== 'unicast';\napp.get('/', async (req, res) => {\n  const url = new URL(req.query.u);\n  const list = await dns.lookup(url.hostname, { all: true });\n  const plain = await dns.resolve4(url.hostname);\n  if (${test}) throw new Error('no');\n  res.send(await (await fetch(url)).text());\n});\n`;
  test.each([
    ["list.some(({ address }) => ipaddr.parse(address).range() !== 'unicast')", false],
    ["!list.every((one) => ipaddr.parse(one.address).range() === 'unicast')", false],
    ['plain.some(isInternal)', false],
    ['!plain.some(isInternal)', true],
    ['list.some(({ family }) => family === 6)', true],
  ])('%s', (test, reported) => {
    expect(isReported({ 'a.js': node(test) }, 918)).toBe(reported);
  });

  const go = (result: string) => ({
    'a.go':
      'package main\n\nimport (\n\t"net/http"\n\t"net/url"\n\n\t"github.com/acme/shop/guard"\n)\n\nfunc h(w http.ResponseWriter, r *http.Request) {\n\taddr := r.FormValue("u")\n\tu, _ := url.Parse(addr)\n\tif guard.IsPrivate(u.Hostname()) {\n\t\treturn\n\t}\n\thttp.Get(addr)\n}\n',
    'guard/guard.go': `package guard\n\nimport "net"\n\nfunc IsPrivate(host string) bool {\n\tips, err := net.LookupIP(host)\n\tif err != nil {\n\t\treturn true\n\t}\n\tfor _, ip := range ips {\n\t\tif ip.IsPrivate() || ip.IsLoopback() || ip.IsLinkLocalUnicast() {\n\t\t\treturn ${result}\n\t\t}\n\t}\n\treturn ${result === 'true' ? 'false' : 'true'}\n}\n`,
    'go.mod': 'module github.com/acme/shop\n',
  });
  test.each([
    ['true', false],
    ['false', true],
  ])('a host that a function of another package looks up: private is %s', (result, reported) => {
    expect(isReported(go(result), 918)).toBe(reported);
  });
});

describe('a helper compares a host with the one that it is given', () => {
  const app = (given: string) =>
    `const app = require('express')(); const safe = require('./safe');\napp.get('/', (req, res) => { res.redirect(safe(${given})); });\n`;
  test.each([
    ['req.query.u, process.env.BASE', '(url, base)', 'new URL(url).origin === base', false],
    [
      '{ url: req.query.u, base: process.env.BASE }',
      '({ url, base })',
      'new URL(url).origin === base',
      false,
    ],
    ['req.query.u, process.env.BASE', '(url, base)', 'new URL(url).origin !== base', true],
    ['req.query.u, process.env.BASE', '(url, base)', 'new URL(url).pathname === base', true],
    ['req.query.u, process.env.BASE', '(url, base)', 'url.length === base.length', true],
  ])('%s %s %s', (given, parameters, test, reported) => {
    const safe = `module.exports = function ${parameters} { if (${test}) return url; return base; };\n`;
    expect(isReported({ 'a.js': app(given), 'safe.js': safe }, 601)).toBe(reported);
  });
});
