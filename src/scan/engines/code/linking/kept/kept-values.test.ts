import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** Severity, rule and place of each finding with a way, at medium and worse. */
async function found(files: Record<string, string>): Promise<string[]> {
  const findings = await findingsIn(files);
  const loud = findings.filter(
    ({ severity, trace, ruleId }) =>
      trace && severity !== 'low' && severity !== 'info' && !ruleId.endsWith('trust-boundary'),
  );
  return [
    ...new Set(
      loud.map(({ severity, ruleId, file, startLine }) => `${severity} ${ruleId} ${file}:${startLine}`),
    ),
  ];
}

/** One file puts `VALUE` into the session, the other one reads it under KEY. */
const programs: ReadonlyArray<[string, string, string, Record<string, string>]> = [
  [
    'Express',
    'req.query.next',
    'medium javascript-open-redirect done.js:2',
    {
      'login.js':
        "const app = require('express')();\napp.get('/login', (req, res) => { req.session.next = VALUE; res.render('login'); });\n",
      'done.js':
        "const router = require('express').Router();\nrouter.post('/login', (req, res) => { res.redirect(req.session.KEY); });\n",
    },
  ],
  [
    'Koa',
    'ctx.query.next',
    'medium javascript-open-redirect done.js:3',
    {
      'login.js':
        "const Koa = require('koa');\nconst app = new Koa();\napp.use(async (ctx) => { ctx.session.next = VALUE; });\n",
      'done.js':
        "const Koa = require('koa');\nconst app = new Koa();\napp.use(async (ctx) => { ctx.redirect(ctx.session.KEY); });\n",
    },
  ],
  [
    'Flask',
    "request.args.get('next')",
    'medium python-open-redirect done.py:5',
    {
      'login.py':
        "from flask import Flask, request, session\napp = Flask(__name__)\n@app.route('/login')\ndef login():\n    session['next'] = VALUE\n    return ''\n",
      'done.py':
        "from flask import Flask, redirect, session\napp = Flask(__name__)\n@app.route('/done')\ndef done():\n    return redirect(session.pop('KEY', '/'))\n",
    },
  ],
  [
    'Django',
    "request.GET['next']",
    'medium python-open-redirect done.py:3',
    {
      'login.py':
        "from django.http import HttpResponse\ndef login(request):\n    request.session['next'] = VALUE\n    return HttpResponse('')\n",
      'done.py':
        "from django.http import HttpResponseRedirect\ndef done(request):\n    return HttpResponseRedirect(request.session.get('KEY'))\n",
    },
  ],
  [
    'Rails',
    'params[:next]',
    'medium ruby-open-redirect app/controllers/done_controller.rb:3',
    {
      'app/controllers/login_controller.rb':
        'class LoginController < ApplicationController\n  def show\n    session[:next] = VALUE\n  end\nend\n',
      'app/controllers/done_controller.rb':
        'class DoneController < ApplicationController\n  def show\n    redirect_to session.delete(:KEY), allow_other_host: true\n  end\nend\n',
    },
  ],
  [
    'PHP',
    "$_GET['next']",
    'medium php-open-redirect done.php:3',
    {
      'login.php': "<?php\nfunction login() {\n  $_SESSION['next'] = VALUE;\n}\n",
      'done.php': "<?php\nfunction done() {\n  header('Location: ' . $_SESSION['KEY']);\n}\n",
    },
  ],
  [
    'servlets',
    'request.getParameter("next")',
    'medium java-open-redirect Done.java:4',
    {
      'Login.java':
        'import javax.servlet.http.*;\nclass Login extends HttpServlet {\n  void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\n    request.getSession().setAttribute("next", VALUE);\n  }\n}\n',
      'Done.java':
        'import javax.servlet.http.*;\nclass Done extends HttpServlet {\n  void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\n    response.sendRedirect((String) request.getSession().getAttribute("KEY"));\n  }\n}\n',
    },
  ],
  [
    'gorilla/sessions',
    'r.FormValue("next")',
    'medium go-open-redirect done.go:8',
    {
      'login.go':
        'package web\nimport (\n\t"net/http"\n\t"github.com/gorilla/sessions"\n)\nvar store = sessions.NewCookieStore(key)\nfunc login(w http.ResponseWriter, r *http.Request) {\n\tsession, _ := store.Get(r, "s")\n\tsession.Values["next"] = VALUE\n}\n',
      'done.go':
        'package web\nimport (\n\t"net/http"\n\t"github.com/gorilla/sessions"\n)\nfunc done(w http.ResponseWriter, r *http.Request) {\n\tsession, _ := sessions.NewCookieStore(key).Get(r, "s")\n\thttp.Redirect(w, r, session.Values["KEY"].(string), 302)\n}\n',
    },
  ],
];

test.each(programs)(
  '%s: what one file puts into the session, another one reads there',
  async (_, value, finding, files) => {
    const filled = (given: string, key: string) =>
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [path, text.replace('VALUE', given).replace('KEY', key)]),
      );
    expect(await found(filled(value, 'next'))).toEqual([finding]);
    expect(await found(filled(value, 'other'))).toEqual([]);
    expect(await found(filled('"/home"', 'next'))).toEqual([]);
  },
);

test('what is handed to the function that keeps it is read as well', async () => {
  const files = (given: string) => ({
    'app/controllers/concerns/return_to.rb':
      'module ReturnTo\n  def store_location(path)\n    session[:next] = path if path.present?\n  end\n\n  def back\n    redirect_to(session.delete(:next), allow_other_host: true)\n  end\nend\n',
    'app/controllers/sessions_controller.rb': `class SessionsController < ApplicationController\n  include ReturnTo\n  def show\n    store_location(${given})\n  end\nend\n`,
  });
  expect(await found(files('params[:next]'))).toEqual([
    'medium ruby-open-redirect app/controllers/concerns/return_to.rb:7',
  ]);
  expect(await found(files("'/home'"))).toEqual([]);
});
