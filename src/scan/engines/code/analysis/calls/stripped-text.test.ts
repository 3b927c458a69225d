import { describe, expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';
import type { CallEvent } from '../../domain/call-event.ts';
import { constantValue, unknownValue, type Value } from '../../domain/value.ts';
import { labelMask } from '../../knowledge/labels.ts';
import type { Strips } from '../../knowledge/rule-types.ts';
import { strippedLabels } from './stripped-text.ts';

/** What is left of a text decides what it can do harm to: each language, its way to replace, and whether the sinks still matter. */
const programs: Record<string, { path: string; program: (clean: string) => string; shell: string }> = {
  javascript: {
    path: 'a.js',
    shell: 'javascript-command-injection',
    program: (clean) =>
      `const app = require('express')();\nconst { exec } = require('child_process');\nconst fs = require('fs');\napp.get('/', (req, res) => {\n  const y = ${clean};\n  exec('ls ' + y);\n  res.json(fs.readFileSync('/srv/' + y));\n});\n`,
  },
  python: {
    path: 'a.py',
    shell: 'python-command-injection',
    program: (clean) =>
      `import os, re\nfrom flask import request\nword = re.compile(r'[^a-z0-9]+')\ndef view():\n    x = request.args['x']\n    y = ${clean}\n    os.system('ls ' + y)\n    return open('/srv/' + y).read()\n`,
  },
  java: {
    path: 'A.java',
    shell: 'java-command-injection',
    program: (clean) =>
      `import javax.servlet.http.*;\nimport java.io.*;\nclass A extends HttpServlet {\n  protected void doGet(HttpServletRequest q, HttpServletResponse s) throws Exception {\n    String x = q.getParameter("x");\n    String y = ${clean};\n    Runtime.getRuntime().exec("sh -c " + y);\n    new FileInputStream("/srv/" + y);\n  }\n}\n`,
  },
  go: {
    path: 'a.go',
    shell: 'go-command-injection',
    program: (clean) =>
      `package a\n\nimport (\n\t"net/http"\n\t"os"\n\t"os/exec"\n\t"regexp"\n)\n\nvar word = regexp.MustCompile("[^a-z0-9]+")\n\nfunc h(w http.ResponseWriter, r *http.Request) {\n\tx := r.FormValue("x")\n\ty := ${clean}\n\texec.Command("sh", "-c", "ls "+y).Run()\n\tos.ReadFile("/srv/" + y)\n}\n`,
  },
  php: {
    path: 'a.php',
    shell: 'php-command-injection',
    program: (clean) =>
      `<?php\n$x = $_GET['x'];\n$y = ${clean};\nsystem('ls ' . $y);\nreadfile('/srv/' . $y);\n`,
  },
  ruby: {
    path: 'a.rb',
    shell: 'ruby-command-injection',
    program: (clean) =>
      `require 'sinatra'\nget '/' do\n  x = params['x']\n  y = ${clean}\n  system("ls #{y}")\n  File.read("/srv/#{y}")\nend\n`,
  },
  csharp: {
    path: 'A.cs',
    shell: 'csharp-command-injection',
    program: (clean) =>
      `using System.Diagnostics;\nusing System.IO;\nusing System.Text.RegularExpressions;\nusing Microsoft.AspNetCore.Mvc;\npublic class A : Controller {\n  public IActionResult Get(string x) {\n    var y = ${clean};\n    Process.Start("sh", "-c ls " + y);\n    return Content(File.ReadAllText("/srv/" + y));\n  }\n}\n`,
  },
};

async function found(language: string, clean: string): Promise<string[]> {
  const { path, program } = programs[language]!;
  const engine = createCodeEngine();
  await engine.prepare?.([path]);
  const text = program(clean);
  const tree = (await createParser()).parse(path, text);
  const { findings } = engine.analyse({ path, text, bytes: Buffer.from(text), tree }, { hashSecret: String });
  const kinds = findings
    .filter(({ severity }) => ['critical', 'high', 'medium'].includes(severity))
    .map(({ ruleId }) => ruleId.replace(`${language}-`, ''));
  return ['command-injection', 'path-traversal'].filter((kind) => kinds.includes(kind));
}

const both = ['command-injection', 'path-traversal'];

describe.each([
  [
    'javascript',
    'req.query.x',
    [
      ["req.query.x.replace(/[^a-z0-9]/g, '')", []],
      ["req.query.x.replace(/[^a-z0-9]/gi, '_')", []],
      ["req.query.x.replace(/[^a-z0-9]/, '')", both],
      ["req.query.x.replace(/[^a-z0-9.\\/]/g, '')", ['path-traversal']],
      ["req.query.x.replace(/[^a-z0-9]/g, '/')", ['path-traversal']],
      ['req.query.x.replace(/[^a-z0-9]/g, f)', both],
      ["req.query.x.replace(/\\.\\./g, '')", both],
    ],
  ],
  [
    'python',
    'x',
    [
      ["re.sub(r'[^a-z0-9]', '', x)", []],
      ["re.sub(r'\\W+', '-', x)", []],
      ["word.sub('', x)", []],
      ["re.sub(r'[^a-z0-9/.]', '', x)", ['path-traversal']],
      ["re.sub(r'script', '', x)", both],
    ],
  ],
  [
    'java',
    'x',
    [
      ['x.replaceAll("[^a-z0-9]", "")', []],
      ['x.replaceAll("[^a-z0-9/.]", "")', ['path-traversal']],
    ],
  ],
  [
    'go',
    'x',
    [
      ['word.ReplaceAllString(x, "")', []],
      ['regexp.MustCompile("[^a-z0-9/.]").ReplaceAllString(x, "")', ['path-traversal']],
      ['regexp.MustCompile("script").ReplaceAllString(x, "")', both],
    ],
  ],
  [
    'php',
    '$x',
    [
      ["preg_replace('/[^a-z0-9]/i', '', $x)", []],
      ["preg_replace('#[^a-z0-9/.]#', '', $x)", ['path-traversal']],
      ["preg_replace('/script/', '', $x)", both],
    ],
  ],
  [
    'ruby',
    'x',
    [
      ["x.gsub(/[^a-z0-9]/, '')", []],
      ["x.delete('^a-z0-9')", []],
      ["x.gsub(/[^a-z0-9\\/.]/, '')", ['path-traversal']],
      ["x.sub(/[^a-z0-9]/, '')", both],
    ],
  ],
  [
    'csharp',
    'x',
    [
      ['Regex.Replace(x, "[^a-z0-9]", "")', []],
      ['Regex.Replace(x, "[^a-z0-9/.]", "")', ['path-traversal']],
    ],
  ],
] as Array<[string, string, Array<[string, string[]]>]>)('in %s', (language, raw, cases) => {
  test('a text as it came does harm', async () => {
    expect(await found(language, raw)).toEqual(both);
  });

  test.each(cases)('%s leaves %j', async (clean, left) => {
    expect(await found(language, clean)).toEqual(left);
  });
});

test.each([
  ["x.replace(/[.*+?^${}()|[\\]\\\\]/g, '\\\\$&')", 0],
  ["x.replace(/[-\\/\\\\^$*+?.()|[\\]{}]/g, '\\\\$&')", 0],
  ["x.replace(/[.*+?^${}()|[\\]]/g, '\\\\$&')", 1],
  ["x.replace(/[.*+?^${}()|[\\]\\\\]/, '\\\\$&')", 1],
  ["x.replace(/[.*+?^${}()|[\\]\\\\]/g, '$&')", 1],
])('after %s, %i regular expressions are made of what was sent', async (clean, count) => {
  const text = `const app = require('express')();\napp.get('/', (req, res) => {\n  const x = req.query.x;\n  new RegExp(${clean});\n});\n`;
  const engine = createCodeEngine();
  await engine.prepare?.(['a.js']);
  const tree = (await createParser()).parse('a.js', text);
  const { findings } = engine.analyse(
    { path: 'a.js', text, bytes: Buffer.from(text), tree },
    { hashSecret: String },
  );
  expect(findings.filter(({ ruleId }) => ruleId === 'javascript-regex-injection')).toHaveLength(count);
});

describe('what a call leaves of a text', () => {
  const event = (...args: Value[]) =>
    ({ args, named: new Map(), receiver: undefined }) as unknown as CallEvent;
  const left = (as: Strips['as'], pattern: Value, by?: Value) =>
    strippedLabels(event(pattern, ...(by ? [by] : [])), { pattern: 0, by: by && 1, as } as Strips);
  const text = constantValue;
  const [path, log, regex] = [labelMask(['path']), labelMask(['log']), labelMask(['regex'])];

  test('can do no harm that needs one of the characters, all of which are gone', () => {
    expect(left('characters', text('/\\'))).toBe(path);
    expect(left('characters', text('/'))).toBe(0);
    expect(left('text', text('/'))).toBe(0);
    expect(left('text', text('/\\'))).toBe(0);
  });

  test('has what is put in its place', () => {
    expect(left('characters', text('\r\n'))).toBe(left('characters', text('\r\n'), text(' ')));
    expect(left('characters', text('\r\n'))! & log).toBe(log);
    expect(left('characters', text('\r\n'), text('-\n')) & log).toBe(0);
    expect(left('characters', text('\r\n'), unknownValue)).toBe(0);
    expect(left('characters', text('\r\n'), text('é')) & log).toBe(log);
    expect(left('characters', text('[]\\'), text('')) & path).toBe(0);
  });

  test('is known of an expression for all places only', () => {
    expect(left('flagged', text('/[/\\\\]/g'))).toBe(path);
    expect(left('flagged', text('/[/\\\\]/'))).toBe(0);
    expect(left('flagged', { ...unknownValue, text: '/[/\\\\]/g' })).toBe(path);
    expect(left('flagged', { ...unknownValue, text: '/[\0]/g' })).toBe(0);
    expect(left('flagged', unknownValue)).toBe(0);
  });

  test('is known of expressions of up to a thousand characters', () => {
    const padded = (length: number) => text(`/[/\\\\${'/'.repeat(length - 8)}]/g`);
    expect(left('flagged', padded(1000))).toBe(path);
    expect(left('flagged', padded(1001))).toBe(0);
  });

  test('matches itself, where every character that means more is escaped', () => {
    const escaping = '/[\\\\^$.|?*+(){}[\\]]/g';
    for (const by of ['\\$&', '\\\\$&', '\\$0', '\\\\0'])
      expect(left('flagged', text(escaping), text(by))).toBe(regex);
    expect(left('flagged', text('/[.*]/g'), text('\\$&'))).toBe(0);
  });
});
