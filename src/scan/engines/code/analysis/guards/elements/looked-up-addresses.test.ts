import { describe, expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../../test/support/code-scan.ts';

const scan = await createCodeScan(['a.js', 'a.py', 'a.go', 'a.rb', 'a.php', 'A.java', 'a.cs']);

/** Whether a program is reported at medium or worse for one of these weaknesses. */
function isReported(path: string, text: string, cwe: number): boolean {
  return scan({ [path]: text }).some(
    ({ cwe: all, severity }) => severity !== 'low' && all.includes(`CWE-${cwe}`),
  );
}

const python = (check: string) =>
  `import ipaddress, socket, requests\nfrom urllib.parse import urlparse, unquote\nfrom flask import request, abort\ndef h():\n    url = request.args['url']\n    ip = ipaddress.ip_address(socket.gethostbyname(urlparse(url).hostname))\n    ${check}\n    return requests.get(url).text\n`;
const pythonHelper = (body: string, test = 'is_internal(url)') =>
  `import ipaddress, socket, requests\nfrom urllib.parse import urlparse\nfrom flask import request, abort\ndef is_internal(url):\n    host = urlparse(url).hostname\n    ${body.replaceAll('\n', '\n    ')}\ndef h():\n    url = request.args['url']\n    if ${test}:\n        abort(400)\n    return requests.get(url).text\n`;
const pythonNetworks = (check: string) =>
  `import ipaddress, socket, requests\nfrom urllib.parse import urlparse\nfrom flask import request, abort\nNETS = [ipaddress.ip_network('10.0.0.0/8'), ipaddress.ip_network('169.254.0.0/16')]\ndef h():\n    url = request.args['url']\n    ip = ipaddress.ip_address(socket.gethostbyname(urlparse(url).hostname))\n    ${check}\n    return requests.get(url).text\n`;
const ruby = (check: string) =>
  `class A < ApplicationController\n  NETS = [IPAddr.new('10.0.0.0/8'), IPAddr.new('169.254.0.0/16')]\n  def show\n    uri = URI.parse(params[:url])\n    ip = IPAddr.new(Resolv.getaddress(uri.host))\n    ${check}\n    render plain: Net::HTTP.get(uri)\n  end\nend\n`;
const php = (check: string) =>
  `<?php\n$url = $_POST['url'];\n$ip = gethostbyname(parse_url($url, PHP_URL_HOST));\n${check}\n$c = curl_init($url);\n`;
const go = (helper: string) =>
  `package main\nimport ("net"; "net/http"; "net/url")\nfunc isPrivate(host string) bool {\n${helper}\n}\nfunc h(w http.ResponseWriter, r *http.Request) {\n\tu, err := url.Parse(r.FormValue("url"))\n\tif err != nil || isPrivate(u.Hostname()) { return }\n\thttp.Get(u.String())\n}\n`;
const java = (test: string) =>
  `import java.net.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\npublic class A {\n  @GetMapping("/x")\n  public int x(@RequestParam String u) throws Exception {\n    URL url = new URL(u);\n    InetAddress a = InetAddress.getByName(url.getHost());\n    ${test}\n    return ((HttpURLConnection) url.openConnection()).getResponseCode();\n  }\n}\n`;
const node = (test: string) =>
  `const app = require('express')(); const dns = require('dns').promises; const ipaddr = require('ipaddr.js'); const isPrivate = require('private-ip');\napp.get('/', async (req, res) => {\n  const url = new URL(req.query.url);\n  const { address } = await dns.lookup(url.hostname);\n  ${test}\n  res.send(await (await fetch(url)).text());\n});\n`;

describe('an address that was looked up speaks for the host and for the URL', () => {
  test.each([
    ['a.py', 'a private address is refused', python('if ip.is_private or ip.is_loopback: abort(400)'), false],
    ['a.py', 'only public ones pass', python('if not ip.is_global: abort(400)'), false],
    ['a.py', 'a private address is only logged', python("if ip.is_private: print('odd')"), true],
    ['a.py', 'public ones are refused', python('if ip.is_global: abort(400)'), true],
    ['a.py', 'nothing but loopback is refused', python('if ip.is_loopback: abort(400)'), true],
    [
      'a.py',
      'an address of one of these networks is refused',
      pythonNetworks('if any(ip in net for net in NETS): abort(400)'),
      false,
    ],
    [
      'a.py',
      'only addresses of these networks pass',
      pythonNetworks('if not any(ip in net for net in NETS): abort(400)'),
      true,
    ],
    ['a.py', 'one network is refused', pythonNetworks('if ip in NETS[0]: abort(400)'), false],
    [
      'a.rb',
      'an address of one of these networks is refused',
      ruby("raise 'no' if NETS.any? { |net| net.include?(ip) }"),
      false,
    ],
    ['a.rb', 'others are refused', ruby("raise 'no' unless NETS.any? { |net| net.include?(ip) }"), true],
    ['a.rb', 'it is only logged', ruby("logger.info('odd') if NETS.any? { |net| net.include?(ip) }"), true],
    [
      'a.php',
      'neither private nor reserved addresses pass',
      php(
        'if (!filter_var($ip, FILTER_VALIDATE_IP, FILTER_FLAG_NO_PRIV_RANGE | FILTER_FLAG_NO_RES_RANGE)) { exit; }',
      ),
      false,
    ],
    [
      'a.php',
      'these pass alone',
      php(
        'if (filter_var($ip, FILTER_VALIDATE_IP, FILTER_FLAG_NO_PRIV_RANGE | FILTER_FLAG_NO_RES_RANGE)) { exit; }',
      ),
      true,
    ],
    ['a.php', 'any address passes', php('if (!filter_var($ip, FILTER_VALIDATE_IP)) { exit; }'), true],
    [
      'a.py',
      'all addresses of the host, in a helper',
      pythonHelper(
        'for info in socket.getaddrinfo(host, None):\n    if ipaddress.ip_address(info[4][0]).is_private:\n        return True\nreturn False',
      ),
      false,
    ],
    [
      'a.py',
      'the helper says the opposite',
      pythonHelper(
        'for info in socket.getaddrinfo(host, None):\n    if ipaddress.ip_address(info[4][0]).is_private:\n        return True\nreturn False',
        'not is_internal(url)',
      ),
      true,
    ],
    [
      'a.py',
      'a loop that ends at the first one',
      pythonHelper(
        'for info in socket.getaddrinfo(host, None):\n    if ipaddress.ip_address(info[4][0]).is_private:\n        break\nreturn False',
      ),
      true,
    ],
    [
      'a.go',
      'all addresses of the host',
      go(
        '\tips, err := net.LookupIP(host)\n\tif err != nil { return true }\n\tfor _, ip := range ips { if ip.IsPrivate() || ip.IsLoopback() || ip.IsLinkLocalUnicast() { return true } }\n\treturn false',
      ),
      false,
    ],
    [
      'a.go',
      'the wrong way round',
      go(
        '\tips, _ := net.LookupIP(host)\n\tfor _, ip := range ips { if !ip.IsPrivate() { return true } }\n\treturn false',
      ),
      true,
    ],
    [
      'A.java',
      'site local',
      java('if (a.isLoopbackAddress() || a.isSiteLocalAddress()) { return 400; }'),
      false,
    ],
    ['A.java', 'loopback alone', java('if (a.isLoopbackAddress()) { return 400; }'), true],
    ['A.java', 'the result is not used', java('a.isSiteLocalAddress();'), true],
    [
      'a.js',
      'a range',
      node("if (ipaddr.parse(address).range() !== 'unicast') return res.sendStatus(400);"),
      false,
    ],
    [
      'a.js',
      'another range',
      node("if (ipaddr.parse(address).range() !== 'private') return res.sendStatus(400);"),
      true,
    ],
    ['a.js', 'a package that knows them', node('if (isPrivate(address)) return res.sendStatus(400);'), false],
    ['a.js', 'and its opposite', node('if (!isPrivate(address)) return res.sendStatus(400);'), true],
  ])('%s: %s', (path, _, text, reported) => {
    expect(isReported(path, text, 918)).toBe(reported);
  });
});

describe('a check of a text says nothing of what it is decoded to', () => {
  const pythonPath = (body: string) =>
    `from flask import request\nfrom urllib.parse import unquote\ndef h():\n    p = request.args['p']\n    ${body.replaceAll('\n', '\n    ')}\n    return open('/srv/' + p).read()\n`;
  const phpPath = (body: string) => `<?php\n$p = $_GET['p'];\n${body}\nreadfile('/srv/' . $p);\n`;
  const goPath = (body: string) =>
    `package main\nimport ("net/http"; "net/url"; "os"; "strings")\nfunc h(w http.ResponseWriter, r *http.Request) {\n\tp := r.FormValue("p")\n${body}\n\tos.ReadFile("/srv/" + p)\n\t_ = url.Parse\n\t_ = strings.Contains\n}\n`;
  const nodePath = (body: string) =>
    `const app = require('express')(); const fs = require('fs');\napp.get('/f', (req, res) => {\n  let p = req.query.p;\n  ${body}\n  res.send(fs.readFileSync('/srv/' + p));\n});\n`;
  test.each([
    ['a.py', 'decoded after', pythonPath("if '..' in p:\n    return ''\np = unquote(p)"), true],
    ['a.py', 'decoded before', pythonPath("p = unquote(p)\nif '..' in p:\n    return ''"), false],
    ['a.js', 'decoded after', nodePath("if (p.includes('..')) return; p = decodeURIComponent(p);"), true],
    ['a.js', 'decoded before', nodePath("p = decodeURIComponent(p); if (p.includes('..')) return;"), false],
    [
      'a.php',
      'decoded after',
      phpPath("if (strpos($p, '..') !== false) { die(); }\n$p = urldecode($p);"),
      true,
    ],
    [
      'a.php',
      'decoded before',
      phpPath("$p = urldecode($p);\nif (strpos($p, '..') !== false) { die(); }"),
      false,
    ],
    ['a.php', 'cut out once', phpPath("$p = str_replace('../', '', $p);"), true],
    ['a.php', 'without the slash nothing is left', phpPath("$p = str_replace('..', '', $p);"), false],
    ['a.go', 'cut out once', goPath('\tp = strings.ReplaceAll(p, "../", "")'), true],
    ['a.go', 'without the slash nothing is left', goPath('\tp = strings.ReplaceAll(p, "..", "")'), false],
    [
      'a.go',
      'decoded after',
      goPath('\tif strings.Contains(p, "..") { return }\n\tp, _ = url.PathUnescape(p)'),
      true,
    ],
    [
      'a.go',
      'decoded before',
      goPath('\tp, _ = url.PathUnescape(p)\n\tif strings.Contains(p, "..") { return }'),
      false,
    ],
  ])('%s: %s', (path, _, text, reported) => {
    expect(isReported(path, text, 22)).toBe(reported);
  });

  test('markup that was escaped and is decoded again is markup', () => {
    const shown = (decode: string) =>
      `<?php echo '<p>' . ${decode}(htmlspecialchars($_GET['x'])) . '</p>';\n`;
    expect(isReported('a.php', shown('html_entity_decode'), 79)).toBe(true);
    expect(isReported('a.php', shown('trim'), 79)).toBe(false);
  });
});

describe('the folder and the path are compared with their separators', () => {
  const tornado = (root: string) =>
    `import os\nimport tornado.web\nclass H(tornado.web.RequestHandler):\n    def get(self, path):\n        root = ${root}\n        full = os.path.abspath(os.path.join(root, path))\n        if not (full + os.path.sep).startswith(root):\n            raise tornado.web.HTTPError(403)\n        with open(full) as f:\n            self.write(f.read())\n`;
  test.each([
    ["os.path.abspath('/srv/www') + os.path.sep", false],
    ["os.path.abspath('/srv/www')", true],
  ])('%s', (root, reported) => {
    expect(isReported('a.py', tornado(root), 22)).toBe(reported);
  });
});

describe('views that are classes keep the request and what the URL names', () => {
  test.each([
    ['from rest_framework.viewsets import ModelViewSet as Base', "self.request.query_params['n']", true],
    ['from rest_framework.views import APIView as Base', "self.kwargs['n']", true],
    ['from django.views.generic import DetailView as Base', "self.kwargs.get('n')", true],
    ['from mine import Base', "self.kwargs['n']", false],
  ])('%s: %s', (imported, read, reported) => {
    const text = `${imported}\nclass V(Base):\n    def read_it(self):\n        return open('/srv/' + ${read}).read()\n`;
    expect(isReported('a.py', text, 22)).toBe(reported);
  });
});
