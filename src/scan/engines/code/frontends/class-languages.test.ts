// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders belong to Kotlin.
import { expect, test } from 'vitest';
import { createCodeScan } from '../../../../../test/support/code-scan.ts';

const findingsOf = await createCodeScan(['A.java', 'A.cs', 'A.kt']);

/** The rules that files of these names and texts are reported for. */
const scan = (files: Record<string, string>) => findingsOf(files).map((finding) => finding.ruleId);

const servlet = (body: string) =>
  `class A extends HttpServlet { void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception { String param = request.getParameter("p"); ${body} } }`;
const run = 'Runtime.getRuntime().exec(bar);';

test.each([
  [
    'a list',
    `java.util.List<String> l = new java.util.ArrayList<String>(); l.add("safe"); l.add(param); String bar = l.get(1); ${run}`,
  ],
  [
    'a map',
    `java.util.HashMap<String, Object> m = new java.util.HashMap<>(); m.put("a", param); String bar = (String) m.get("a"); ${run}`,
  ],
  ['a builder', `StringBuilder b = new StringBuilder(param); String bar = b.append("x").toString(); ${run}`],
  ['a constant branch', `int n = 106; String bar = (7 * 42) - n > 200 ? "safe" : param; ${run}`],
  [
    'a loop over cookies',
    `String bar = ""; for (Cookie c : request.getCookies()) { if (c.getName().equals("x")) bar = c.getValue(); } ${run}`,
  ],
  [
    'a helper of the class',
    `String bar = new Inner().work(param); ${run} } static class Inner { String work(String p) { return p + "x"; }`,
  ],
])('Java: data is followed through %s', (_, body) => {
  expect(scan({ 'A.java': servlet(body) })).toContain('java-command-injection');
});

test.each([
  [
    'another item of a list',
    `java.util.List<String> l = new java.util.ArrayList<String>(); l.add("safe"); l.add(param); l.add("more"); l.remove(0); String bar = l.get(1); ${run}`,
  ],
  [
    'another key of a map',
    `java.util.HashMap<String, String> m = new java.util.HashMap<>(); m.put("a", param); m.put("b", "ls"); String bar = m.get("b"); ${run}`,
  ],
  [
    'a branch that is never taken',
    `int n = 86; String bar; if ((7 * 42) - n > 200) bar = "ls"; else bar = param; ${run}`,
  ],
  [
    'a switch on a constant',
    `String bar; String guess = "ABC"; switch (guess.charAt(1)) { case 'A': bar = param; break; case 'B': bar = "ls"; break; default: bar = param; } ${run}`,
  ],
])('Java: %s is not taken for dangerous', (_, body) => {
  expect(scan({ 'A.java': servlet(body) })).not.toContain('java-command-injection');
});

test('Java: a service of another file is followed by its class name', () => {
  const controller =
    'package a; class C { @Autowired Runner runner; @GetMapping("/x") String x(@RequestParam String q) { return runner.go(q); } }';
  const service =
    'package b; public class Runner { public String go(String q) throws Exception { Runtime.getRuntime().exec("ls " + q); return q; } }';
  expect(scan({ 'a/C.java': controller, 'b/Runner.java': service })).toContain('java-command-injection');
  const fixed = service.replace('"ls " + q', '"ls"');
  expect(scan({ 'a/C.java': controller, 'b/Runner.java': fixed })).not.toContain('java-command-injection');
});

test.each([
  ['a template', 'val sql = "select * from t where a = \'$q\'"'],
  ['an expression in a template', 'val sql = "select ${q.trim()}"'],
  ['a lambda', 'val sql = listOf(q).map { "select " + it }.first()'],
  ['a list', 'val l = mutableListOf<String>(); l.add(q); val sql = l[0]'],
])('Kotlin: data is followed through %s with the rules of Java', (_, body) => {
  const text = `class A { @GetMapping("/x") fun x(@RequestParam q: String) { ${body}; val s: Statement = c.createStatement(); s.executeQuery(sql) } }`;
  expect(scan({ 'A.kt': text })).toContain('java-sql-injection');
});

test('Kotlin: a constant query is left alone', () => {
  const text = 'class A { fun x(s: Statement) { val t = "users"; s.executeQuery("select * from $t") } }';
  expect(scan({ 'A.kt': text })).toEqual([]);
});

test('C#: an action of a controller takes its parameters from the request', () => {
  const action = (value: string) =>
    `namespace N { public class A : Controller { public ActionResult F(string id) { var s = string.Format("select * from t where a = '{0}'", ${value}); var c = new SqlCommand(s, conn); return View(); } } }`;
  expect(scan({ 'A.cs': action('id') })).toContain('csharp-sql-injection');
  expect(scan({ 'A.cs': action('"x"') })).not.toContain('csharp-sql-injection');
});

test('C#: a repository of another file is followed by its class name', () => {
  const controller =
    'public class C : Controller { private readonly Repo _repo; [HttpGet] public IActionResult F(string q) { _repo.Find(q); return Ok(); } }';
  const repo = 'public class Repo { public void Find(string q) { new SqlCommand("select " + q, conn); } }';
  expect(scan({ 'C.cs': controller, 'data/Repo.cs': repo })).toContain('csharp-sql-injection');
});
