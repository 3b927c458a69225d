import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../test/support/code-scan.ts';

/** Rule and place of each finding at medium and worse. */
async function found(files: Record<string, string>): Promise<string[]> {
  const findings = await findingsIn(files);
  return findings
    .filter(({ severity }) => severity !== 'low' && severity !== 'info')
    .map(({ ruleId, file, startLine }) => `${ruleId} ${file}:${startLine}`);
}

const contextOf = (embedded: string, fields = '') =>
  `package web\n\nimport (\n\t"net/http"\n\n\t"github.com/gin-gonic/gin"\n)\n\nvar _ = gin.New\nvar _ http.Handler\n\ntype Context struct {\n\t${embedded}\n\t${fields}\n\tUser string\n}\n`;
const routes = (...lines: string[]) =>
  `package routes\n\nimport (\n\t"net/http"\n\t"os"\n\n\t"example.org/app/web"\n)\n\nvar _ = http.StatusOK\n\nfunc Show(ctx *web.Context) {\n${lines.map((line) => `\t${line}\n`).join('')}}\n`;

test('what a type of another package embeds answers for the type: sources and sinks of the framework', async () => {
  const files = {
    'web/context.go': contextOf('*gin.Context'),
    'routes/show.go': routes(
      'os.Remove("/srv/" + ctx.Query("name"))',
      'ctx.Redirect(302, ctx.Query("next"))',
    ),
  };
  expect(await found(files)).toEqual([
    'go-path-traversal routes/show.go:13',
    'go-open-redirect routes/show.go:14',
  ]);
});

test('a field of such a type is what its declaration says, called or read', async () => {
  const files = {
    'web/context.go': contextOf('', 'Req *http.Request'),
    'routes/show.go': routes(
      'os.Remove("/srv/" + ctx.Req.FormValue("name"))',
      'os.Remove("/srv/" + ctx.Req.URL.Query().Get("name"))',
      'os.Remove("/srv/" + ctx.Req.URL.Path)',
      'os.Remove("/srv/" + ctx.Req.Method)',
    ),
  };
  expect(await found(files)).toEqual([
    'go-path-traversal routes/show.go:13',
    'go-path-traversal routes/show.go:14',
    'go-path-traversal routes/show.go:15',
  ]);
});

test('a type that embeds one of the program is followed, and a method of its own goes before that of the framework', async () => {
  const api = (method: string) =>
    `package routes\n\nimport "example.org/app/web"\n\ntype API struct {\n\t*web.Context\n}\n${method}`;
  const use =
    'package routes\n\nimport "os"\n\nfunc Remove(api *API) {\n\tos.Remove("/srv/" + api.Query("name"))\n}\n';
  const own = '\nfunc (a *API) Query(name string) string {\n\treturn "fixed"\n}\n';
  const files = { 'web/context.go': contextOf('*gin.Context'), 'routes/use.go': use };
  expect(await found({ ...files, 'routes/api.go': api('') })).toEqual(['go-path-traversal routes/use.go:6']);
  expect(await found({ ...files, 'routes/api.go': api(own) })).toEqual([]);
});

test('a type that embeds nothing of a framework gives nothing, and a literal that is passed does no harm', async () => {
  const plain = 'package web\n\ntype Context struct {\n\tUser string\n}\n';
  const use = routes('os.Remove("/srv/" + ctx.Query("name"))', 'ctx.Redirect(302, ctx.Query("next"))');
  expect(await found({ 'web/context.go': plain, 'routes/show.go': use })).toEqual([]);
  const safe = routes('ctx.Redirect(302, "/home")');
  expect(await found({ 'web/context.go': contextOf('*gin.Context'), 'routes/show.go': safe })).toEqual([]);
});

test('a test that the program makes holds for such a source as well', async () => {
  const files = {
    'web/context.go': contextOf('*gin.Context'),
    'routes/show.go': routes(
      'name := ctx.Query("name")',
      'if name != "a.txt" && name != "b.txt" {',
      '\treturn',
      '}',
      'os.Remove("/srv/" + name)',
    ),
  };
  expect(await found(files)).toEqual([]);
});

const files =
  'package store\n\nimport "os"\n\ntype Files struct {\n\troot string\n}\n\nfunc (f *Files) Read(name string) ([]byte, error) {\n\treturn os.ReadFile(f.root + name)\n}\n';
const read =
  'package web\n\nimport "net/http"\n\nfunc (h *Handler) Read(w http.ResponseWriter, r *http.Request) {\n\th.files.Read(GIVEN)\n}\n';
const handler = (field: string) =>
  `package web\n\nimport "example.org/app/store"\n\nvar _ store.Files\n\ntype Handler struct {\n\t${field}\n}\n`;

test('a call through a field leads to the method of its type where the struct is declared in another file', async () => {
  const given = (value: string, field = 'files *store.Files') => ({
    'store/files.go': files,
    'web/handler.go': handler(field),
    'web/read.go': read.replace('GIVEN', value),
  });
  expect(await found(given('r.FormValue("name")'))).toEqual(['go-path-traversal store/files.go:10']);
  expect(await found(given('"fixed.txt"'))).toEqual([]);
  expect(await found(given('r.FormValue("name")', 'files Other'))).toEqual([]);
});

test('a method of an embedded type of the program is followed through the types around it', async () => {
  const base =
    'package web\n\nimport "net/http"\n\ntype Base struct {\n\tReq *http.Request\n}\n\nfunc (b *Base) Text(key string) string {\n\treturn b.Req.FormValue(key)\n}\n';
  const context = 'package web\n\ntype Context struct {\n\t*Base\n}\n';
  const use = routes('os.Remove("/srv/" + ctx.Text("name"))');
  expect(await found({ 'web/base.go': base, 'web/context.go': context, 'routes/show.go': use })).toEqual([
    'go-path-traversal routes/show.go:13',
  ]);
});
