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

const dialled = (config: string, behind = '') =>
  `package a\n\nimport "crypto/tls"\n\nfunc dial(a string) {\n\tc := &tls.Config{${config}}\n\tconn, _ := tls.Dial("tcp", a, c)\n${behind}\tconn.Close()\n}\n`;

// biome-ignore format: one line for each row
test.for([
  ['and nobody looks at', 'a.go', dialled('InsecureSkipVerify: true'), 'high'],
  ['and a function of its own looks at', 'a.go', dialled('InsecureSkipVerify: true, VerifyPeerCertificate: pinned(a)'), 'medium'],
  ['and a function that is set behind looks at', 'a.go', dialled('InsecureSkipVerify: true', '\tc.VerifyConnection = func(s tls.ConnectionState) error { return check(s) }\n'), 'medium'],
  ['and a function accepts all of', 'a.go', dialled('InsecureSkipVerify: true, VerifyPeerCertificate: func(raw [][]byte, chains [][]*x509.Certificate) error { return nil }'), 'high'],
  ['and nothing is asked about', 'a.go', dialled('InsecureSkipVerify: true, VerifyPeerCertificate: nil'), 'high'],
  ['and that are compared behind', 'a.go', dialled('InsecureSkipVerify: true', '\tif hash(conn.ConnectionState().PeerCertificates[0]) != pins[a] {\n\t\tpanic(a)\n\t}\n'), 'medium'],
  ['and that are compared in another function', 'a.go', `${dialled('InsecureSkipVerify: true')}\nfunc other(c *tls.Conn) string { return hash(c.ConnectionState().PeerCertificates[0]) }\n`, 'high'],
  ['and that are compared in a callback', 'a.js', "const tls = require('tls');\nfunction dial(a) {\n  const s = tls.connect({ host: a, rejectUnauthorized: false }, () => {\n    if (s.getPeerCertificate().fingerprint256 !== pins[a]) s.destroy();\n  });\n}\n", 'medium'],
  ['and nothing is compared in a callback', 'a.js', "const tls = require('tls');\nfunction dial(a) {\n  const s = tls.connect({ host: a, rejectUnauthorized: false }, () => {\n    s.write(a);\n  });\n}\n", 'high'],
  ['where a parameter says so', 'a.go', 'package a\n\nimport (\n\t"crypto/tls"\n\t"net/http"\n)\n\nfunc transport(insecureSkipVerify bool) *http.Transport {\n\treturn &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: insecureSkipVerify}}\n}\n\nvar plain = transport(false)\nvar other = transport(true)\n', 'medium'],
  ['where a parameter of another name says so', 'a.go', 'package a\n\nimport (\n\t"crypto/tls"\n\t"net/http"\n)\n\nfunc transport(fast bool) *http.Transport {\n\treturn &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: fast}}\n}\n\nvar other = transport(true)\n', 'high'],
  ['by a variable with a type that is named after it', 'a.go', 'package a\n\nimport (\n\t"crypto/tls"\n\t"net/http"\n)\n\nvar insecureTransport *http.Transport = &http.Transport{\n\tTLSClientConfig: &tls.Config{InsecureSkipVerify: true},\n}\n', 'medium'],
  ['by a variable with a type', 'a.go', 'package a\n\nimport (\n\t"crypto/tls"\n\t"net/http"\n)\n\nvar transport *http.Transport = &http.Transport{\n\tTLSClientConfig: &tls.Config{InsecureSkipVerify: true},\n}\n', 'high'],
  ['and that are compared', 'a.py', 'import ssl, socket, hashlib\n\ndef dial(a, pin):\n    c = ssl.create_default_context()\n    c.check_hostname = False\n    c.verify_mode = ssl.CERT_NONE\n    s = c.wrap_socket(socket.create_connection(a))\n    if hashlib.sha256(s.getpeercert(binary_form=True)).hexdigest() != pin:\n        raise ValueError()\n', 'medium'],
  ['and that are not compared', 'a.py', 'import ssl, socket, hashlib\n\ndef dial(a, pin):\n    c = ssl.create_default_context()\n    c.check_hostname = False\n    c.verify_mode = ssl.CERT_NONE\n    return c.wrap_socket(socket.create_connection(a))\n', 'high'],
] as Array<[string, string, string, string]>)('certificates that the library does not check %s', async ([, path, text, severity]) => {
  const found = await rated(path, text);
  const certificates = found.filter((each) => /verification-off|certificate-check-off/.test(each));
  expect(new Set(certificates.map((each) => each.split(' ')[1]))).toEqual(new Set([severity]));
});
