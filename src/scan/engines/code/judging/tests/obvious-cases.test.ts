import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/**
 * What anybody would call a vulnerability at the first look: what a request brings goes into a command, a statement, code or a path in the same function. However
 * doubtful ways are rated, these are high or critical in every language.
 */

async function loud(path: string, text: string): Promise<string[]> {
  const findings = await findingsIn({ [path]: text });
  return findings
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ ruleId }) => ruleId);
}

const express = (body: string, head = '') =>
  `const express = require('express');\n${head}\nconst app = express();\napp.get('/', async (req, res) => {\n  ${body}\n  res.send('ok');\n});\n`;
const flask = (body: string, head = '') =>
  `from flask import Flask, request\n${head}\napp = Flask(__name__)\n\n@app.route('/')\ndef show():\n    ${body}\n    return 'ok'\n`;
const go = (body: string, imports: string) =>
  `package main\n\nimport (\n\t"net/http"\n${imports})\n\nfunc show(w http.ResponseWriter, r *http.Request) {\n\t${body}\n}\n\nfunc main() { http.HandleFunc("/", show) }\n`;
const servlet = (body: string, imports = '') =>
  `package a;\nimport javax.servlet.http.*;\n${imports}\npublic class A extends HttpServlet {\n  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\n    ${body}\n  }\n}\n`;
const spring = (body: string, imports = '', field = '') =>
  `package a;\nimport org.springframework.web.bind.annotation.*;\n${imports}\n@RestController\npublic class A {\n  ${field}\n  @GetMapping("/a")\n  public void show(@RequestParam String name) throws Exception {\n    ${body}\n  }\n}\n`;
const rails = (body: string) =>
  `class UsersController < ApplicationController\n  def show\n    ${body}\n  end\nend\n`;
const mvc = (body: string, using = '') =>
  `using Microsoft.AspNetCore.Mvc;\n${using}\npublic class UsersController : Controller {\n  public IActionResult Show(string name) {\n    ${body}\n    return Ok();\n  }\n}\n`;
const laravel = (body: string, use = '') =>
  `<?php\nnamespace App\\Http\\Controllers;\nuse Illuminate\\Http\\Request;\n${use}\nclass UserController extends Controller {\n  public function show(Request $request) {\n    ${body}\n  }\n}\n`;

const cases: Array<[rule: string, path: string, text: string]> = [
  [
    'javascript-command-injection',
    'a.js',
    express("exec('ls ' + req.query.x);", "const { exec } = require('child_process');"),
  ],
  [
    'javascript-command-injection',
    'a.ts',
    "import { exec } from 'node:child_process';\nimport type { Request, Response } from 'express';\nexport function show(req: Request, res: Response) {\n  exec(`ls ${req.query.x}`);\n  res.send('ok');\n}\n",
  ],
  ['javascript-code-injection', 'a.js', express('eval(req.body.code);')],
  [
    'javascript-sql-injection',
    'a.js',
    express(
      "await db.query(`select * from users where name = '${req.query.name}'`);",
      "const mysql = require('mysql2');\nconst db = mysql.createConnection({});",
    ),
  ],
  [
    'javascript-sql-injection',
    'a.js',
    express("await db.query('select * from users where name = ' + req.params.name);"),
  ],
  [
    'javascript-path-traversal',
    'a.js',
    express("fs.readFile('/srv/' + req.query.name, () => {});", "const fs = require('fs');"),
  ],
  [
    'javascript-command-injection',
    'a.js',
    "const http = require('http');\nconst { execSync } = require('child_process');\nhttp.createServer((req, res) => {\n  const name = new URL(req.url, 'http://a').searchParams.get('n');\n  res.end(execSync('ls ' + name));\n}).listen(80);\n",
  ],
  [
    'javascript-command-injection',
    'a.js',
    "const Koa = require('koa');\nconst { exec } = require('child_process');\nconst app = new Koa();\napp.use(async (ctx) => { exec('ls ' + ctx.query.x); });\n",
  ],
  [
    'javascript-command-injection',
    'a.js',
    "const fastify = require('fastify')();\nconst { exec } = require('child_process');\nfastify.get('/', async (request, reply) => { exec('ls ' + request.query.x); return 1; });\n",
  ],
  [
    'javascript-command-injection',
    'pages/api/a.ts',
    "import { exec } from 'child_process';\nimport type { NextApiRequest, NextApiResponse } from 'next';\nexport default function handler(req: NextApiRequest, res: NextApiResponse) {\n  exec('ls ' + req.query.x);\n  res.json({});\n}\n",
  ],
  [
    'python-sql-injection',
    'a.py',
    flask('cursor.execute("select * from t where n = \'" + request.args[\'n\'] + "\'")'),
  ],
  [
    'python-sql-injection',
    'a.py',
    flask(
      "sqlite3.connect('a').execute(f\"select * from t where n = '{request.args.get('n')}'\")",
      'import sqlite3',
    ),
  ],
  ['python-command-injection', 'a.py', flask("os.system('ls ' + request.args['d'])", 'import os')],
  [
    'python-command-injection',
    'a.py',
    flask("subprocess.run('ls ' + request.form['d'], shell=True)", 'import subprocess'),
  ],
  ['python-code-injection', 'a.py', flask("eval(request.args['x'])")],
  ['python-path-traversal', 'a.py', flask("open('/srv/' + request.args['name']).read()")],
  ['python-unsafe-deserialization', 'a.py', flask('pickle.loads(request.data)', 'import pickle')],
  [
    'python-template-injection',
    'a.py',
    flask("render_template_string(request.args['t'])", 'from flask import render_template_string'),
  ],
  [
    'python-command-injection',
    'a.py',
    "import os\nfrom django.http import HttpResponse\n\ndef show(request):\n    os.system('ls ' + request.GET['d'])\n    return HttpResponse('ok')\n",
  ],
  [
    'python-command-injection',
    'a.py',
    "import os\nfrom fastapi import FastAPI\napp = FastAPI()\n\n@app.get('/')\ndef show(name: str):\n    os.system('ls ' + name)\n    return {}\n",
  ],
  ['java-command-injection', 'A.java', servlet('Runtime.getRuntime().exec(request.getParameter("c"));')],
  [
    'java-sql-injection',
    'A.java',
    servlet(
      'Connection c = DriverManager.getConnection("jdbc:x");\n    Statement s = c.createStatement();\n    s.executeQuery("select * from t where n = \'" + request.getParameter("n") + "\'");',
      'import java.sql.*;',
    ),
  ],
  [
    'java-path-traversal',
    'A.java',
    servlet('new FileInputStream("/srv/" + request.getParameter("n"));', 'import java.io.*;'),
  ],
  [
    'java-deserialization',
    'A.java',
    servlet('new ObjectInputStream(request.getInputStream()).readObject();', 'import java.io.*;'),
  ],
  [
    'java-sql-injection',
    'A.java',
    spring(
      'jdbc.queryForList("select * from t where n = \'" + name + "\'");',
      'import org.springframework.jdbc.core.JdbcTemplate;',
      'private final JdbcTemplate jdbc = null;',
    ),
  ],
  ['java-command-injection', 'A.java', spring('Runtime.getRuntime().exec("sh -c " + name);')],
  ['php-command-injection', 'a.php', "<?php\nsystem($_GET['c']);\n"],
  ['php-code-injection', 'a.php', "<?php\neval($_POST['c']);\n"],
  [
    'php-sql-injection',
    'a.php',
    "<?php\n$db = new mysqli('h');\n$db->query(\"select * from t where n = '\" . $_GET['n'] . \"'\");\n",
  ],
  [
    'php-sql-injection',
    'a.php',
    "<?php\n$db = new PDO('sqlite:a');\n$db->query(\"select * from t where n = '{$_GET['n']}'\");\n",
  ],
  ['php-file-inclusion', 'a.php', "<?php\ninclude $_GET['page'];\n"],
  ['php-deserialization', 'a.php', "<?php\n$a = unserialize($_COOKIE['a']);\n"],
  [
    'php-sql-injection',
    'a.php',
    laravel(
      'DB::select("select * from t where n = \'" . $request->input(\'n\') . "\'");',
      'use Illuminate\\Support\\Facades\\DB;',
    ),
  ],
  ['php-command-injection', 'a.php', laravel("exec('ls ' . $request->input('n'));")],
  ['ruby-sql-injection', 'a.rb', rails('@u = User.where("name = \'#{params[:name]}\'")')],
  ['ruby-command-injection', 'a.rb', rails('system("ls #{params[:d]}")')],
  ['ruby-code-injection', 'a.rb', rails('eval(params[:c])')],
  ['ruby-path-traversal', 'a.rb', rails('send_file("/srv/" + params[:name])')],
  ['ruby-unsafe-deserialization', 'a.rb', rails('Marshal.load(params[:c])')],
  ['ruby-command-injection', 'a.rb', "require 'sinatra'\nget '/' do\n  `ls #{params[:d]}`\nend\n"],
  ['go-command-injection', 'a.go', go('exec.Command("sh", "-c", r.FormValue("c")).Run()', '\t"os/exec"\n')],
  [
    'go-sql-injection',
    'a.go',
    go(
      'db, _ := sql.Open("x", "y")\n\tdb.Query("select * from t where n = \'" + r.URL.Query().Get("n") + "\'")',
      '\t"database/sql"\n',
    ),
  ],
  ['go-path-traversal', 'a.go', go('os.ReadFile("/srv/" + r.URL.Query().Get("n"))', '\t"os"\n')],
  [
    'go-command-injection',
    'a.go',
    'package main\n\nimport (\n\t"os/exec"\n\t"github.com/gin-gonic/gin"\n)\n\nfunc main() {\n\tr := gin.Default()\n\tr.GET("/", func(c *gin.Context) { exec.Command("sh", "-c", c.Query("c")).Run() })\n}\n',
  ],
  [
    'csharp-sql-injection',
    'a.cs',
    mvc(
      'var c = new SqlCommand("select * from t where n = \'" + name + "\'", connection);',
      'using System.Data.SqlClient;',
    ),
  ],
  [
    'csharp-command-injection',
    'a.cs',
    mvc('Process.Start("/bin/sh", "-c \\"ls " + name + "\\"");', 'using System.Diagnostics;'),
  ],
  ['csharp-path-traversal', 'a.cs', mvc('System.IO.File.ReadAllText("/srv/" + name);')],
  ['csharp-path-traversal', 'a.cs', mvc('System.IO.File.ReadAllText("/srv/" + Request.Query["name"]);')],
];

test.each(cases)('%s in %s (%#) is loud', async (rule, path, text) => {
  expect(await loud(path, text)).toContain(rule);
});
