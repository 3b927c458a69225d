import { describe, expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../../test/support/code-scan.ts';

const scan = await createCodeScan(['a.js', 'a.py', 'A.java', 'a.go', 'a.php', 'a.cs']);

function isReported(path: string, text: string, cwe: number): boolean {
  return scan({ [path]: text }).some(
    ({ cwe: all, severity, trace }) => severity !== 'low' && trace && all.includes(`CWE-${cwe}`),
  );
}

describe('of a text that is copied character by character those are left that pass', () => {
  const node = (body: string) =>
    `const app = require('express')(); const { exec } = require('child_process');\nconst OK = 'abcdefghij0123456789.-';\nfunction clean(s) {\n  let out = '';\n  ${body}\n  return out;\n}\napp.get('/', (req, res) => { exec('ping ' + clean(req.query.h)); });\n`;
  const denied = [...';|&$`<>()"\\\'\n\r\t '].map((char) => `s[i] === ${JSON.stringify(char)}`).join(' || ');
  test.each([
    ['for (const c of s) { if (OK.includes(c)) out += c; }', false],
    ['for (const c of s) { if (!OK.includes(c)) out += c; }', true],
    ['for (const c of s) { if (/[a-z0-9.]/.test(c)) out += c; }', false],
    ['for (const c of s) { if (/[a-z0-9.;]/.test(c)) out += c; }', true],
    [
      'for (let i = 0; i < s.length; i++) { const c = s.charAt(i); if (!/[a-z.]/.test(c)) continue; out += c; }',
      false,
    ],
    [
      `for (let i = 0; i < s.length; i++) { if (!(s[i] === undefined || ${denied})) { out = out + s[i]; } }`,
      false,
    ],
    [`for (let i = 0; i < s.length; i++) { if (!(${denied})) { out = out + s; } }`, true],
    ["for (const c of s) { if (c !== ';' && c !== '|') out += c; }", true],
    ['for (const word of s) { if (/[a-z0-9.]/.test(word)) exec(word); }', true],
    ["out = [...s].filter((c) => /[a-z0-9.]/.test(c)).join('');", false],
    ["out = [...s].filter((c) => /[^a-z0-9.]/.test(c)).join('');", true],
    ['out = s.filter((word) => /[a-z0-9.]/.test(word)).join();', true],
  ])('JavaScript: %s', (body, reported) => {
    expect(isReported('a.js', node(body), 78)).toBe(reported);
  });

  const python = (body: string) =>
    `import os, string\nfrom flask import Flask, request\napp = Flask(__name__)\ndef clean(s):\n    ${body.replaceAll('\n', '\n    ')}\n@app.route('/')\ndef v():\n    os.system('ping ' + clean(request.args['h']))\n    return ''\n`;
  test.each([
    ["return ''.join(c for c in s if c.isalnum() or c in '.-')", false],
    ["return ''.join(c for c in s if c in string.ascii_letters + string.digits)", false],
    ["return ''.join(c for c in s if c not in string.ascii_letters)", true],
    ["return ''.join(c for c in s if c.isalnum() or c in '.;')", true],
    ["out = ''\nfor c in s:\n    if c.isalnum():\n        out += c\nreturn out", false],
    [
      "out = ''\nfor c in s:\n    if c.isalnum():\n        out += '_'\n    else:\n        out += c\nreturn out",
      true,
    ],
  ])('Python: %s', (body, reported) => {
    expect(isReported('a.py', python(body), 78)).toBe(reported);
  });

  const go = (test: string) =>
    `package main\n\nimport (\n\t"net/http"\n\t"os/exec"\n\t"strings"\n\t"unicode"\n)\n\nfunc clean(s string) string {\n\tvar b strings.Builder\n\tfor _, r := range s {\n\t\tif ${test} {\n\t\t\tb.WriteRune(r)\n\t\t}\n\t}\n\treturn b.String()\n}\n\nfunc h(w http.ResponseWriter, r *http.Request) {\n\texec.Command("sh", "-c", "ping "+clean(r.FormValue("h"))).Run()\n}\n`;
  test.each([
    ["unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.'", false],
    ['!unicode.IsLetter(r)', true],
  ])('Go: %s', (test, reported) => {
    expect(isReported('a.go', go(test), 78)).toBe(reported);
  });

  const java = (last: string) =>
    `import javax.servlet.http.*;\nimport java.io.*;\npublic class A extends HttpServlet {\n  static String escape(String s) {\n    StringBuilder sb = new StringBuilder();\n    for (int i = 0; i < s.length(); i++) {\n      char c = s.charAt(i);\n      switch (c) {\n        case '<': sb.append("&lt;"); break;\n        case '>': sb.append("&gt;"); break;\n        case '&': sb.append("&amp;"); break;\n        case '"': sb.append("&quot;"); ${last}\n        default: sb.append(c);\n      }\n    }\n    return sb.toString();\n  }\n  protected void doGet(HttpServletRequest q, HttpServletResponse r) throws IOException { r.setContentType("text/html"); r.getWriter().println("<p>" + escape(q.getParameter("a")) + "</p>"); }\n}\n`;
  test.each([
    ['break;', false],
    ['', true],
  ])('Java: the case before the last one ends with "%s"', (last, reported) => {
    expect(isReported('A.java', java(last), 79)).toBe(reported);
  });
});
