import { describe, expect, test } from 'vitest';
import { createParser } from '../../../../../syntax/parser.ts';
import { createCodeEngine } from '../../../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();
await engine.prepare!(['a.js', 'a.py', 'a.go', 'a.php', 'A.java', 'a.rb', 'A.cs']);

/** Whether a program is reported at medium or worse because a path may lead out of a folder. */
function isReported(path: string, text: string): boolean {
  const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
  const { findings } = engine.analyse(file, { hashSecret: (value: string) => value });
  return findings.some(
    ({ ruleId, severity }) => severity !== 'low' && severity !== 'info' && ruleId.endsWith('-path-traversal'),
  );
}

const programs: Record<string, readonly [path: string, program: (check: string) => string]> = {
  javascript: [
    'a.js',
    (check) =>
      `const path = require('path');\nconst fs = require('fs');\nconst app = require('express')();\nconst root = path.resolve('/srv');\napp.get('/', (req, res) => {\n  const name = String(req.query.name);\n  const file = path.resolve(root, name);\n  ${check}\n  fs.createReadStream(file).pipe(res);\n});\n`,
  ],
  python: [
    'a.py',
    (check) =>
      `import os\nfrom pathlib import Path\nfrom flask import Flask, request\napp = Flask(__name__)\n\n@app.route("/")\ndef show():\n    name = request.args["name"]\n    file = os.path.realpath(os.path.join("/srv", name))\n    ${check}\n    return open(file).read()\n`,
  ],
  go: [
    'a.go',
    (check) =>
      `package a\n\nimport (\n\t"net/http"\n\t"os"\n\t"path/filepath"\n)\n\nfunc show(w http.ResponseWriter, r *http.Request) {\n\tname := r.FormValue("name")\n\tfile := filepath.Join("/srv", name)\n\t${check}\n\tos.ReadFile(file)\n}\n`,
  ],
  java: [
    'A.java',
    (check) =>
      `import java.io.*;\nimport jakarta.servlet.http.*;\nclass A extends HttpServlet {\n  private final File root = new File("/srv");\n  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {\n    String name = request.getParameter("name");\n    File file = new File(root, name).getCanonicalFile();\n    ${check}\n    new FileInputStream(file).close();\n  }\n}\n`,
  ],
  ruby: [
    'a.rb',
    (check) =>
      `class FilesController < ApplicationController\n  def show\n    name = params[:name].to_s\n    file = File.expand_path(File.join("/srv", name))\n    ${check}\n    send_data File.binread(file)\n  end\nend\n`,
  ],
  php: [
    'a.php',
    (check) =>
      `<?php\n$name = $_GET['name'];\n$file = realpath('/srv/' . $name);\n${check}\nreadfile($file);\n`,
  ],
  csharp: [
    'A.cs',
    (check) =>
      `using System.IO;\nusing Microsoft.AspNetCore.Mvc;\npublic class FilesController : Controller {\n    public IActionResult Get(string name) {\n        var file = Path.GetFullPath(Path.Combine("/srv", name));\n        ${check}\n        return PhysicalFile(file, "text/plain");\n    }\n}\n`,
  ],
};

/** What keeps a path inside, and what only looks like it. */
const checks: Record<string, ReadonlyArray<readonly [safe: string, open: string]>> = {
  javascript: [
    ['if (path.dirname(file) !== root) return;', 'if (path.dirname(file) === root) return;'],
    ['if (path.basename(name) !== name) return;', 'if (path.extname(name) !== name) return;'],
    ['if (path.dirname(file) !== root) return;', 'if (path.dirname(file) !== req.query.root) return;'],
  ],
  python: [
    [
      'if os.path.dirname(file) != "/srv":\n        return ""',
      'if os.path.dirname(name) != "/srv":\n        return ""',
    ],
    [
      'if name != os.path.basename(name):\n        return ""',
      'if name == os.path.basename(name):\n        return ""',
    ],
    [
      'if ".." in name.replace("\\\\", "/").split("/"):\n        return ""',
      'if ".." in name.replace("/", ":").split(":"):\n        pass',
    ],
  ],
  go: [
    [
      'if filepath.Dir(file) != "/srv" {\n\t\treturn\n\t}',
      'if filepath.Dir(file) == "/srv" {\n\t\treturn\n\t}',
    ],
    ['if filepath.Base(name) != name {\n\t\treturn\n\t}', 'if filepath.Ext(name) != name {\n\t\treturn\n\t}'],
    ['if !filepath.IsLocal(name) {\n\t\treturn\n\t}', 'if filepath.IsLocal(name) {\n\t\treturn\n\t}'],
  ],
  java: [
    ['if (!file.getParentFile().equals(root)) return;', 'if (file.getParentFile().equals(root)) return;'],
    [
      'if (!new File(name).getName().equals(name)) return;',
      'if (!new File(name).getPath().equals(name)) return;',
    ],
  ],
  ruby: [
    ['return unless File.dirname(file) == "/srv"', 'return if File.dirname(file) == "/srv"'],
    ['return unless File.basename(name) == name', 'return unless File.extname(name) == name'],
  ],
  php: [
    ["if (dirname($file) !== '/srv') { exit; }", "if (dirname($file) === '/srv') { exit; }"],
    ['if (basename($name) !== $name) { exit; }', 'if (trim($name) !== $name) { exit; }'],
  ],
  csharp: [
    [
      'if (Path.GetDirectoryName(file) != "/srv") return NotFound();',
      'if (Path.GetDirectoryName(file) == "/srv") return NotFound();',
    ],
    [
      'if (Path.GetFileName(name) != name) return NotFound();',
      'if (Path.GetExtension(name) != name) return NotFound();',
    ],
  ],
};

describe.each(Object.entries(checks))('in %s', (language, rows) => {
  const [path, program] = programs[language]!;
  test.each(rows)('%s keeps a path inside, %s does not', (safe, open) => {
    expect(isReported(path, program(safe))).toBe(false);
    expect(isReported(path, program(open))).toBe(true);
  });
});
