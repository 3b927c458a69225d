import { describe, expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../../test/support/code-scan.ts';

const scan = await createCodeScan(['a.js', 'a.py', 'a.go', 'a.php', 'A.java']);

/** Whether a program is reported at medium or worse for one of these weaknesses. */
function isReported(path: string, text: string, cwe: number): boolean {
  return scan({ [path]: text }).some(
    ({ cwe: all, severity }) => severity !== 'low' && severity !== 'info' && all.includes(`CWE-${cwe}`),
  );
}

const php = (check: string) =>
  `<?php\n$to = $_GET['to'];\n$host = parse_url($to, PHP_URL_HOST);\n${check}\nheader('Location: ' . $to);\n`;
const go = (check: string, helper = '') =>
  `package main\n\nimport (\n\t"net/http"\n\t"net/url"\n\t"strings"\n)\n\ntype site struct{ domains []string }\n\n${helper}\n\nfunc (s *site) leave(w http.ResponseWriter, r *http.Request) {\n\tto := r.FormValue("to")\n\t${check}\n\thttp.Redirect(w, r, to, 302)\n}\n`;
const node = (check: string) =>
  `const app = require('express')();\napp.get('/', (req, res) => {\n  const to = req.query.to;\n  const url = new URL(to);\n  ${check}\n  res.redirect(to);\n});\n`;

const scheme = "preg_match('#^[a-z][a-z0-9+.-]*:#i', $to)";

describe('the target of a redirect', () => {
  test.each([
    [
      'has neither a protocol nor two slashes',
      `if (${scheme} || preg_match('#^[/\\\\\\\\]{2}#', $to)) exit;`,
      false,
    ],
    ['may begin with two backslashes', `if (${scheme} || preg_match('#^//#', $to)) exit;`, true],
    ['may have a protocol', "if (preg_match('#^[/\\\\\\\\]{2}#', $to)) exit;", true],
    ['has a protocol', `if (!${scheme} || preg_match('#^[/\\\\\\\\]{2}#', $to)) exit;`, true],
    ['names no host that PHP sees', 'if ($host !== null) exit;', true],
    [
      'names no host and holds no backslash',
      "if ($host !== null || preg_match('#^[/\\\\\\\\]{2}#', $to)) exit;",
      false,
    ],
    ['names a host', 'if ($host === null) exit;', true],
    ['names no host or this one', "if ($host !== null && $host !== $_SERVER['HTTP_HOST']) exit;", true],
    ['names this host', "if ($host !== $_SERVER['HTTP_HOST']) exit;", false],
    [
      'names one of these hosts',
      "if (!in_array(parse_url($to, PHP_URL_HOST), ['a.org', 'b.org'], true)) exit;",
      false,
    ],
    [
      'names a host that is not this one',
      "if ($host !== null && $host === $_SERVER['HTTP_HOST']) exit;",
      true,
    ],
    ['names a host of this domain', "if (!str_ends_with($host, '.example.org')) exit;", false],
    ['names a host that ends alike', "if (!str_ends_with($host, 'example.org')) exit;", true],
  ])('in PHP that %s', (_, check, expected) => {
    expect(isReported('a.php', php(check), 601)).toBe(expected);
  });

  test.each([
    [
      'begins with one slash',
      `if to[0] != '/' || (len(to) > 1 && (to[1] == '/' || to[1] == '\\\\')) { return }`,
      false,
    ],
    [
      'may begin with two',
      `if to[0] != '/' || (len(to) > 2 && (to[1] == '/' || to[1] == '\\\\')) { return }`,
      true,
    ],
    [
      'does not begin with two',
      `if len(to) > 1 && (to[0] == '/' || to[0] == '\\\\') && (to[1] == '/' || to[1] == '\\\\') { return }\n\tif to[0] != '/' { return }`,
      false,
    ],
    [
      'begins with two',
      `if !(len(to) > 1 && (to[0] == '/' || to[0] == '\\\\') && (to[1] == '/' || to[1] == '\\\\')) { return }\n\tif to[0] != '/' { return }`,
      true,
    ],
    [
      'is a path without these characters',
      'if !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.ContainsAny(to, "\\\\\\r\\n") { return }',
      false,
    ],
    [
      'is a path that may hold a backslash',
      'if !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.ContainsAny(to, "\\r\\n") { return }',
      true,
    ],
    ['holds neither', 'if strings.ContainsAny(to, ":/\\\\") { return }', false],
    ['holds one of these', 'if !strings.ContainsAny(to, ":/\\\\") { return }', true],
  ])('in Go that %s', (_, check, expected) => {
    expect(isReported('main.go', go(check), 601)).toBe(expected);
  });

  const allowed = (test: string) =>
    `func (s *site) allowed(to string) bool {\n\tu, err := url.Parse(to)\n\tif err != nil {\n\t\treturn false\n\t}\n\tfor _, domain := range s.domains {\n\t\tif ${test} {\n\t\t\treturn true\n\t\t}\n\t}\n\treturn false\n}`;
  test.each([
    ['is one of those that the object has', 'u.Hostname() == domain', false],
    [
      'is of a domain that the object has',
      'u.Hostname() == domain || strings.HasSuffix(u.Hostname(), "."+domain)',
      false,
    ],
    ['ends like one that the object has', 'strings.HasSuffix(u.Hostname(), domain)', true],
    ['is none of those that the object has', 'u.Hostname() != domain', true],
  ])('in Go whose host %s', (_, condition, expected) => {
    const check = 'if !s.allowed(to) {\n\t\treturn\n\t}';
    expect(isReported('main.go', go(check, allowed(condition)), 601)).toBe(expected);
  });

  test.each([
    ['is of this domain', "if (!url.hostname.endsWith('.example.org')) return;", false],
    ['is of anybody', "if (!url.hostname.endsWith('.com')) return;", true],
    ['ends alike', "if (!url.hostname.endsWith('example.org')) return;", true],
    ['is not of this domain', "if (url.hostname.endsWith('.example.org')) return;", true],
    ['ends as it was sent', 'if (!url.hostname.endsWith(`.${req.query.host}`)) return;', true],
  ])('in JavaScript whose host %s', (_, check, expected) => {
    expect(isReported('a.js', node(check), 601)).toBe(expected);
  });
});

const fetch = (helper: string, check: string) =>
  `package main\n\nimport (\n\t"errors"\n\t"net"\n\t"net/http"\n\t"net/url"\n)\n\nvar errInside = errors.New("inside")\n\n${helper}\n\nfunc show(w http.ResponseWriter, r *http.Request) {\n\traw := r.FormValue("u")\n\tu, err := url.Parse(raw)\n\tif err != nil {\n\t\treturn\n\t}\n\t${check}\n\thttp.Get(raw)\n}\n`;
const refuses = (head: string, given: string, inside: string, last = 'nil') =>
  `func refuse(${head}) error {\n\tips, err := net.LookupIP(${given})\n\tif err != nil {\n\t\treturn err\n\t}\n\tfor _, ip := range ips {\n\t\tif ip.IsPrivate() || ip.IsLoopback() || ip.IsLinkLocalUnicast() {\n\t\t\treturn ${inside}\n\t\t}\n\t}\n\treturn ${last}\n}`;

describe('a function that gives an error for what is inside of the network', () => {
  const check = 'if err := refuse(u); err != nil {\n\t\treturn\n\t}';
  const host = 'if err := refuse(u.Hostname()); err != nil {\n\t\treturn\n\t}';
  test.each([
    ['refuses the URL that was parsed', refuses('u *url.URL', 'u.Hostname()', 'errInside'), check, false],
    ['refuses the host', refuses('host string', 'host', 'errInside'), host, false],
    ['refuses nothing', refuses('u *url.URL', 'u.Hostname()', 'nil'), check, true],
    ['is not asked', refuses('u *url.URL', 'u.Hostname()', 'errInside'), '_ = refuse(u)', true],
    [
      'may give an error that is none',
      refuses('u *url.URL', 'u.Hostname()', 'err', 'errInside'),
      check,
      true,
    ],
  ])('%s', (_, helper, asked, expected) => {
    expect(isReported('main.go', fetch(helper, asked), 918)).toBe(expected);
  });

  test('an error that was set again may be none', () => {
    const helper =
      'func refuse(u *url.URL) error {\n\tips, err := net.LookupIP(u.Hostname())\n\tif err != nil {\n\t\terr = other(u)\n\t\treturn err\n\t}\n\tif ips[0].IsPrivate() {\n\t\treturn errInside\n\t}\n\treturn nil\n}';
    expect(isReported('main.go', fetch(helper, check), 918)).toBe(true);
  });
});
