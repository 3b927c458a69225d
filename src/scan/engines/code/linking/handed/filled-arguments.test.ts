import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** The lines of `main.go` at which a URL is fetched that somebody else chose. */
async function linesOf(helper: string, body: string): Promise<number[]> {
  const files = {
    'main.go': `package main\nimport "net/http"\ntype input struct{ URL string }\nfunc show(w http.ResponseWriter, r *http.Request) {\n${body}\n}\n`,
    'decode.go': `package main\nimport (\n"encoding/json"\n"io"\n"net/http"\n)\n${helper}\n`,
  };
  const findings = await findingsIn(files);
  return findings
    .filter(({ cwe, severity }) => cwe.includes('CWE-918') && severity !== 'low')
    .map(({ startLine }) => startLine);
}

const decode =
  'func decode(r *http.Request, into any) error { return json.NewDecoder(r.Body).Decode(into) }\nfunc unused(r io.Reader) {}';
const ignore =
  'func decode(r *http.Request, into any) error { _, err := io.ReadAll(r.Body); return err }\nvar _ = json.Valid';

test('Go: what a function of another file decodes into a variable comes from the request', async () => {
  const body = 'var in input\ndecode(r, &in)\nhttp.Get(in.URL)';
  expect(await linesOf(decode, body)).toEqual([7]);
  expect(await linesOf(ignore, body)).toEqual([]);
});

test('Go: neither the other arguments nor the result of such a function hold what it decoded', async () => {
  const others =
    'var in, other input\nerr := decode(r, &in)\nhttp.Get(other.URL)\nif err != nil { http.Get(err.Error()) }';
  expect(await linesOf(decode, others)).toEqual([]);
});

test('Go: a function of which nothing is known fills nothing', async () => {
  expect(await linesOf('', 'var in input\nlookUp(r.FormValue("u"), &in)\nhttp.Get(in.URL)')).toEqual([]);
});

test('Go: the same in one file, through a reader and a method', async () => {
  const method =
    'type app struct{}\nfunc (a *app) read(r io.Reader, into interface{}) error { d := json.NewDecoder(r); return d.Decode(into) }\nfunc (a *app) show(w http.ResponseWriter, r *http.Request) {\nvar in struct{ URL string }\nif err := a.read(r.Body, &in); err != nil { return }\nhttp.Get(in.URL)\n}';
  expect(await linesOf(method, '')).toEqual([12]);
});
