import { describe, expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../test/support/code-scan.ts';

const scan = await createCodeScan(['a.js', 'a.py', 'a.go', 'a.php', 'A.java', 'a.rb', 'A.cs']);

/** Whether a program is reported because a value may be an option, at medium or worse. */
function isReported(files: Readonly<Record<string, string>>): boolean {
  return scan(files).some(
    ({ cwe, severity }) => severity !== 'low' && severity !== 'info' && cwe.includes('CWE-88'),
  );
}

const python = (check: string, args: string) =>
  `import re, subprocess\nfrom flask import Flask, request\napp = Flask(__name__)\n\n@app.route("/")\ndef log():\n    rev = request.args["rev"]\n    ${check}\n    subprocess.run([${args}])\n`;
const node = (check: string, args: string) =>
  `const { execFile } = require('child_process');\nconst app = require('express')();\napp.get('/', (req, res) => {\n  const rev = String(req.query.rev);\n  ${check}\n  execFile('git', [${args}]);\n});\n`;
const go = (check: string, args: string) =>
  `package a\n\nimport (\n\t"net/http"\n\t"os/exec"\n\t"strings"\n)\n\nfunc log(w http.ResponseWriter, r *http.Request) {\n\trev := r.FormValue("rev")\n\t${check}\n\texec.Command("git", ${args}).Run()\n}\n`;
const java = (check: string, args: string) =>
  `@RestController\nclass A {\n  @GetMapping("/")\n  void log(@RequestParam String rev) throws Exception {\n    ${check}\n    new ProcessBuilder(${args}).start();\n  }\n}\n`;
const ruby = (check: string, args: string) =>
  `class LogsController < ApplicationController\n  def show\n    rev = params[:rev].to_s\n    ${check}\n    Open3.capture2(${args})\n  end\nend\n`;
const php = (check: string, command: string) => `<?php\n$rev = $_GET['rev'];\n${check}\nexec(${command});\n`;
const csharp = (check: string) =>
  `using Microsoft.AspNetCore.Mvc;\npublic class LogController : Controller {\n    public void Get(string rev) {\n        ${check}\n        var start = new ProcessStartInfo("git");\n        start.ArgumentList.Add(rev);\n        Process.Start(start);\n    }\n}\n`;

describe('a value from a request is an argument of a program', () => {
  test.each([
    ['as it is', 'a.py', python('pass', '"git", "log", rev'), true],
    ['behind --', 'a.py', python('pass', '"git", "log", "--end-of-options", rev'), false],
    [
      'that does not begin with a dash',
      'a.py',
      python('if rev.startswith("-"):\n        return', '"git", "log", rev'),
      false,
    ],
    [
      'that begins with a dash',
      'a.py',
      python('if not rev.startswith("-"):\n        return', '"git", "log", rev'),
      true,
    ],
    [
      'whose first character is none',
      'a.py',
      python('if rev[0] == "-":\n        return', '"git", "log", rev'),
      false,
    ],
    [
      'that may hold a dash first',
      'a.py',
      python('if not re.match(r"^[-\\w./]+$", rev):\n        return', '"git", "log", rev'),
      true,
    ],
    [
      'that begins with a letter',
      'a.py',
      python('if not re.match(r"^\\w[-\\w./]*$", rev):\n        return', '"git", "log", rev'),
      false,
    ],
    ['of an option', 'a.py', python('pass', '"hg", "update", "--rev=" + rev'), false],
    ['as it is', 'a.js', node('', "'log', rev"), true],
    ['behind --', 'a.js', node('', "'log', '--end-of-options', rev"), false],
    ['that does not begin with a dash', 'a.js', node('if (/^-/.test(rev)) return;', "'log', rev"), false],
    ['that holds none at its end', 'a.js', node('if (/-$/.test(rev)) return;', "'log', rev"), true],
    ['in a list', 'a.js', node("const args = ['log'];\n  args.push(rev);", '...args'), true],
    ['in a list behind --', 'a.js', node("const args = ['log', '--'];\n  args.push(rev);", '...args'), false],
    ['as it is', 'a.go', go('', '"log", rev'), true],
    [
      'that does not begin with a dash',
      'a.go',
      go('if strings.HasPrefix(rev, "-") {\n\t\treturn\n\t}', '"log", rev'),
      false,
    ],
    ['in a list behind --', 'a.go', go('args := append([]string{"log", "--"}, rev)', 'args...'), false],
    ['as it is', 'A.java', java('', '"git", "log", rev'), true],
    [
      'that does not begin with a dash',
      'A.java',
      java('if (rev.startsWith("-")) return;', '"git", "log", rev'),
      false,
    ],
    ['as it is', 'a.rb', ruby('', '"git", "log", rev'), true],
    [
      'that does not begin with a dash',
      'a.rb',
      ruby('return if rev.start_with?("-")', '"git", "log", rev'),
      false,
    ],
    ['between quotes', 'a.php', php('', "'git log ' . escapeshellarg($rev)"), true],
    ['between quotes behind --', 'a.php', php('', "'git log -- ' . escapeshellarg($rev)"), false],
    [
      'that does not begin with a dash',
      'a.php',
      php("if ($rev[0] === '-') exit;", "'git log ' . escapeshellarg($rev)"),
      false,
    ],
    ['as it is', 'A.cs', csharp(''), true],
    ['that does not begin with a dash', 'A.cs', csharp('if (rev.StartsWith("-")) return;'), false],
  ])('%s: %s', (_, path, text, expected) => {
    expect(isReported({ [path]: text })).toBe(expected);
  });
});

describe('what a library is given becomes an argument of git', () => {
  const run = 'import subprocess\n\ndef run(args):\n    subprocess.run(["git"] + args)\n';
  const wrapper = (body: string) => `from .run import run\n\ndef checkout(rev):\n    ${body}\n`;
  const goRun =
    'package git\n\nimport "os/exec"\n\nfunc run(args ...string) {\n\texec.Command("git", args...).Run()\n}\n';
  const goWrapper = (args: string) => `package git\n\nfunc Checkout(rev string) {\n\trun(${args})\n}\n`;
  test.each([
    ['through a function of another file', 'run(["checkout", rev])', true],
    ['behind --', 'run(["checkout", "--", rev])', false],
    ['of an option', 'run(["checkout", "--rev=" + rev])', false],
    ['not at all', 'run(["checkout", "main"])', false],
  ])('in Python %s', (_, body, expected) => {
    expect(isReported({ 'setup.py': 'setup()', 'a/run.py': run, 'a/git.py': wrapper(body) })).toBe(expected);
  });

  test.each([
    ['through a function of another file', '"checkout", rev', true],
    ['behind --', '"checkout", "--end-of-options", rev', false],
  ])('in Go %s', (_, args, expected) => {
    const files = { 'go.mod': 'module example.org/git\n', 'run.go': goRun, 'git.go': goWrapper(args) };
    expect(isReported(files)).toBe(expected);
  });

  test('and in a program nobody but its own functions gives it', () => {
    const files = {
      'go.mod': 'module example.org/git\n',
      'run.go': goRun,
      'git.go': goWrapper('"checkout", rev'),
      'main.go': 'package git\n\nfunc main() {\n\tCheckout("main")\n}\n',
    };
    expect(isReported(files)).toBe(false);
  });
});
