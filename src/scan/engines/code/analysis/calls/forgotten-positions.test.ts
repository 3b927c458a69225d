import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();

/** A list of a constant and what a stranger sent, in this order; what is done to it; and the item that a shell gets. */
const languages = [
  {
    file: 'a.js',
    program: (change: string, item: string) =>
      `exports.h = (req) => {\nconst l = ['a', req.query.x];\n${change}\nrequire('child_process').exec(${item});\n};\n`,
    first: 'l[0]',
    second: 'l[1]',
    changes: [
      'l.reverse();',
      'l.sort();',
      'l.splice(0, 1);',
      'l.shift();',
      "l.unshift('b', req.query.y);",
      'l.fill(req.query.y);',
      'shuffle(l);',
      'l[k] = req.query.y;',
    ],
    looks: ['console.log(l);', 'l.slice(1);', 'l.indexOf(2);', 'l.includes(2);', "l.push('b');"],
  },
  {
    file: 'a.py',
    program: (change: string, item: string) =>
      `import os, random\nfrom flask import request\ndef h():\n    l = ['a', request.args['x']]\n    ${change}\n    os.system(${item})\n`,
    first: 'l[0]',
    second: 'l[1]',
    changes: [
      'l.reverse()',
      'l.sort()',
      'del l[0]',
      'random.shuffle(l)',
      "l.remove('a')",
      'l.pop(0)',
      "l.insert(0, request.args['y'])",
      "l[k] = request.args['y']",
    ],
    looks: ['print(l)', 'len(l)', 'l.index(2)', "l.append('b')", 'sorted(l)'],
  },
  {
    file: 'A.java',
    program: (change: string, item: string) =>
      `import java.util.*;\nclass A extends HttpServlet {\nvoid doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\nList<String> l = new ArrayList<>();\nl.add("a");\nl.add(request.getParameter("x"));\n${change}\nRuntime.getRuntime().exec(${item});\n}\n}\n`,
    first: 'l.get(0)',
    second: 'l.get(1)',
    changes: [
      'l.subList(0, 1).clear();',
      'Collections.reverse(l);',
      'Collections.shuffle(l);',
      'l.removeIf(s -> s.isEmpty());',
      'l.remove(0);',
      'l.sort(null);',
      'l.add(0, request.getParameter("y"));',
    ],
    looks: [
      'System.out.println(l);',
      'l.size();',
      'l.contains("b");',
      'l.add("b");',
      'l.subList(0, 1).size();',
    ],
  },
  {
    file: 'A.kt',
    program: (change: string, item: string) =>
      `class A : HttpServlet() {\noverride fun doGet(request: HttpServletRequest, response: HttpServletResponse) {\nval l = mutableListOf("a", request.getParameter("x"))\n${change}\nRuntime.getRuntime().exec(${item})\n}\n}\n`,
    first: 'l[0]',
    second: 'l[1]',
    changes: ['l.reverse()', 'l.shuffle()', 'l.subList(0, 1).clear()', 'l.removeAt(0)', 'l.sort()'],
    looks: ['println(l)', 'l.contains("b")', 'l.add("b")'],
  },
  {
    file: 'A.cs',
    program: (change: string, item: string) =>
      `public class A : Controller {\npublic IActionResult H(string x, string y) {\nvar l = new List<string> { "a", x };\n${change}\nProcess.Start("sh", "-c " + ${item});\nreturn Ok();\n}\n}\n`,
    first: 'l[0]',
    second: 'l[1]',
    changes: ['l.Reverse();', 'l.Sort();', 'l.RemoveAt(0);', 'l.RemoveRange(0, 1);', 'l.Insert(0, y);'],
    looks: ['Console.WriteLine(l);', 'l.Contains("b");', 'l.Add("b");'],
  },
  {
    file: 'a.go',
    program: (change: string, item: string) =>
      `package main\nimport ("net/http"; "os/exec"; "slices"; "sort")\nfunc h(w http.ResponseWriter, r *http.Request) {\nl := []string{"a", r.FormValue("x")}\n${change}\nexec.Command("sh", "-c", ${item}).Run()\n}\n`,
    first: 'l[0]',
    second: 'l[1]',
    changes: ['slices.Reverse(l)', 'sort.Strings(l)', 'slices.Sort(l)'],
    looks: ['println(l)', 'slices.Contains(l, "b")', 'l = append(l, "b")'],
  },
  {
    file: 'a.rb',
    program: (change: string, item: string) =>
      `class AController < ApplicationController\ndef h\nl = ['a', params[:x]]\n${change}\nsystem(${item})\nend\nend\n`,
    first: 'l[0]',
    second: 'l[1]',
    changes: ['l.reverse!', 'l.shift', 'l.rotate!', 'l.shuffle!', 'l.delete_at(0)', 'l.sort!'],
    looks: ['puts l', 'l.include?(2)', "l << 'b'", 'l.size'],
  },
  {
    file: 'a.php',
    program: (change: string, item: string) =>
      `<?php\nfunction h() {\n$l = ['a', $_GET['x']];\n${change}\nsystem(${item});\n}\n`,
    first: '$l[0]',
    second: '$l[1]',
    changes: [
      'sort($l);',
      'array_shift($l);',
      'shuffle($l);',
      'rsort($l);',
      'array_unshift($l, $_GET["y"]);',
    ],
    looks: ['print_r($l);', 'count($l);', 'in_array(2, $l);', "$l[] = 'b';"],
  },
] as const;

await engine.prepare!(languages.map(({ file }) => file));

function isReported(path: string, text: string): boolean {
  const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
  const tools = { hashSecret: (value: string) => value };
  const { findings, facts } = engine.analyse(file, tools);
  const linked = facts ? engine.conclude!([{ path, facts }], tools).findings : [];
  return [...findings, ...linked].some(
    ({ cwe, severity }) => severity !== 'low' && cwe.some((id) => id === 'CWE-78' || id === 'CWE-77'),
  );
}

const changes = languages.flatMap(({ changes, ...language }) =>
  changes.map((change) => ({ ...language, change })),
);
const looks = languages.flatMap(({ looks, ...language }) => looks.map((look) => ({ ...language, look })));

test.each(changes)(
  '$file: after $change the constant may not be the first item',
  ({ file, program, change, first }) => {
    expect(isReported(file, program(change, first))).toBe(true);
  },
);

test.each(looks)(
  '$file: after $look the first item is the constant and the second is not',
  ({ file, program, look, first, second }) => {
    expect(isReported(file, program(look, first))).toBe(false);
    expect(isReported(file, program(look, second))).toBe(true);
  },
);
