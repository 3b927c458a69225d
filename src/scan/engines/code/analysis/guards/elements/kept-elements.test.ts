import { expect, test } from 'vitest';
import { createParser } from '../../../../../syntax/parser.ts';
import { createCodeEngine } from '../../../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();

async function isReported(path: string, text: string): Promise<boolean> {
  await engine.prepare!([path]);
  const tree = parser.parse(path, text);
  const tools = { hashSecret: (value: string) => value };
  const { findings } = engine.analyse({ path, text, bytes: Buffer.from(text), tree }, tools);
  return findings.some(
    ({ ruleId, severity }) => /sql-injection|path-traversal/.test(ruleId) && severity === 'high',
  );
}

const javascript = (kept: string) =>
  `const app = require('express')();\nconst { Pool } = require('pg');\nconst pool = new Pool();\nconst allowed = ['a', 'b'];\napp.get('/', async (req) => {\n  const all = req.query.c.split(',');\n  await pool.query('select ' + ${kept}.join(',') + ' from t');\n});\n`;
const java = (kept: string) =>
  `import java.util.*;\nimport java.util.stream.*;\nimport javax.servlet.http.*;\nimport org.springframework.jdbc.core.JdbcTemplate;\nclass A extends HttpServlet {\n  static final Set<String> OK = Set.of("a", "b");\n  JdbcTemplate jdbc = new JdbcTemplate();\n  protected void doGet(HttpServletRequest r, HttpServletResponse s) {\n    String c = Arrays.stream(r.getParameterValues("c")).${kept}.collect(Collectors.joining(","));\n    jdbc.queryForList("select " + c + " from t");\n  }\n}\n`;
const csharp = (kept: string) =>
  `using System.Linq; using Microsoft.AspNetCore.Mvc; using Dapper; using Microsoft.Data.SqlClient; using System.Collections.Generic;\npublic class AController : Controller {\n  static readonly HashSet<string> Known = new() { "a", "b" };\n  SqlConnection db = new SqlConnection("");\n  public IActionResult A(string[] c) { var d = c.${kept}; return Ok(db.Query("select " + string.Join(",", d) + " from t")); }\n}\n`;
const php = (kept: string) =>
  `<?php\nfunction a(PDO $pdo) {\n  $c = ${kept};\n  $pdo->query('SELECT ' . implode(',', $c) . ' FROM t');\n}\n`;
const ruby = (kept: string) =>
  `class FilesController < ApplicationController\n  ALLOWED = %w[a b].freeze\n  def show\n    names = params[:c].split(',').${kept}\n    send_file "/srv/#{names.first}"\n  end\nend\n`;

test.each<[string, string, boolean]>([
  ['a.js', javascript('all'), true],
  ['a.js', javascript('all.filter((x) => allowed.includes(x))'), false],
  ['a.js', javascript('all.filter((x) => !allowed.includes(x))'), true],
  ['a.js', javascript('all.filter((x) => /^\\d+$/.test(x))'), false],
  ['a.js', javascript('all.filter((x) => /\\d/.test(x))'), true],
  ['a.js', javascript('all.filter((x) => x)'), true],
  ['a.js', javascript('all.filter((x) => x.length > 1 && allowed.includes(x))'), false],
  ['a.js', javascript('all.filter((x) => x.length > 1 || allowed.includes(x))'), true],
  ['A.java', java('filter(OK::contains)'), false],
  ['A.java', java('filter(x -> OK.contains(x))'), false],
  ['A.java', java('filter(x -> !OK.contains(x))'), true],
  ['A.java', java('filter(x -> !x.isEmpty())'), true],
  ['a.cs', csharp('Where(x => Known.Contains(x))'), false],
  ['a.cs', csharp('Where(x => x.Length > 0)'), true],
  ['a.php', php("array_filter($_POST['c'], fn($x) => in_array($x, ['a', 'b'], true))"), false],
  ['a.php', php("array_filter($_POST['c'], 'is_numeric')"), false],
  ['a.php', php("array_filter($_POST['c'], 'strlen')"), true],
  ['a.php', php("array_filter($_POST['c'], fn($x) => $x !== '')"), true],
  ['a.rb', ruby('select { |x| ALLOWED.include?(x) }'), false],
  ['a.rb', ruby('select { |x| !ALLOWED.include?(x) }'), true],
  ['a.rb', ruby('reject { |x| !ALLOWED.include?(x) }'), false],
  ['a.rb', ruby('reject { |x| ALLOWED.include?(x) }'), true],
])('what is left of a list has passed the test: %s %s', async (path, text, reported) => {
  expect(await isReported(path, text)).toBe(reported);
});
