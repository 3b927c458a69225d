import { InspectedFile } from '../../src/scan/engines/code/inspect-file.ts';
import { labelNames } from '../../src/scan/engines/code/knowledge/labels.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';

const parser = await createParser();

/** A program that tests `x`, which comes from a request, and uses it where the condition holds and where it does not. */
const programs: Readonly<Record<string, { path: string; write: (test: string) => string; shown?: string }>> =
  {
    javascript: {
      path: 'a.js',
      write: (test) =>
        `const LIST = ['a', 'b'];\nconst SET = new Set(['a']);\nconst MAP = { a: 1 };\napp.get('/', (req, res) => {\nconst x = req.query.a;\nif (${test}) {\nyes(x);\n} else {\nno(x);\n}\n});\n`,
    },
    python: {
      path: 'a.py',
      write: (test) =>
        `import os, re\nfrom flask import request\nLIST = ['a', 'b']\nMAP = {'a': 1}\nWORD = re.compile(r'^[a-z]+$')\ndef view():\n    x = request.args['a']\n    if ${test}:\n        yes(x)\n    else:\n        no(x)\n`,
    },
    java: {
      path: 'C.java',
      write: (test) =>
        `import java.util.*;\nimport java.util.regex.Pattern;\nimport javax.servlet.http.*;\nclass C extends HttpServlet {\nstatic final List<String> LIST = List.of("a", "b");\nstatic final Pattern WORD = Pattern.compile("[a-z]+");\nprotected void doGet(HttpServletRequest request, HttpServletResponse response) {\nString x = request.getParameter("a");\nif (${test}) {\nyes(x);\n} else {\nno(x);\n}\n}\n}\n`,
    },
    ruby: {
      path: 'app/controllers/items_controller.rb',
      write: (test) =>
        `class ItemsController < ApplicationController\nLIST = %w[a b].freeze\ndef show_it\nx = params[:a]\nif ${test}\nyes(x)\nelse\nno(x)\nend\nend\nend\n`,
    },
    go: {
      path: 'a.go',
      write: (test) =>
        `package a\n\nimport (\n"net/http"\n"path/filepath"\n"regexp"\n"slices"\n"strings"\n)\n\nvar word = regexp.MustCompile("^[a-z]+$")\nvar list = []string{"a", "b"}\n\nfunc view(w http.ResponseWriter, r *http.Request) {\nx := r.MultipartForm.Value["a"][0]\nif ${test} {\nyes(x)\n} else {\nno(x)\n}\n}\n`,
    },
    php: {
      path: 'a.php',
      write: (test) =>
        `<?php\nconst LIST = ['a', 'b'];\n$x = $_GET['a'];\nif (${test}) {\nyes($x);\n} else {\nno($x);\n}\n`,
      shown: '$x',
    },
    csharp: {
      path: 'C.cs',
      write: (test) =>
        `using System;\nusing System.Linq;\nusing System.Text.RegularExpressions;\nusing Microsoft.AspNetCore.Mvc;\npublic class C : Controller {\nstatic readonly string[] List = { "a", "b" };\npublic IActionResult Get() {\nstring x = Request.Query["a"].ToString();\nif (${test}) {\nyes(x);\n} else {\nno(x);\n}\nreturn null;\n}\n}\n`,
    },
  };

/** What data can do no more harm to where a condition holds, and where it does not: `sql path | nothing`. With checks: one of which only the name is known is in brackets. */
export async function clearedBy(language: string, test: string, withChecks = false): Promise<string> {
  const { path, write, shown = 'x' } = programs[language]!;
  const program = write(test);
  const file = await InspectedFile.open(path, program, parser);
  const lines = program.split('\n');
  return ['yes(', 'no(']
    .map((use) => {
      const line = lines.findIndex((each) => each.trim().startsWith(use)) + 1;
      const { taints = [] } = file!.trace(line).expressions.findLast(({ code }) => code === shown) ?? {};
      const sources = taints.filter(({ origin }) => !origin.startsWith('whatever'));
      const open = labelNames.filter((label) =>
        sources.some(({ clearedFor }) => !clearedFor.includes(label)),
      );
      const cleared = labelNames.filter((label) => !open.includes(label));
      const check = withChecks ? sources.find((taint) => taint.check !== undefined)?.check : undefined;
      return [said(open, cleared), ...(check === undefined ? [] : [`[${check}]`])].join(' ');
    })
    .join(' | ');
}

function said(open: readonly string[], cleared: readonly string[]): string {
  if (cleared.length === 0) return 'nothing';
  return open.length < 8 ? ['all', ...(open.length ? ['but', ...open] : [])].join(' ') : cleared.join(' ');
}
