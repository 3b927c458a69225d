import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

const rated = async (path: string, text: string) =>
  (await findingsIn({ [path]: text })).map(({ ruleId, severity }) => `${ruleId} ${severity}`);

// biome-ignore format: one line for each row
test.for([
  ['a client', "const tls = require('tls');\ntls.connect({ host: h, rejectUnauthorized: false });\n", 'high'],
  ['a client behind a server', "const https = require('https');\nhttps.createServer(app);\nconst a = new https.Agent({ rejectUnauthorized: false });\n", 'high'],
  ['a client that is given the options of a server', "const https = require('https');\nhttps.createServer({ key }, app);\nconst a = new https.Agent({ keepAlive: true, rejectUnauthorized: false });\n", 'high'],
  ['a server', "const tls = require('tls');\ntls.createServer({ key: a.key, cert: a.cert, requestCert: true, rejectUnauthorized: false }, run);\n", 'medium'],
  ['a server of the web', "const https = require('https');\nhttps.createServer({\n  key: fs.readFileSync('key.pem'),\n  rejectUnauthorized: false,\n}, app);\n", 'medium'],
  ['the server of a socket', "const tls = require('tls');\nnew tls.TLSSocket(socket, { isServer: true, requestCert: true, rejectUnauthorized: false });\n", 'medium'],
  ['the client of a socket', "const tls = require('tls');\nnew tls.TLSSocket(socket, { isServer: false, rejectUnauthorized: false });\n", 'high'],
] as Array<[string, string, string]>)('certificates that are not checked by %s', async ([, text, severity]) => {
  expect(await rated('a.js', text)).toContain(`javascript-certificate-check-off ${severity}`);
});

const engine = (build: string) =>
  `package main\n\nimport (\n\t"encoding/json"\n\t"net/http"\n\t"github.com/dop251/goja"\n)\n\nfunc show(w http.ResponseWriter, r *http.Request) {\n\tvm := goja.New()\n${build}\tvm.RunString(code)\n}\n\nfunc main() { http.HandleFunc("/", show) }\n`;

test.for([
  ['a text', '\tcode := "run(" + r.FormValue("x") + ")"\n', true],
  ['JSON', '\tdata, _ := json.Marshal(r.FormValue("x"))\n\tcode := "run(" + string(data) + ")"\n', false],
] as Array<[string, string, boolean]>)(
  'code of another language that has %s of a request in it',
  async ([, build, expected]) => {
    const found = await rated('main.go', engine(build));
    expect(found.some((each) => each.startsWith('go-code-injection'))).toBe(expected);
  },
);
