import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

async function isFound(files: Record<string, string>): Promise<boolean> {
  const findings = await findingsIn(files);
  return findings.some(({ ruleId, severity }) => /path/.test(ruleId) && severity !== 'low');
}

const goProgram = (body: string) => ({
  'go.mod': 'module example.com/app\n',
  'names/check.go': `package names\n\nimport (\n\t"errors"\n\t"regexp"\n)\n\nvar word = regexp.MustCompile("^[a-z]+$")\n\nfunc Validate(parts ...string) error {\n${body}\n\treturn nil\n}\n`,
  'main.go':
    'package main\n\nimport (\n\t"net/http"\n\t"os"\n\n\t"example.com/app/names"\n)\n\nfunc show(w http.ResponseWriter, r *http.Request) {\n\tfolder, name := r.FormValue("folder"), r.FormValue("name")\n\tif err := names.Validate(folder, name); err != nil {\n\t\treturn\n\t}\n\tos.ReadFile("/srv/" + folder + "/" + name)\n}\n',
});

const fail = 'return errors.New("bad")';

describe('a function of another file that looks at each of its arguments', () => {
  test.each([
    ['in turn', `\tfor _, p := range parts {\n\t\tif !word.MatchString(p) {\n\t\t\t${fail}\n\t\t}\n\t}`],
    [
      'by its place',
      `\tfor i := range parts {\n\t\tif !word.MatchString(parts[i]) {\n\t\t\t${fail}\n\t\t}\n\t}`,
    ],
    [
      'counting',
      `\tfor i := 0; i < len(parts); i++ {\n\t\tif !word.MatchString(parts[i]) {\n\t\t\t${fail}\n\t\t}\n\t}`,
    ],
  ])('%s', async (_, body) => {
    expect(await isFound(goProgram(body))).toBe(false);
  });

  test.each([
    [
      'only at whether there is something',
      `\tfor _, p := range parts {\n\t\tif p == "" {\n\t\t\t${fail}\n\t\t}\n\t}`,
    ],
    [
      'until one is as it should be',
      `\tfor _, p := range parts {\n\t\tif word.MatchString(p) {\n\t\t\tbreak\n\t\t}\n\t}`,
    ],
    [
      'but not at those that it passes over',
      `\tfor i := range parts {\n\t\tif len(parts[i]) > 9 {\n\t\t\tcontinue\n\t\t}\n\t\tif !word.MatchString(parts[i]) {\n\t\t\t${fail}\n\t\t}\n\t}`,
    ],
    [
      'but always at the first one',
      `\tfor range parts {\n\t\tif !word.MatchString(parts[0]) {\n\t\t\t${fail}\n\t\t}\n\t}`,
    ],
  ])('%s, which is no check', async (_, body) => {
    expect(await isFound(goProgram(body))).toBe(true);
  });
});

describe('the same in other languages', () => {
  const programs: Record<string, (test: string) => Record<string, string>> = {
    Java: (condition) => ({
      'com/acme/Names.java':
        `package com.acme;\nfinal class Names {\n  static void validate(String... parts) {\n    for (String p : parts) if (${condition}) throw new IllegalArgumentException();\n  }\n}\n`.replace(
          'TEST',
          '!p.matches("[a-z]+")',
        ),
      'com/acme/Store.java':
        'package com.acme;\nimport java.nio.file.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\npublic class Store {\n  @GetMapping("/f")\n  public byte[] read(@RequestParam String folder, @RequestParam String name) throws Exception {\n    Names.validate(folder, name);\n    return Files.readAllBytes(Paths.get("/srv").resolve(folder).resolve(name));\n  }\n}\n',
    }),
    'C#': (condition) => ({
      'Names.cs':
        `using System.Text.RegularExpressions;\nnamespace Acme;\nstatic class Names {\n  public static void Validate(params string[] parts) {\n    for (int i = 0; i < parts.Length; i++) if (${condition}) throw new System.ArgumentException();\n  }\n}\n`.replace(
          'TEST',
          '!Regex.IsMatch(parts[i], @"^[a-z]+\\z")',
        ),
      'Docs.cs':
        'using System.IO;\nusing Microsoft.AspNetCore.Mvc;\nnamespace Acme;\npublic class Docs : Controller {\n  public IActionResult Get(string folder, string name) {\n    Names.Validate(folder, name);\n    return Content(File.ReadAllText(Path.Combine("/srv", folder, name)), "text/plain");\n  }\n}\n',
    }),
    JavaScript: (condition) => ({
      'names.js':
        `exports.validate = function (...parts) {\n  for (const p of parts) if (${condition}) throw new Error('bad');\n};\n`.replace(
          'TEST',
          '!/^[a-z]+$/.test(p)',
        ),
      'app.js':
        "const fs = require('fs');\nconst app = require('express')();\nconst names = require('./names');\napp.get('/', (req, res) => {\n  const folder = req.query.folder;\n  const name = req.query.name;\n  names.validate(folder, name);\n  res.type('txt').send(fs.readFileSync('/srv/' + folder + '/' + name));\n});\n",
    }),
    Python: (condition) => ({
      'names.py':
        `import re\ndef validate(*parts):\n    for p in parts:\n        if ${condition}:\n            raise ValueError()\n`.replace(
          'TEST',
          "not re.fullmatch('[a-z]+', p)",
        ),
      'app.py':
        "from flask import Flask, request\nfrom names import validate\napp = Flask(__name__)\n@app.route('/')\ndef show():\n    folder, name = request.args['folder'], request.args['name']\n    validate(folder, name)\n    return open('/srv/' + folder + '/' + name).read()\n",
    }),
  };
  test.each(Object.entries(programs))('%s', async (language, files) => {
    const idle = { Java: 'p.isEmpty()', 'C#': 'parts[i] == ""', JavaScript: "p === ''", Python: 'p is None' };
    expect(await isFound(files(idle[language as keyof typeof idle]))).toBe(true);
    expect(await isFound(files('TEST'))).toBe(false);
  });
});
