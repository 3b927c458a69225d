import { expect, test } from 'vitest';
import { createParser } from '../../../syntax/parser.ts';
import { createCodeEngine } from '../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();
await engine.prepare!(['A.java', 'A.cs']);

function rules(path: string, text: string): string[] {
  const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
  const { findings } = engine.analyse(file, { hashSecret: (value: string) => value });
  return findings.filter(({ severity }) => severity !== 'low').map(({ ruleId }) => ruleId);
}

const java = (body: string) => `class A extends HttpServlet {
  static class Base { protected String v; Base(String v) { this.v = v; } void go() throws Exception { Runtime.getRuntime().exec(v); } }
  static class Derived extends Base { Derived(String v) { super(v); } }
  void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception { String p = request.getParameter("p"); ${body} } }`;

test.each([
  ['the constructor of the base', 'new Derived(p).go();'],
  [
    'an anonymous class',
    'Runnable r = new Runnable() { public void run() { Runtime.getRuntime().exec(p); } }; r.run();',
  ],
  ['the first of a stream', 'Runtime.getRuntime().exec(Stream.of(p).findFirst().get());'],
  [
    'each value of a map',
    'Map<String, String> m = new HashMap<>(); m.put("a", p); m.forEach((k, v) -> Runtime.getRuntime().exec(v));',
  ],
])('Java: data from a request is followed through %s', (_, body) => {
  expect(rules('A.java', java(body))).toContain('java-command-injection');
});

test.each([
  ['a constant for the constructor of the base', 'new Derived("ls").go();'],
  [
    'the keys of a map that holds it',
    'Map<String, String> m = new HashMap<>(); m.put("a", p); m.forEach((k, v) -> Runtime.getRuntime().exec(k));',
  ],
])('Java: nothing is reported for %s', (_, body) => {
  expect(rules('A.java', java(body))).toEqual([]);
});

const csharp = (body: string) => `using System;
abstract class Base { protected string v; public Base(string v) { this.v = v; } public void Go() { Process.Start(v); } }
class Derived : Base { public Derived(string v) : base(v) { } }
class Named { private string v; public Named(string v) { this.v = v; } public string Full => "a" + v; }
public class AController : Controller {
  IEnumerable<string> Items(string a) { yield return a; }
  [HttpGet] public IActionResult Get(string p) { ${body} return Ok(); } }`;

test.each([
  ['the constructor of the base', 'new Derived(p).Go();'],
  ['a property that is computed', 'Process.Start(new Named(p).Full);'],
  ['an item of a tuple', 'var t = (1, p); Process.Start(t.Item2);'],
  ['what a function yields', 'foreach (var x in Items(p)) Process.Start(x);'],
  [
    'the values of a dictionary',
    'var d = new Dictionary<string, string>(); d["a"] = p; foreach (var v in d.Values) Process.Start(v);',
  ],
  [
    'an appended format',
    'var b = new StringBuilder(); b.AppendFormat("{0} x", p); Process.Start(b.ToString());',
  ],
])('C#: data from a request is followed through %s', (_, body) => {
  expect(rules('A.cs', csharp(body))).toContain('csharp-command-injection');
});

test.each([
  ['a constant for the constructor of the base', 'new Derived("ls").Go();'],
  ['the other item of a tuple', 'var t = ("ls", p); Process.Start(t.Item1);'],
])('C#: nothing is reported for %s', (_, body) => {
  expect(rules('A.cs', csharp(body))).toEqual([]);
});

test('the class of a field is followed also where it is written further down', () => {
  const first =
    'class C { private Runner runner; @GetMapping("/x") String g(@RequestParam String q) throws Exception { runner.go(q); return ""; } }';
  const then = (command: string) =>
    `class Runner { void go(String a) throws Exception { Runtime.getRuntime().exec(${command}); } }`;
  expect(rules('A.java', `${first}\n${then('a')}`)).toContain('java-command-injection');
  expect(rules('A.java', `${first}\n${then('"ls"')}`)).toEqual([]);
});

test('an object of a number is no text', () => {
  const guarded = (type: string) =>
    java(`Object o = p; if (o instanceof ${type} i) Runtime.getRuntime().exec("x" + i);`);
  expect(rules('A.java', guarded('String'))).toContain('java-command-injection');
  expect(rules('A.java', guarded('Integer'))).toEqual([]);
});
