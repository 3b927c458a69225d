import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

async function severities(path: string, text: string, rule: string): Promise<string[]> {
  const findings = await findingsIn({ [path]: text });
  return findings.filter(({ ruleId }) => ruleId === rule).map(({ severity }) => severity);
}

const runs = (body: string) =>
  `from fastapi import APIRouter\nimport subprocess\n\nrouter = APIRouter()\n\n@router.get("/a")\ndef page(name: str, tool: str):\n    ${body.replaceAll('\n', '\n    ')}\n`;
const dials = (body: string) =>
  `package a\n\nimport (\n\t"google.golang.org/grpc"\n\t"google.golang.org/grpc/credentials/insecure"\n)\n\nfunc dial(c Config) {\n\t${body}\n}\n`;
const grpc = 'grpc.NewClient(c.Addr, grpc.WithTransportCredentials(insecure.NewCredentials()))';
const sets = (value: string) =>
  `package a\n\nimport "net/http"\n\nfunc set(w http.ResponseWriter, token string) {\n\thttp.SetCookie(w, &http.Cookie{Name: "a", Value: ${value}, Secure: true, HttpOnly: false})\n}\n`;
const sent = (to: string) =>
  `package a\n\nimport (\n\t"net/http"\n\n\t"golang.org/x/oauth2"\n)\n\nfunc send(w http.ResponseWriter, r *http.Request) {\n\tconfig := &oauth2.Config{RedirectURL: "https://" + r.Host + "/in"}\n\thttp.Redirect(w, r, ${to}, http.StatusFound)\n}\n`;
const gives = (path: string) =>
  `package a\n\nimport "github.com/gin-gonic/gin"\n\nfunc show(c *gin.Context) {\n\tc.File(folder + ${path})\n}\n`;
const updates = (call: string) =>
  `<?php\nclass Store {\n  private $db;\n  function set() {\n    $name = $_GET['name'];\n    ${call};\n  }\n}\n`;
const saves = (body: string) =>
  `class NotesController < ApplicationController\n  def create\n    Note.new(${body})\n  end\nend\n`;
const hashes = (text: string) =>
  `class A {\n  string Key() {\n    return Hex(MD5.HashData(${text}));\n  }\n}\n`;
const component = (head: string) =>
  `<template><p>a</p></template>
<script>
${head}
export default { created() { io('/', { rejectUnauthorized: false }); } };
</script>
`;

// biome-ignore format: one line for each row
test.for([
  ['an argument of a program that a setting names', 'python-command-injection', 'a.py', runs('cmd = [settings.tool, "-i", name]\ncmd.extend(["-f", "x"])\nsubprocess.run(cmd)'), ['low']],
  ['an argument that is put behind such a program', 'python-command-injection', 'a.py', runs('cmd = [settings.tool]\ncmd.append(name)\nsubprocess.run(cmd)'), ['low']],
  ['the program itself', 'python-command-injection', 'a.py', runs('subprocess.run([tool, "-i"])'), ['critical']],
  ['a program that is put in front', 'python-command-injection', 'a.py', runs('cmd = ["-i"]\ncmd.insert(0, tool)\nsubprocess.run(cmd)'), ['critical']],
  ['a list that is a text taken apart', 'python-command-injection', 'a.py', runs('subprocess.run(name.split())'), ['critical']],
  ['what a shell is given', 'python-command-injection', 'a.py', runs('subprocess.run(["sh", "-c", name])'), ['critical']],
  ['a connection that an option makes insecure', 'go-grpc-without-tls', 'a.go', dials(`if c.Insecure {\n\t\t${grpc}\n\t}`), ['low']],
  ['a connection behind such an option', 'go-grpc-without-tls', 'a.go', dials(`if c.Insecure {\n\t\tlog()\n\t}\n\t${grpc}`), ['medium']],
  ['a connection that another option makes', 'go-grpc-without-tls', 'a.go', dials(`if c.Fast {\n\t\t${grpc}\n\t}`), ['medium']],
  ['a cookie that holds a switch', 'go-cookie-for-scripts', 'a.go', sets('"true"'), []],
  ['a cookie that holds a token', 'go-cookie-for-scripts', 'a.go', sets('token'), ['medium']],
  ['the address of the provider', 'go-open-redirect', 'a.go', sent('config.AuthCodeURL(r.FormValue("state"))'), []],
  ['the address that the provider is to send back to', 'go-open-redirect', 'a.go', sent('r.FormValue("next")'), ['medium']],
  ['the path of the request itself, which net/http looks at', 'go-path-traversal', 'a.go', gives('c.Request.URL.Path'), []],
  ['another part of the request', 'go-path-traversal', 'a.go', gives('c.Query("name")'), ['high']],
  ['what a prepared statement is given', 'php-sql-injection', 'a.php', updates("$this->db->prepare('DELETE FROM a WHERE b = ?')->executeStatement([$name])"), []],
  ['a statement', 'php-sql-injection', 'a.php', updates("$this->db->executeStatement('DELETE FROM a WHERE b = ' . $name)"), ['high']],
  ['fields that are named', 'ruby-mass-assignment', 'a.rb', saves('params.require(:note).permit(:text).merge(ip: request.remote_ip)'), []],
  ['fields that are named, and others', 'ruby-mass-assignment', 'a.rb', saves('params.require(:note).permit(:text).merge(params[:more])'), ['medium']],
  ['the digest of a structure', 'csharp-weak-hash', 'a.cs', hashes('Encoding.UTF8.GetBytes(JsonConvert.SerializeObject(ids))'), ['low']],
  ['the digest of a text', 'csharp-weak-hash', 'a.cs', hashes('Encoding.UTF8.GetBytes(text)'), ['medium']],
  ['a switch that browsers do not have', 'javascript-certificate-check-off', 'a.vue', component("import io from 'socket.io-client';"), ['low']],
  ['the same in a program', 'javascript-certificate-check-off', 'a.js', "import io from 'socket.io-client';\nio(url, { rejectUnauthorized: false });\n", ['high']],
  ['an archive in memory', 'javascript-path-traversal', 'a.js', "const AdmZip = require('adm-zip');\nexports.h = (req, res) => res.json(new AdmZip(Buffer.from(req.body.data)).getEntries().length);\n", []],
  ['an archive of a name', 'javascript-path-traversal', 'a.js', "const AdmZip = require('adm-zip');\nexports.h = (req, res) => res.json(new AdmZip(req.body.data).getEntries().length);\n", ['high']],
  ['one line that becomes two', 'javascript-single-replacement', 'a.js', "exports.f = (text) => text.replace(/\\n/, '\\n\\n');\n", []],
  ['one of many lines', 'javascript-single-replacement', 'a.js', "exports.f = (text) => log(text.replace('\\n', ''));\n", ['medium']],
  ['a cookie that is taken back', 'python-insecure-cookie', 'a.py', 'def f(response):\n    response.set_cookie("a", "", expires=0)\n', []],
  ['a cookie that is set', 'python-insecure-cookie', 'a.py', 'def f(response, token):\n    response.set_cookie("a", token)\n', ['medium']],
] as const)('%s', async ([, rule, path, text, expected]) => {
  expect(await severities(path, text, rule)).toEqual(expected);
});
