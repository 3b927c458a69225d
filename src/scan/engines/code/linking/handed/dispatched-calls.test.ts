import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** Files and lines of the findings of a weakness at medium and worse that have a way through several files. */
async function placesOf(files: Record<string, string>, cwe: string): Promise<string[]> {
  const findings = await findingsIn(files);
  return findings
    .filter((finding) => finding.cwe.includes(cwe) && finding.severity !== 'low')
    .map(({ file, startLine }) => `${file}:${startLine}`);
}

const servlet = (body: string, methods: string) =>
  `package app;\nimport javax.servlet.http.*;\npublic abstract class Base extends HttpServlet {\n  protected void doGet(HttpServletRequest q, HttpServletResponse r) { ${body} }\n  ${methods}\n}\n`;
const deleting = (method: string) =>
  `package app;\npublic class Files extends Base {\n  ${method} { new java.io.File("/srv/" + name).delete(); }\n}\n`;

test.each([
  ['declared', 'protected abstract void handle(String name);'],
  ['empty', 'protected void handle(String name) { }'],
  ['refused', 'protected void handle(String name) { throw new UnsupportedOperationException(); }'],
])(
  'Java: what the method of a base class only says is done by the class that extends it: %s',
  async (_, method) => {
    const files = (given: string) => ({
      'app/Base.java': servlet(`handle(${given});`, method),
      'app/Files.java': deleting('protected void handle(String name)'),
    });
    expect(await placesOf(files('q.getParameter("n")'), 'CWE-22')).toEqual(['app/Files.java:3']);
    expect(await placesOf(files('"fixed"'), 'CWE-22')).toEqual([]);
  },
);

test('Java: a method that does something is the one that runs, as far as the class itself says', async () => {
  const files = {
    'app/Base.java': servlet(
      'handle(q.getParameter("n"));',
      'private void handle(String name) { count++; }\n  private int count;',
    ),
    'app/Files.java': deleting('protected void handle(String name)'),
  };
  expect(await placesOf(files, 'CWE-22')).toEqual([]);
});

test('Java: what is given to a method of an interface reaches every class that has it', async () => {
  const actions = [1, 2, 3, 4, 5, 6].map((i) => [
    `app/Chore${i}.java`,
    `package app;\nclass Chore${i} implements Chore {\n  public void run(String name) { ${i === 5 ? 'new java.io.File("/srv/" + name).delete();' : ''} }\n}\n`,
  ]);
  const files = (given: string) => ({
    'app/Chore.java': 'package app;\npublic interface Chore { void run(String name); }\n',
    ...Object.fromEntries(actions),
    'app/Front.java': `package app;\nimport java.util.*;\nimport javax.servlet.http.*;\npublic class Front extends HttpServlet {\n  private Map<String, Chore> actions;\n  protected void doGet(HttpServletRequest q, HttpServletResponse r) { Chore chore = actions.get(q.getParameter("a")); chore.run(${given}); }\n}\n`,
  });
  expect(await placesOf(files('q.getParameter("n")'), 'CWE-22')).toEqual(['app/Chore5.java:3']);
  expect(await placesOf(files('"fixed"'), 'CWE-22')).toEqual([]);
});

test('C#: a method that another file adds to a type of a framework', async () => {
  const files = (body: string) => ({
    'RequestExtensions.cs': `using Microsoft.AspNetCore.Http;\npublic static class RequestExtensions {\n  public static string Arg(this HttpRequest request, string name) { ${body} }\n}\n`,
    'PagesController.cs':
      'using Microsoft.AspNetCore.Mvc;\npublic class PagesController : Controller {\n  public IActionResult Show() { return Redirect(Request.Arg("u")); }\n}\n',
  });
  expect(await placesOf(files('return request.Query[name].ToString();'), 'CWE-601')).toEqual([
    'PagesController.cs:3',
  ]);
  expect(await placesOf(files('return "/pages";'), 'CWE-601')).toEqual([]);
});

test('C#: what such a method is given reaches its sinks', async () => {
  const files = (given: string) => ({
    'Connections.cs':
      'using System.Data;\npublic static class Connections {\n  public static void Run(this IDbConnection connection, string table, string filter) {\n    var command = connection.CreateCommand();\n    command.CommandText = "delete from t where " + filter;\n    command.ExecuteNonQuery();\n  }\n}\n',
    'PagesController.cs': `using Microsoft.AspNetCore.Mvc;\nusing System.Data;\npublic class PagesController : Controller {\n  private readonly IDbConnection _connection;\n  public IActionResult Show(string name) { _connection.Run(${given}); return Ok(); }\n}\n`,
  });
  expect(await placesOf(files('"t", "n = \'" + name + "\'"'), 'CWE-89')).toEqual(['Connections.cs:5']);
  expect(await placesOf(files('"n = \'" + name + "\'", "true"'), 'CWE-89')).toEqual([]);
});

test('C#: an object of the program that takes what it needs out of the request', async () => {
  const files = (field: string) => ({
    'Incoming.cs':
      'using Microsoft.AspNetCore.Http;\npublic class Incoming {\n  public Incoming(HttpRequest request) { Target = request.Query["u"]; Method = request.Method; }\n  public string Target { get; private set; }\n  public string Method { get; private set; }\n}\n',
    'Command.cs': `using Microsoft.AspNetCore.Http;\npublic class Command {\n  public void Run(Incoming incoming, HttpContext context) { context.Response.Redirect(incoming.${field}); }\n}\n`,
    'Middleware.cs':
      'using System.Threading.Tasks;\nusing Microsoft.AspNetCore.Http;\npublic class Middleware {\n  public Task Invoke(HttpContext context) { new Command().Run(new Incoming(context.Request), context); return Task.CompletedTask; }\n}\n',
  });
  expect(await placesOf(files('Target'), 'CWE-601')).toEqual(['Command.cs:3']);
  expect(await placesOf(files('Other'), 'CWE-601')).toEqual([]);
});

const routes = (line: string) =>
  `package main\nimport (\n"net/http"\n"os"\n)\nfunc remove(c *call) error { return os.RemoveAll("/srv/" + c.name) }\nfunc idle(c *call) error { return nil }\nfunc main() { ${line} }\n`;

test('Go: functions that are handed to what wraps handlers get what that reads of the request', async () => {
  const files = (name: string, line: string) => ({
    'wrap.go': `package main\nimport "net/http"\ntype call struct{ name string }\nfunc wrap(handle func(*call) error) http.HandlerFunc {\n  return func(w http.ResponseWriter, r *http.Request) { handle(&call{name: ${name}}) }\n}\n`,
    'main.go': routes(line),
  });
  const wrapped = 'http.HandleFunc("/", wrap(remove))';
  expect(await placesOf(files('r.FormValue("n")', wrapped), 'CWE-22')).toEqual(['main.go:6']);
  expect(await placesOf(files('"fixed"', wrapped), 'CWE-22')).toEqual([]);
  const other = 'http.HandleFunc("/", wrap(idle)); _ = remove';
  expect(await placesOf(files('r.FormValue("n")', other), 'CWE-22')).toEqual([]);
});

test('Go: the same in one file', async () => {
  const file = (name: string) =>
    `package main\nimport (\n"net/http"\n"os"\n)\nfunc wrap(handle func(string)) http.HandlerFunc {\n  return func(w http.ResponseWriter, r *http.Request) { handle(${name}) }\n}\nfunc remove(name string) { os.RemoveAll("/srv/" + name) }\nfunc main() { http.HandleFunc("/", wrap(remove)) }\n`;
  expect(await placesOf({ 'main.go': file('r.FormValue("n")') }, 'CWE-22')).toEqual(['main.go:9']);
  expect(await placesOf({ 'main.go': file('"fixed"') }, 'CWE-22')).toEqual([]);
});

test('Go: a call with a type between brackets is none of a conversion, and a key chooses a function', async () => {
  const decode = (body: string) => ({
    'decode.go': `package main\nimport (\n"encoding/json"\n"net/http"\n)\nfunc decode[T any](r *http.Request) (T, error) { var v T; err := json.NewDecoder(r.Body).Decode(&v); return v, err }\n`,
    'main.go': `package main\nimport (\n"net/http"\n"os"\n)\ntype in struct{ Name string }\nfunc show(w http.ResponseWriter, r *http.Request) {\n${body}\n}\nfunc remove(name string) { os.Remove("/srv/" + name) }\nvar actions = map[string]func(string){"remove": remove}\n`,
  });
  const read = 'v, err := decode[in](r)\nif err == nil { os.Remove("/srv/" + v.Name) }';
  expect(await placesOf(decode(read), 'CWE-22')).toEqual(['main.go:9']);
  const chosen = 'key := r.FormValue("a")\nname := r.FormValue("n")\nactions[key](name)';
  expect(await placesOf(decode(chosen), 'CWE-22')).toEqual(['main.go:12']);
  const number = 'key := r.FormValue("n")\nos.Remove("/srv/" + strconv.Itoa(number[int](key)))';
  expect(await placesOf(decode(number), 'CWE-22')).toEqual([]);
});

test('C#: a message that implements an interface is what was sent, and an interface a service', async () => {
  const file = (type: string) => ({
    'Files.cs': `using ServiceStack;\nusing System.IO;\npublic class ReadFile : IReturn<string> { public string Name { get; set; } }\npublic class FileService : Service {\n  public object Get(${type} request) { return File.ReadAllText("/srv/" + request.Name); }\n}\n`,
  });
  expect(await placesOf(file('ReadFile'), 'CWE-22')).toEqual(['Files.cs:5']);
  expect(await placesOf(file('IReadFile'), 'CWE-22')).toEqual([]);
});
