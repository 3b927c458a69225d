import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** Whether something is found at medium or worse. */
async function isFound(files: Record<string, string>, rule: RegExp): Promise<boolean> {
  const findings = await findingsIn(files);
  return findings.some(({ ruleId, severity }) => rule.test(ruleId) && severity !== 'low');
}

interface Program {
  readonly files: (constant: string) => Record<string, string>;
  readonly rule: RegExp;
}

/** Each holds a name against one of two expressions of another file: `SAFE` allows letters only, `ANY` allows everything. */
const programs: Record<string, Program> = {
  Java: {
    rule: /path/,
    files: (constant) => ({
      'com/acme/Patterns.java':
        'package com.acme;\nimport java.util.regex.Pattern;\npublic final class Patterns {\n  public static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_-]{1,40}");\n  public static final Pattern ANY = Pattern.compile(".+");\n}\n',
      'com/acme/Store.java': `package com.acme;\nimport java.nio.file.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\npublic class Store {\n  @GetMapping("/f")\n  public byte[] read(@RequestParam String name) throws Exception {\n    if (!Patterns.${constant}.matcher(name).matches()) throw new IllegalArgumentException();\n    return Files.readAllBytes(Paths.get("/srv").resolve(name));\n  }\n}\n`,
    }),
  },
  Kotlin: {
    rule: /path/,
    files: (constant) => ({
      'com/acme/Rules.kt':
        'package com.acme\nobject Rules {\n  val SAFE = Regex("[A-Za-z0-9_-]{1,40}")\n  val ANY = Regex(".*")\n}\n',
      'com/acme/App.kt': `package com.acme\nimport io.ktor.server.application.*\nimport io.ktor.server.response.*\nimport io.ktor.server.routing.*\nimport java.io.File\nfun Application.module() {\n  routing {\n    get("/docs") {\n      val name = call.request.queryParameters["name"] ?: return@get\n      require(Rules.${constant}.matches(name))\n      call.respondText(File("/srv", name).readText())\n    }\n  }\n}\n`,
    }),
  },
  'C#': {
    rule: /path/,
    files: (constant) => ({
      'Names.cs':
        'using System.Text.RegularExpressions;\nnamespace Acme;\npublic static class Names\n{\n  public static readonly Regex SAFE = new Regex(@"^[A-Za-z0-9_-]+\\z");\n  public static readonly Regex ANY = new Regex(".+");\n}\n',
      'Docs.cs': `using System.IO;\nusing Microsoft.AspNetCore.Mvc;\nnamespace Acme;\npublic class Docs : Controller\n{\n  public IActionResult Get(string name)\n  {\n    if (!Names.${constant}.IsMatch(name)) return NotFound();\n    return Content(File.ReadAllText(Path.Combine("/srv", name)), "text/plain");\n  }\n}\n`,
    }),
  },
  Go: {
    rule: /path/,
    files: (constant) => ({
      'go.mod': 'module example.com/app\n',
      'rules/rules.go':
        'package rules\n\nimport "regexp"\n\nvar (\n\tSAFE = regexp.MustCompile(`^[a-z0-9_-]+$`)\n\tANY  = regexp.MustCompile(`.`)\n)\n',
      'main.go': `package main\n\nimport (\n\t"net/http"\n\t"os"\n\n\t"example.com/app/rules"\n)\n\nfunc show(w http.ResponseWriter, r *http.Request) {\n\tname := r.FormValue("name")\n\tif !rules.${constant}.MatchString(name) {\n\t\treturn\n\t}\n\tos.ReadFile("/srv/" + name)\n}\n`,
    }),
  },
  JavaScript: {
    rule: /path/,
    files: (constant) => ({
      'rules.js': 'exports.SAFE = /^[a-z0-9_-]+$/;\nexports.ANY = /./;\n',
      'app.js': `const fs = require('fs');\nconst app = require('express')();\nconst rules = require('./rules');\napp.get('/', (req, res) => {\n  const name = req.query.name;\n  if (!rules.${constant}.test(name)) return res.sendStatus(400);\n  res.type('txt').send(fs.readFileSync('/srv/' + name));\n});\n`,
    }),
  },
  Python: {
    rule: /path/,
    files: (constant) => ({
      'rules.py': "import re\nSAFE = re.compile(r'[a-z0-9_-]+')\nANY = re.compile(r'.*')\n",
      'app.py': `from flask import Flask, request, abort\nfrom rules import ${constant}\napp = Flask(__name__)\n@app.route('/')\ndef show():\n    name = request.args['name']\n    if not ${constant}.fullmatch(name):\n        abort(400)\n    return open('/srv/' + name).read()\n`,
    }),
  },
};

describe('a text that matches a regular expression of another file holds what the expression allows', () => {
  test.each(Object.entries(programs))('%s', async (_, { files, rule }) => {
    expect(await isFound(files('ANY'), rule)).toBe(true);
    expect(await isFound(files('SAFE'), rule)).toBe(false);
  });
});

test('a text in which an expression of another file finds nothing lacks what it looks for', async () => {
  const files = (pattern: string) => ({
    'com/acme/Patterns.java': `package com.acme;\nimport java.util.regex.Pattern;\nclass Patterns {\n  static final Pattern BAD = Pattern.compile("${pattern}");\n}\n`,
    'com/acme/Store.java':
      'package com.acme;\nimport java.nio.file.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\npublic class Store {\n  @GetMapping("/f")\n  public byte[] read(@RequestParam String name) throws Exception {\n    if (Patterns.BAD.matcher(name).find()) throw new IllegalArgumentException();\n    return Files.readAllBytes(Paths.get("/srv").resolve(name));\n  }\n}\n',
  });
  expect(await isFound(files('[0-9]'), /path/)).toBe(true);
  expect(await isFound(files('[^A-Za-z0-9]'), /path/)).toBe(false);
});

test('a method of that name on another object of another file is no match of an expression', async () => {
  const files = {
    'go.mod': 'module example.com/app\n',
    'rules/rules.go':
      'package rules\n\ntype list struct{}\n\nfunc (l list) MatchString(s string) bool { return len(s) > 0 }\n\nvar SAFE = list{}\n',
    'main.go':
      'package main\n\nimport (\n\t"net/http"\n\t"os"\n\n\t"example.com/app/rules"\n)\n\nfunc show(w http.ResponseWriter, r *http.Request) {\n\tname := r.FormValue("name")\n\tif !rules.SAFE.MatchString(name) {\n\t\treturn\n\t}\n\tos.ReadFile("/srv/" + name)\n}\n',
  };
  expect(await isFound(files, /path/)).toBe(true);
});
