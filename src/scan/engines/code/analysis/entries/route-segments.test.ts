import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();

/** Severities of the paths that data chooses in a file. */
async function found(path: string, text: string): Promise<string[]> {
  const tools = { hashSecret: (value: string) => value };
  await engine.prepare!([path]);
  const parseAs = (name: string, code: string) => parser.tryParse(name, code);
  const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text), parseAs };
  return engine
    .analyse(file, tools)
    .findings.filter(({ ruleId }) => ruleId.endsWith('path-traversal'))
    .map(({ severity }) => severity);
}

const chi = (part: string) =>
  `package a\nimport (\n"net/http"\n"os"\n"github.com/go-chi/chi/v5"\n)\nfunc Get(w http.ResponseWriter, r *http.Request) { b, _ := os.ReadFile("/srv/" + chi.URLParam(r, "${part}")); w.Write(b) }\n`;
const gin = (read: string, more = '') =>
  `package a\nimport (\n"os"\n"github.com/gin-gonic/gin"\n)\nfunc Get(c *gin.Context) { b, _ := os.ReadFile("/srv/" + ${read}); c.Writer.Write(b) }\n${more}`;
const fiber = (read: string) =>
  `package a\nimport (\n"os"\n"github.com/gofiber/fiber/v2"\n)\nfunc Get(c *fiber.Ctx) error { b, _ := os.ReadFile("/srv/" + ${read}); return c.Send(b) }\n`;
const mux = `package a\nimport (\n"net/http"\n"os"\n"github.com/gorilla/mux"\n)\nfunc Get(w http.ResponseWriter, r *http.Request) { b, _ := os.ReadFile("/srv/" + mux.Vars(r)["name"]); w.Write(b) }\n`;
const django = (read: string) =>
  `from django.http import HttpResponse\ndef show(request, name):\n    return HttpResponse(open('/srv/' + ${read}).read())\n`;
const laravel = (read: string) =>
  `<?php\nuse Illuminate\\Support\\Facades\\Route;\nRoute::get('/f/{name}', function ($name) { return file_get_contents('/srv/' . ${read}); });\n`;

test.each([
  ['a part of a route of chi', 'a.go', chi('name'), 'medium'],
  ['the rest of a route of chi', 'a.go', chi('*'), 'high'],
  ['a part of a route of gin', 'a.go', gin('c.Param("name")'), 'medium'],
  [
    'the rest of a route of gin',
    'a.go',
    gin('c.Param("name")', 'func Routes(r *gin.Engine) { r.GET("/f/*name", Get) }\n'),
    'high',
  ],
  ['the query of gin', 'a.go', gin('c.Query("name")'), 'high'],
  ['a part of a route of fiber', 'a.go', fiber('c.Params("name")'), 'medium'],
  ['the rest of a route of fiber', 'a.go', fiber('c.Params("*")'), 'high'],
  ['the query of fiber', 'a.go', fiber('c.Query("name")'), 'high'],
  ['a part of a route of gorilla', 'a.go', mux, 'medium'],
  ['a part of a route of Django', 'shop/views.py', django('name'), 'medium'],
  ['the query of Django', 'shop/views.py', django("request.GET['name']"), 'high'],
  ['a part of a route of Laravel', 'routes/web.php', laravel('$name'), 'medium'],
  ['a global of PHP', 'routes/web.php', laravel("$_GET['name']"), 'high'],
])('a segment of a path holds no slash: %s', async (_title, path, text, severity) => {
  expect(await found(path, text)).toEqual([severity]);
});
