import { describe, expect, test } from 'vitest';
import { createParser } from '../../../../../syntax/parser.ts';
import { InspectedFile } from '../../../inspect-file.ts';

const parser = await createParser();

/** By language: a program around statements that look `t`, which is sent, up in a table. */
const programs: Record<string, { path: string; write: (statements: string) => string }> = {
  javascript: {
    path: 'a.js',
    write: (statements) =>
      `const { exec } = require('child_process');\nconst app = require('express')();\nconst TABLE = { a: 1, b: 2 };\nconst MAP = new Map([['a', 1], ['b', { c: [2] }]]);\napp.get('/', (req, res) => {\nconst t = req.query.t;\n${statements}\nexec('x ' + t);\n});\n`,
  },
  python: {
    path: 'a.py',
    write: (statements) =>
      `import os\nfrom flask import request\nTABLE = {'a': 1, 'b': 2}\ndef view():\n    t = request.args['t']\n    ${statements.replaceAll('\n', '\n    ')}\n    os.system('x ' + t)\n`,
  },
  php: {
    path: 'a.php',
    write: (statements) =>
      `<?php\nclass A {\nconst TABLE = ['a' => 1, 'b' => 2];\nfunction show() {\n$t = $_GET['t'];\n${statements}\nsystem('x ' . $t);\n}\n}\n`,
  },
  ruby: {
    path: 'app/controllers/items_controller.rb',
    write: (statements) =>
      `class ItemsController < ApplicationController\nTABLE = { 'a' => 1, 'b' => 2 }.freeze\ndef show\nt = params[:t]\n${statements}\nsystem("x #{t}")\nend\nend\n`,
  },
  java: {
    path: 'A.java',
    write: (statements) =>
      `import java.util.*;\nimport javax.servlet.http.*;\nclass A extends HttpServlet {\nprivate static final Map<String, String> TABLE = Map.of("a", "b", "c", "d");\nprotected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\nString t = request.getParameter("t");\n${statements}\nRuntime.getRuntime().exec("x " + t);\n}\n}\n`,
  },
  go: {
    path: 'a.go',
    write: (statements) =>
      `package a\n\nimport (\n"net/http"\n"os/exec"\n)\n\nvar table = map[string]string{"a": "b", "c": "d"}\n\nfunc view(w http.ResponseWriter, r *http.Request) {\nt := r.FormValue("t")\n${statements}\nexec.Command("sh", "-c", "x "+t).Run()\n}\n`,
  },
};

/** Behind these `t` is a key of the table. */
const known: Record<string, string[]> = {
  javascript: [
    'const f = TABLE[t];\nif (!f) return;',
    'const f = TABLE[t] ?? null;\nif (f === null) throw new Error();',
    'const f = TABLE[t];\nif (f === undefined) return;',
    'const f = MAP.get(t);\nif (!f) return;',
    'if (!MAP.has(t)) return;',
  ],
  python: [
    'f = TABLE.get(t)\nif f is None:\n    raise ValueError()',
    'f = TABLE.get(t)\nif not f:\n    return',
    'f = TABLE[t]',
    'try:\n    f = TABLE[t]\nexcept KeyError:\n    return',
  ],
  php: [
    '$f = self::TABLE[$t] ?? null;\nif ($f === null) { throw new Exception(); }',
    '$f = self::TABLE[$t];\nif (!$f) return;',
    '$f = self::TABLE[$t] ?? null;\nif (is_null($f)) return;',
    '$f = self::TABLE[$t] ?? false;\nif (empty($f)) return;',
    'if (empty(self::TABLE[$t])) return;',
  ],
  ruby: [
    'f = TABLE[t]\nraise "no" if f.nil?',
    'f = TABLE[t]\nreturn unless f',
    'f = TABLE.fetch(t)',
    'f = TABLE[t]\nreturn unless f.present?',
  ],
  java: [
    'String f = TABLE.get(t);\nif (f == null) throw new IllegalArgumentException();',
    'String f = TABLE.get(t);\nif (Objects.isNull(f)) return;',
    'if (!TABLE.containsKey(t)) return;',
  ],
  go: ['f, ok := table[t]\nif !ok {\nreturn\n}\nuse(f)', 'f := table[t]\nif f == "" {\nreturn\n}'],
};

/** These say nothing of `t`, or not on all ways. */
const open: Record<string, string[]> = {
  javascript: [
    'const f = TABLE[t];\nif (!f) log();',
    'const f = TABLE[t];\nif (f) return;',
    'const f = req.query[t];\nif (!f) return;',
    'const f = TABLE[t] ?? t;\nif (!f) return;',
    "const f = TABLE[t];\nif (f === '') return;",
    'let f = TABLE[t];\nf = 1;\nif (!f) return;',
    'const map = new Map([[req.query.k, 1]]);\nif (!map.has(t)) return;',
  ],
  python: [
    'f = TABLE.get(t)\nif f is None:\n    log()',
    'f = TABLE.get(t, t)\nif f is None:\n    raise ValueError()',
    'try:\n    f = TABLE[t]\nexcept KeyError:\n    f = None',
    'f = request.args[t]',
  ],
  php: [
    '$f = self::TABLE[$t] ?? null;\nif ($f === null) { note(); }',
    '$f = self::TABLE[$t] ?? null;\nif ($f !== null) return;',
    '$f = self::TABLE[$t] ?? $t;\nif (!$f) return;',
    '$f = self::TABLE[$t] ?? null;\nif (!is_null($f)) return;',
    'if (!empty(self::TABLE[$t])) return;',
    'if (empty($_POST[$t])) return;',
  ],
  ruby: [
    'f = TABLE[t]\nreturn if f',
    'f = TABLE[t] || t\nraise "no" if f.nil?',
    'f = TABLE.fetch(t, t)',
    'f = TABLE[t]\nreturn if f.present?',
  ],
  java: [
    'String f = TABLE.get(t);\nif (f == null) { note(); }',
    'String f = TABLE.get(t);\nif (f != null) return;',
    'String f = TABLE.getOrDefault(t, t);\nif (f == null) return;',
  ],
  go: ['f, ok := table[t]\nif !ok {\nf = t\n}\nuse(f)', 'f := table[t]\nif f != "" {\nreturn\n}'],
};

async function findings(language: string, statements: string): Promise<string[]> {
  const { path, write } = programs[language]!;
  const program = write(statements);
  const file = await InspectedFile.open(path, program, parser);
  const line = program.split('\n').findLastIndex((each) => each.includes('x ')) + 1;
  return file!
    .trace(line)
    .findings.filter(({ ruleId }) => ruleId.endsWith('-command-injection'))
    .map(({ severity }) => severity);
}

describe.each(Object.keys(programs))('in %s', (language) => {
  test.each(known[language]!)('what is looked up and there is a key of the table: %s', async (statements) => {
    expect(await findings(language, statements)).toEqual([]);
  });
  test.each(open[language]!)('what need not be there stays what it was: %s', async (statements) => {
    expect(await findings(language, statements)).toEqual([expect.stringMatching(/^(?:critical|medium)$/)]);
  });
});
