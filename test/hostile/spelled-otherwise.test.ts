import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { CompletedScan } from '../../src/scan/model/outcome.ts';
import { useHarness } from './use-harness.ts';

/** A vulnerable program is found however its author spells it, or the scan says that it was not read. All of them are one repository, since a scan takes its time. */

const harness = await useHarness();
let outcome: CompletedScan;

const servlet = (body: string) => `import javax.servlet.http.*;
public class A extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {
    String c = request.getParameter("c");
    ${body}
  }
}
`;
const flask = (body: string, head = '') => `${head}import os
from flask import Flask, request
app = Flask(__name__)
@app.route('/')
def run():
    c = request.args['c']
    ${body}
`;
const express = (body: string, head = '') => `const express = require('express');
const { exec } = require('child_process');
const app = express();
${head}
app.get('/', (req, res) => { const c = req.query.c; ${body}; res.send('ok'); });
`;
const controller = (body: string) => `using System.Diagnostics;
using Microsoft.AspNetCore.Mvc;
public class Files : Controller {
  public void Show(string name) { ${body} }
}
`;
const sinatra = (body: string) => `require 'sinatra'\nget '/' do\n  c = params['c']\n  ${body}\nend\n`;
const run = 'Runtime.getRuntime().exec("sh -c " + c);';

const programs: Record<string, [file: string, text: string]> = {
  'Java: the end of a line in a comment': ['A.java', servlet(`// ${'x'.repeat(300)}\\u000a ${run}`)],
  'Java: the end of a comment in a comment': ['A.java', servlet(`/* \\u002a\\u002f ${run} /* */`)],
  'Java: a letter': ['A.java', servlet(run.replace('Runtime', 'R\\u0075nt\\uuu0069me'))],
  'Java: a quote in a text': [
    'A.java',
    servlet(`String d = "\\u0022 + c + \\u0022"; ${run.replace('+ c', '+ d')}`),
  ],
  'Java: a carriage return': ['A.java', servlet(`// x\r ${run}`)],
  'Python: an encoding with escapes': [
    'a.py',
    flask("# x\\x0a    os.system('ls ' + c)", '# -*- coding: unicode_escape -*-\n'),
  ],
  'Python: UTF-7': [
    'a.py',
    flask("# +AAo-    os.system('ls ' + c)", '#!/usr/bin/python\n# vim: fileencoding=utf-7\n'),
  ],
  'Python: full-width letters': ['a.py', flask("ｏｓ.ｓystem('ls ' + c)")],
  'Python: a carriage return': ['a.py', flask("# x\r    os.system('ls ' + c)")],
  'Python: a module by its name': [
    'a.py',
    flask("__import__('os').system('ls ' + c)").replace('import os\n', ''),
  ],
  'Python: a module by a function': [
    'a.py',
    flask("importlib.import_module('os').system('ls ' + c)").replace('import os', 'import importlib'),
  ],
  'Python: a set of what is allowed that the sender fills': [
    'a.py',
    flask("ALLOWED = request.args.getlist('a')\n    if c in ALLOWED:\n        os.system('ls ' + c)"),
  ],
  'Python: a list of what is allowed that takes everything': [
    'a.py',
    flask("ALLOWED = ['a']\n    ALLOWED.append(c)\n    if c in ALLOWED:\n        os.system('ls ' + c)"),
  ],
  'Python: a function in the place of one that was imported': [
    'a.py',
    flask("os.system('ls ' + quote(c))", 'from shlex import quote\ndef quote(x):\n    return x\n'),
  ],
  'JavaScript: a letter': ['a.js', express('\\u0065val(c)')],
  'JavaScript: a letter in braces': ['a.js', express('\\u{65}xec("ls " + c)')],
  'JavaScript: a line separator': ['a.js', express("// x\u2028exec('ls ' + c)\n")],
  'JavaScript: an indirect eval': ['a.js', express('(0, eval)(c)')],
  'JavaScript: another require': ['a.js', express("module.require('child_process').exec('ls ' + c)")],
  'JavaScript: the require of the main module': [
    'a.js',
    express("process.mainModule.require('child_process').exec('ls ' + c)"),
  ],
  'JavaScript: a set of what is allowed that takes everything': [
    'a.js',
    express("ALLOWED.add(c); if (ALLOWED.has(c)) exec('ls ' + c)", 'const ALLOWED = new Set();'),
  ],
  'C#: a letter': ['a.cs', controller('Proc\\u0065ss.Start("/bin/sh", "-c " + name);')],
  'C#: names as they are': ['a.cs', controller('@Process.@Start("/bin/sh", "-c " + name);')],
  'PHP: capitals': ['a.php', "<?php\nSyStEm($_GET['c']);\n"],
  'PHP: a function by its name': ['a.php', "<?php\ncall_user_func('\\System', $_GET['c']);\n"],
  'PHP: a function by its name, with a list': [
    'a.php',
    "<?php\ncall_user_func_array('system', [$_GET['c']]);\n",
  ],
  'PHP: the end of PHP in a comment': ['a.php', "<?php\n// x ?>\n<?php system($_GET['c']);\n"],
  'PHP: a carriage return': ['a.php', "<?php\n// x\rsystem($_GET['c']);\n"],
  'PHP: a function of the same name in a namespace': [
    'a.php',
    "<?php\nnamespace A;\nfunction escapeshellarg($x) { return $x; }\n\\system('ls ' . escapeshellarg($_GET['c']));\n",
  ],
  'Ruby: a method by its name': ['a.rb', sinatra('send(:system, "ls #{c}")')],
  'Ruby: lines instead of the whole text': [
    'a.rb',
    sinatra('if c =~ /^[a-z]+$/\n    system("ls #{c}")\n  end'),
  ],
};
const names = Object.keys(programs);
const harmless = {
  'A.java': servlet('String d = "\\u00e4\\u0041"; response.getWriter().print(1);'),
  'a.py': flask("return 'ok'", '# -*- coding: latin-1 -*-\n'),
  'b.py': flask("os.system('ls ' + quote(c))", 'def quote(x):\n    return x\nfrom shlex import quote\n'),
  'a.js': express("res.json({ '\\u0065val': 1 })"),
  'a.cs': controller('var @class = 1;'),
  'a.sh': '# größe\necho "${!x}" "${#}" "${@:2}" "${x:-ä}" "${*}"\n',
};

beforeAll(async () => {
  const path = join(harness.root, 'spelled-otherwise');
  const write = (folder: string, file: string, text: string) => {
    mkdirSync(join(path, folder), { recursive: true });
    writeFileSync(join(path, folder, file), text);
  };
  for (const [i, name] of names.entries()) write(`n${i}`, ...programs[name]!);
  for (const [file, text] of Object.entries(harmless)) write('harmless', file, text);
  outcome = (await harness.scan({ kind: 'folder', path }, { engines: ['code'] })) as CompletedScan;
});

function troubleIn(folder: string): string[] {
  const isIn = (path: string) => path.startsWith(`${folder}/`);
  return [
    ...outcome.findings
      .filter(({ file, severity }) => isIn(file) && (severity === 'high' || severity === 'critical'))
      .map(({ ruleId }) => ruleId),
    ...outcome.coverage.skipped
      .filter(({ path, kind }) => isIn(path) && kind === 'failed')
      .map(({ reason }) => reason),
  ];
}

test.each(names)('%s', (name) => {
  expect(troubleIn(`n${names.indexOf(name)}`)).not.toEqual([]);
});

test('programs that do no harm are read without a complaint', () => {
  expect(troubleIn('harmless')).toEqual([]);
  expect(outcome.coverage.skipped.filter(({ path }) => path.startsWith('harmless/'))).toEqual([]);
});
