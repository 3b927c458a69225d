import { InspectedFile } from '../../src/scan/engines/code/inspect-file.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';

const parser = await createParser();

/** A program in which `input` comes from a request, `body` runs, and `show` is given an expression. */
const programs: Readonly<Record<string, { path: string; write: (body: string, shown: string) => string }>> = {
  javascript: {
    path: 'a.js',
    write: (body, shown) =>
      `app.get('/', async (req, res) => {\nconst input = req.query.a;\n${body};\nshow(${shown});\n});\n`,
  },
  python: {
    path: 'a.py',
    write: (body, shown) =>
      `from flask import request\ndef view():\n    input = request.args['a']\n${body.replace(/^/gm, '    ')}\n    show(${shown})\n`,
  },
  java: {
    path: 'C.java',
    write: (body, shown) =>
      `import java.util.*;\nimport javax.servlet.http.*;\nclass C extends HttpServlet {\nprotected void doGet(HttpServletRequest request, HttpServletResponse response) {\nString input = request.getParameter("a");\n${body};\nshow(${shown});\n}\n}\n`,
  },
  ruby: {
    path: 'app/controllers/items_controller.rb',
    write: (body, shown) =>
      `class ItemsController < ApplicationController\ndef show_it\ninput = params[:a]\n${body}\nshow(${shown})\nend\nend\n`,
  },
  go: {
    path: 'a.go',
    write: (body, shown) =>
      `package a\n\nimport (\n"fmt"\n"net/http"\n"strings"\n"bytes"\n)\n\nfunc view(w http.ResponseWriter, r *http.Request) {\ninput := r.FormValue("a")\n${body}\nshow(${shown})\n}\n`,
  },
  kotlin: {
    path: 'C.kt',
    write: (body, shown) =>
      `import org.springframework.web.bind.annotation.*\n@RestController\nclass C {\n@GetMapping("/")\nfun get(@RequestParam input: String): String {\n${body}\nshow(${shown})\nreturn ""\n}\n}\n`,
  },
  scala: {
    path: 'app/C.scala',
    write: (body, shown) =>
      `import play.api.mvc._\nclass C extends Controller {\n  def get = Action { request =>\n    val input = request.getQueryString("a").get\n${body.replace(/^/gm, '    ')}\n    show(${shown})\n    Ok("")\n  }\n}\n`,
  },
  swift: {
    path: 'a.swift',
    write: (body, shown) =>
      `import Vapor\nfunc routes(_ app: Application) throws {\napp.get("a") { req -> String in\nlet input = req.query["a"]!\n${body}\nshow(${shown})\nreturn ""\n}\n}\n`,
  },
  rust: {
    path: 'a.rs',
    write: (body, shown) =>
      `use axum::extract::Query;\nasync fn get(Query(input): Query<String>) -> String {\n${body}\nshow(${shown});\nString::new()\n}\n`,
  },
  c: {
    path: 'a.c',
    write: (body, shown) =>
      `#include <stdlib.h>\n#include <string.h>\nint main(int argc, char **argv) {\nchar *input = getenv("QUERY_STRING");\n${body}\nshow(${shown});\nreturn 0;\n}\n`,
  },
  php: { path: 'a.php', write: (body, shown) => `<?php\n$input = $_GET['a'];\n${body};\nshow(${shown});\n` },
  csharp: {
    path: 'C.cs',
    write: (body, shown) =>
      `using System;\nusing Microsoft.AspNetCore.Mvc;\npublic class C : Controller {\npublic IActionResult Get() {\nvar input = Request.Query["a"].ToString();\n${body};\nshow(${shown});\nreturn null;\n}\n}\n`,
  },
};

type Traced = ReturnType<InspectedFile['trace']>['expressions'][number];

/** What the analysis knows of the shown expression: its constant or the text around unknown parts, and whether data of the request is in it that can change a statement. */
export async function valueAt(language: string, body: string, shown: string): Promise<string> {
  const { path, write } = programs[language]!;
  const program = write(body, shown);
  const line = program.split('\n').findIndex((each) => each.trim().startsWith('show(')) + 1;
  const file = await InspectedFile.open(path, program, parser);
  const { expressions } = file!.trace(line);
  const found = expressions.findLast(({ code }) => code === shown);
  if (!found) throw new Error(`${shown} is not traced in\n${program}`);
  return describe(found);
}

/** The same for everything that a body shows, each on a line of its own. */
export async function valuesShown(language: string, body: string): Promise<string[]> {
  const { path, write } = programs[language]!;
  const program = write(body.trimEnd(), '0');
  const traces = (await InspectedFile.open(path, program, parser))!.traceAll();
  return program.split('\n').flatMap((line, i) => {
    const shown = /(?:^|[\s{;])show\((.*)\);?\s*[})]*;?$/.exec(line)?.[1];
    if (shown === undefined || shown === '0') return [];
    const found = traces
      .find((trace) => trace.line === i + 1)
      ?.expressions.findLast(({ code }) => code === shown);
    return [`${shown} is ${found ? describe(found) : 'never shown'}`];
  });
}

function describe({ taints, constant, text }: Traced): string {
  const sources = taints.filter(({ origin }) => !origin.startsWith('whatever'));
  const isOpen = sources.some(({ clearedFor }) => !clearedFor.includes('sql'));
  const taint = isOpen ? 'tainted' : sources.length > 0 ? 'cleared' : 'clean';
  if (constant !== undefined) return `${taint} ${JSON.stringify(constant)}`;
  return text === undefined ? taint : `${taint} ${JSON.stringify(text)}`;
}
