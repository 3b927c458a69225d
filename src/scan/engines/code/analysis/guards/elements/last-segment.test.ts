import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../../../../../../test/support/code-scan.ts';

/** By language: what is made of the text `n` of a request, and whether a file under a folder is still reported for it. */
const cases: Record<string, Array<[made: string, reported: boolean]>> = {
  go: [
    ['n[strings.LastIndex(n, "/")+1:]', false],
    ['n[:strings.LastIndex(n, "/")+1]', true],
    ['n[strings.LastIndex(n, ".")+1:]', true],
    ['n[strings.Index(n, "/")+1:]', true],
    ['n[strings.LastIndex(m, "/")+1:]', true],
    ['strings.Split(n, "/")[len(strings.Split(n, "/"))-1]', false],
    ['strings.Split(n, "/")[0]', true],
    ['strings.Split(n, ":")[len(strings.Split(n, ":"))-1]', true],
    ['parts[len(parts)-1]', false],
    ['parts[len(m)-1]', true],
    ['strings.Trim(path.Clean("/"+n), "/")', false],
    ['strings.Trim(path.Clean(n), "/")', true],
    ['strings.TrimPrefix(path.Clean("/"+n), "/a")', true],
  ],
  java: [
    ["n.substring(n.lastIndexOf('/') + 1)", false],
    ["n.substring(n.lastIndexOf('/') + 2)", true],
    ["n.substring(n.indexOf('/') + 1)", true],
    ["n.substring(n.lastIndexOf('.') + 1)", true],
    ["n.substring(m.lastIndexOf('/') + 1)", true],
    ["n.substring(0, n.lastIndexOf('/') + 1)", true],
    ['n.split("/")[n.split("/").length - 1]', false],
    ['parts[parts.length - 1]', false],
    ['parts[parts.length - 2]', true],
    ['parts[0]', true],
  ],
  python: [
    ["n.split('/')[-1]", false],
    ["n.split('/')[-2]", true],
    ["n.split('\\\\')[-1]", true],
    ["n.rsplit('/', 1)[-1]", false],
    ["n.rsplit('/', 1)[1]", false],
    ["n.rsplit('/')[1]", true],
    ["n.rpartition('/')[2]", false],
    ["n.rpartition('/')[0]", true],
    ['os.path.split(n)[1]', false],
    ['os.path.split(n)[0]', true],
    ["n[n.rfind('/') + 1:]", false],
    ["n[:n.rfind('/') + 1]", true],
    ['parts[-1]', false],
  ],
  csharp: [
    ["n.Substring(n.LastIndexOf('/') + 1)", false],
    ["n.Substring(n.LastIndexOf('.') + 1)", true],
    ['parts[^1]', false],
    ['parts[parts.Length - 1]', false],
    ['parts[1]', true],
  ],
};

const programs: Record<string, { path: string; write: (made: string) => string }> = {
  go: {
    path: 'x.go',
    write: (made) =>
      `package x\n\nimport (\n\t"net/http"\n\t"os"\n\t"path"\n\t"strings"\n)\n\nfunc H(w http.ResponseWriter, r *http.Request) {\n\tn := r.FormValue("n")\n\tm := r.FormValue("m")\n\tparts := strings.Split(n, "/")\n\tos.Create(path.Join("/srv", ${made}))\n}\n`,
  },
  java: {
    path: 'A.java',
    write: (made) =>
      `import java.io.*;\nimport javax.servlet.http.*;\nclass A extends HttpServlet {\n  protected void doGet(HttpServletRequest q, HttpServletResponse s) throws IOException {\n    String n = q.getParameter("n");\n    String m = q.getParameter("m");\n    String[] parts = n.split("/");\n    new FileOutputStream(new File("/srv", ${made})).close();\n  }\n}\n`,
  },
  python: {
    path: 'a.py',
    write: (made) =>
      `import os\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.route('/')\ndef a():\n    n = request.args['n']\n    parts = n.split('/')\n    open(os.path.join('/srv', ${made}), 'w').close()\n    return ''\n`,
  },
  csharp: {
    path: 'A.cs',
    write: (made) =>
      `using Microsoft.AspNetCore.Mvc;\npublic class A : ControllerBase {\n  [HttpGet("/a")] public void Get(string n) {\n    var parts = n.Split('/');\n    System.IO.File.WriteAllText("/srv/" + ${made}, "x");\n  }\n}\n`,
  },
};

describe.each(Object.entries(cases))('%s', (language, list) => {
  test.each(list)('%s', async (made, reported) => {
    const { path, write } = programs[language]!;
    const findings = await findingsIn({ [path]: write(made) });
    expect(findings.some(({ cwe, severity }) => cwe.includes('CWE-22') && severity !== 'low')).toBe(reported);
  });
});
