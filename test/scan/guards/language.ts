/** How one language writes the parts that guard programs are made of. Conditions and expressions are texts, statements are lists of lines. */
export interface Language {
  readonly name: string;
  readonly file: string;
  /** A whole file: a handler in which `x` is what a stranger sent, with functions next to it. */
  program(body: readonly string[], members: readonly string[]): string;
  /** Runs a shell command that holds the value. */
  sink(value: string): string;
  set(name: string, value: string, isNew: boolean): string;
  when(condition: string, yes: readonly string[], otherwise?: readonly string[]): string[];
  not(condition: string): string;
  and(left: string, right: string): string;
  or(left: string, right: string): string;
  /** The whole text is a row of small letters. */
  matches(value: string): string;
  /** A small letter occurs somewhere; absent where the language only knows whole matches or none. */
  occurs?(value: string): string;
  equals(value: string, text: string): string;
  /** The value is one of the texts `red` and `blue`, written out in a constant of the file. */
  listed(value: string): string;
  readonly list: string;
  /** The value is in a list that comes from elsewhere, of this name. */
  listedIn?(value: string, list: string): string;
  /** Something that is not known. */
  readonly other: string;
  /** What a stranger sent under another name. */
  readonly second: string;
  call(name: string, value: string): string;
  /** A function of the file that tells whether its parameter `s` is fine, or one that returns nothing; absent where functions only have a status. */
  test?(name: string, body: readonly string[]): string[];
  check?(name: string, body: readonly string[]): string[];
  give(condition: string): string;
  readonly yes: string;
  readonly no: string;
  /** Leaves the handler. */
  readonly leave: string;
  readonly fail: string;
  readonly note: string;
  /** Runs a call for what it does. */
  act(call: string): string;
  caught?(body: readonly string[]): string[];
  each?(item: string, body: readonly string[]): string[];
  /** The expression of what `each` goes through. */
  readonly many?: string;
  readonly next?: string;
  readonly stop?: string;
  /** Turned into a number, and that compared. */
  positive?(value: string): string;
  /** Paths: a file that is read, a path whose dots are resolved, a text that begins with another or holds it, two texts put together. */
  readonly paths?: Paths;
}

export interface Paths {
  read(path: string): string;
  normal(path: string): string;
  begins(text: string, start: string): string;
  holds(text: string, part: string): string;
  join(left: string, right: string): string;
}

const braces = (head: string, body: readonly string[]): string[] => [`${head} {`, ...body, '}'];
const choice =
  (test: (condition: string) => string) =>
  (condition: string, yes: readonly string[], otherwise?: readonly string[]): string[] => [
    `${test(condition)} {`,
    ...yes,
    ...(otherwise ? ['} else {', ...otherwise] : []),
    '}',
  ];
const symbols = {
  not: (c: string) => `!(${c})`,
  and: (a: string, b: string) => `(${a}) && (${b})`,
  or: (a: string, b: string) => `(${a}) || (${b})`,
  yes: 'true',
  no: 'false',
  when: choice((c) => `if (${c})`),
};

const javascript: Language = {
  ...symbols,
  name: 'JavaScript',
  file: 'a.js',
  program: (body, members) =>
    [
      "const { exec } = require('child_process');",
      "const COLOURS = ['red', 'blue'];",
      ...members,
      'exports.h = function h(req, res) {',
      'let x = req.query.x;',
      ...body,
      '};',
    ].join('\n'),
  sink: (v) => `exec('ls ' + ${v});`,
  set: (n, v, isNew) => `${isNew ? 'let ' : ''}${n} = ${v};`,
  matches: (v) => `/^[a-z]+$/.test(${v})`,
  occurs: (v) => `/[a-z]/.test(${v})`,
  equals: (v, t) => `${v} === '${t}'`,
  list: 'COLOURS',
  listed: (v) => `COLOURS.includes(${v})`,
  listedIn: (v, l) => `req.app.locals.${l}.includes(${v})`,
  other: 'process.uptime() > 9',
  second: 'req.query.y',
  call: (n, v) => `${n}(${v})`,
  test: (n, body) => braces(`function ${n}(s)`, body),
  check: (n, body) => braces(`function ${n}(s)`, body),
  give: (c) => `return ${c};`,
  leave: 'return;',
  fail: "throw new Error('no');",
  note: "console.log('odd');",
  act: (c) => `${c};`,
  caught: (body) => ['try {', ...body, '} catch (e) {', "console.log('odd');", '}'],
  many: 'req.query.all',
  each: (i, body) => braces(`for (const ${i} of req.query.all)`, body),
  next: 'continue;',
  stop: 'break;',
  positive: (v) => `parseInt(${v}) > 0`,
  paths: {
    read: (v) => `require('fs').readFileSync(${v});`,
    normal: (v) => `require('path').resolve(${v})`,
    begins: (v, t) => `${v}.startsWith('${t}')`,
    holds: (v, t) => `${v}.includes('${t}')`,
    join: (a, b) => `'${a}' + ${b}`,
  },
};

const python: Language = {
  name: 'Python',
  file: 'a.py',
  program: (body, members) => {
    const lines = [
      'import os',
      'import re',
      'from flask import request',
      "COLOURS = ['red', 'blue']",
      ...members,
      'def h():{',
      "x = request.args['x']",
      ...body,
      '}',
    ];
    return indented(lines);
  },
  sink: (v) => `os.system('ls ' + ${v})`,
  set: (n, v) => `${n} = ${v}`,
  when: (c, yes, otherwise) => [
    `if ${c}:{`,
    ...yes,
    '}',
    ...(otherwise ? ['else:{', ...otherwise, '}'] : []),
  ],
  not: (c) => `not (${c})`,
  and: (a, b) => `(${a}) and (${b})`,
  or: (a, b) => `(${a}) or (${b})`,
  yes: 'True',
  no: 'False',
  matches: (v) => `re.fullmatch('[a-z]+', ${v})`,
  occurs: (v) => `re.search('[a-z]', ${v})`,
  equals: (v, t) => `${v} == '${t}'`,
  list: 'COLOURS',
  listed: (v) => `${v} in COLOURS`,
  listedIn: (v, l) => `${v} in load().${l}`,
  other: 'os.getpid() > 9',
  second: "request.args['y']",
  call: (n, v) => `${n}(${v})`,
  test: (n, body) => [`def ${n}(s):{`, ...body, '}'],
  check: (n, body) => [`def ${n}(s):{`, ...body, '}'],
  give: (c) => `return ${c}`,
  leave: 'return',
  fail: "raise ValueError('no')",
  note: "print('odd')",
  act: (c) => c,
  caught: (body) => ['try:{', ...body, '}', 'except Exception:{', "print('odd')", '}'],
  many: "request.args.getlist('all')",
  each: (i, body) => [`for ${i} in request.args.getlist('all'):{`, ...body, '}'],
  next: 'continue',
  stop: 'break',
  positive: (v) => `int(${v}) > 0`,
  paths: {
    read: (v) => `open(${v}).read()`,
    normal: (v) => `os.path.realpath(${v})`,
    begins: (v, t) => `${v}.startswith('${t}')`,
    holds: (v, t) => `'${t}' in ${v}`,
    join: (a, b) => `'${a}' + ${b}`,
  },
};

/** Braces at the ends of lines become indentation. */
function indented(lines: readonly string[]): string {
  let depth = 0;
  return lines
    .flatMap((line) => {
      if (line === '}') {
        depth--;
        return [];
      }
      const opens = line.endsWith(':{');
      const text = '    '.repeat(depth) + (opens ? line.slice(0, -1) : line);
      if (opens) depth++;
      return [text];
    })
    .join('\n');
}

const servlet = (head: string) => [
  'import java.util.*;',
  'import javax.servlet.http.*;',
  `public class Page extends HttpServlet {`,
  head,
];
const java: Language = {
  ...symbols,
  name: 'Java',
  file: 'Page.java',
  program: (body, members) =>
    [
      ...servlet('static final List<String> COLOURS = List.of("red", "blue");'),
      ...members,
      'public void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {',
      'String x = request.getParameter("x");',
      ...body,
      '}',
      '}',
    ].join('\n'),
  sink: (v) => `Runtime.getRuntime().exec("ls " + ${v});`,
  set: (n, v, isNew) => `${isNew ? 'var ' : ''}${n} = ${v};`,
  matches: (v) => `${v}.matches("[a-z]+")`,
  occurs: (v) => `Pattern.compile("[a-z]").matcher(${v}).find()`,
  equals: (v, t) => `"${t}".equals(${v})`,
  list: 'COLOURS',
  listed: (v) => `COLOURS.contains(${v})`,
  listedIn: (v, l) => `Settings.load().${l}.contains(${v})`,
  other: 'System.nanoTime() > 9',
  second: 'request.getParameter("y")',
  call: (n, v) => `${n}(${v})`,
  test: (n, body) => braces(`boolean ${n}(String s)`, body),
  check: (n, body) => braces(`void ${n}(String s)`, body),
  give: (c) => `return ${c};`,
  leave: 'return;',
  fail: 'throw new IllegalArgumentException("no");',
  note: 'System.out.println("odd");',
  act: (c) => `${c};`,
  caught: (body) => ['try {', ...body, '} catch (Exception e) {', 'System.out.println("odd");', '}'],
  many: 'request.getParameterValues("all")',
  each: (i, body) => braces(`for (String ${i} : request.getParameterValues("all"))`, body),
  next: 'continue;',
  stop: 'break;',
  positive: (v) => `Integer.parseInt(${v}) > 0`,
  paths: {
    read: (v) => `new java.io.FileInputStream(${v});`,
    normal: (v) => `new java.io.File(${v}).getCanonicalPath()`,
    begins: (v, t) => `${v}.startsWith("${t}")`,
    holds: (v, t) => `${v}.contains("${t}")`,
    join: (a, b) => `"${a}" + ${b}`,
  },
};

const kotlin: Language = {
  ...symbols,
  name: 'Kotlin',
  file: 'Page.kt',
  program: (body, members) =>
    [
      'import javax.servlet.http.*',
      'val COLOURS = listOf("red", "blue")',
      'class Page : HttpServlet() {',
      ...members,
      'override fun doGet(request: HttpServletRequest, response: HttpServletResponse) {',
      'var x = request.getParameter("x")',
      ...body,
      '}',
      '}',
    ].join('\n'),
  sink: (v) => `Runtime.getRuntime().exec("ls " + ${v})`,
  set: (n, v, isNew) => `${isNew ? 'var ' : ''}${n} = ${v}`,
  matches: (v) => `${v}.matches(Regex("[a-z]+"))`,
  occurs: (v) => `Regex("[a-z]").containsMatchIn(${v})`,
  equals: (v, t) => `${v} == "${t}"`,
  list: 'COLOURS',
  listed: (v) => `${v} in COLOURS`,
  listedIn: (v, l) => `${v} in Settings.load().${l}`,
  other: 'System.nanoTime() > 9',
  second: 'request.getParameter("y")',
  call: (n, v) => `${n}(${v})`,
  test: (n, body) => braces(`fun ${n}(s: String): Boolean`, body),
  check: (n, body) => braces(`fun ${n}(s: String)`, body),
  give: (c) => `return ${c}`,
  leave: 'return',
  fail: 'throw IllegalArgumentException("no")',
  note: 'println("odd")',
  act: (c) => c,
  caught: (body) => ['try {', ...body, '} catch (e: Exception) {', 'println("odd")', '}'],
  many: 'request.getParameterValues("all")',
  each: (i, body) => braces(`for (${i} in request.getParameterValues("all"))`, body),
  next: 'continue',
  stop: 'break',
  positive: (v) => `${v}.toInt() > 0`,
  paths: {
    read: (v) => `java.io.FileInputStream(${v})`,
    normal: (v) => `java.io.File(${v}).getCanonicalPath()`,
    begins: (v, t) => `${v}.startsWith("${t}")`,
    holds: (v, t) => `${v}.contains("${t}")`,
    join: (a, b) => `"${a}" + ${b}`,
  },
};

const scala: Language = {
  ...symbols,
  name: 'Scala',
  file: 'Page.scala',
  program: (body, members) =>
    [
      'import javax.servlet.http._',
      'class Page extends HttpServlet {',
      'val COLOURS = List("red", "blue")',
      ...members,
      'override def doGet(request: HttpServletRequest, response: HttpServletResponse): Unit = {',
      'var x = request.getParameter("x")',
      ...body,
      '}',
      '}',
    ].join('\n'),
  sink: (v) => `Runtime.getRuntime().exec("ls " + ${v})`,
  set: (n, v, isNew) => `${isNew ? 'var ' : ''}${n} = ${v}`,
  matches: (v) => `${v}.matches("[a-z]+")`,
  equals: (v, t) => `${v} == "${t}"`,
  list: 'COLOURS',
  listed: (v) => `COLOURS.contains(${v})`,
  listedIn: (v, l) => `Settings.load().${l}.contains(${v})`,
  other: 'System.nanoTime() > 9',
  second: 'request.getParameter("y")',
  call: (n, v) => `${n}(${v})`,
  test: (n, body) => braces(`def ${n}(s: String): Boolean =`, body),
  check: (n, body) => braces(`def ${n}(s: String): Unit =`, body),
  give: (c) => `return ${c}`,
  leave: 'return',
  fail: 'throw new IllegalArgumentException("no")',
  note: 'println("odd")',
  act: (c) => c,
  caught: (body) => ['try {', ...body, '} catch {', 'case e: Exception => println("odd")', '}'],
  positive: (v) => `${v}.toInt > 0`,
};

const csharp: Language = {
  ...symbols,
  name: 'C#',
  file: 'Page.cs',
  program: (body, members) =>
    [
      'using System.Diagnostics;',
      'using System.Text.RegularExpressions;',
      'public class Page : Controller {',
      'static readonly string[] Colours = { "red", "blue" };',
      ...members,
      'public IActionResult H(string x, string y, string[] all) {',
      ...body,
      'return Ok();',
      '}',
      '}',
    ].join('\n'),
  sink: (v) => `Process.Start("sh", "-c ls " + ${v});`,
  set: (n, v, isNew) => `${isNew ? 'var ' : ''}${n} = ${v};`,
  matches: (v) => `Regex.IsMatch(${v}, "^[a-z]+$")`,
  occurs: (v) => `Regex.IsMatch(${v}, "[a-z]")`,
  equals: (v, t) => `${v} == "${t}"`,
  list: 'Colours',
  listed: (v) => `Colours.Contains(${v})`,
  listedIn: (v, l) => `Settings.Load().${l}.Contains(${v})`,
  other: 'Environment.TickCount > 9',
  second: 'y',
  call: (n, v) => `${n}(${v})`,
  test: (n, body) => braces(`bool ${n}(string s)`, body),
  check: (n, body) => braces(`void ${n}(string s)`, body),
  give: (c) => `return ${c};`,
  leave: 'return BadRequest();',
  fail: 'throw new ArgumentException("no");',
  note: 'Console.WriteLine("odd");',
  act: (c) => `${c};`,
  caught: (body) => ['try {', ...body, '} catch (Exception e) {', 'Console.WriteLine("odd");', '}'],
  many: 'all',
  each: (i, body) => braces(`foreach (var ${i} in all)`, body),
  next: 'continue;',
  stop: 'break;',
  positive: (v) => `int.Parse(${v}) > 0`,
  paths: {
    read: (v) => `System.IO.File.ReadAllText(${v});`,
    normal: (v) => `Path.GetFullPath(${v})`,
    begins: (v, t) => `${v}.StartsWith("${t}")`,
    holds: (v, t) => `${v}.Contains("${t}")`,
    join: (a, b) => `"${a}" + ${b}`,
  },
};

const go: Language = {
  ...symbols,
  name: 'Go',
  file: 'a.go',
  program: (body, members) =>
    [
      'package main',
      'import (',
      '\t"net/http"',
      '\t"os"',
      '\t"os/exec"',
      '\t"path/filepath"',
      '\t"regexp"',
      '\t"slices"',
      '\t"strings"',
      ')',
      'var colours = []string{"red", "blue"}',
      'var letters = regexp.MustCompile("^[a-z]+$")',
      'var letter = regexp.MustCompile("[a-z]")',
      ...members,
      'func h(w http.ResponseWriter, r *http.Request) {',
      'x := r.FormValue("x")',
      ...body,
      '}',
    ].join('\n'),
  sink: (v) => `exec.Command("sh", "-c", "ls "+${v}).Run()`,
  set: (n, v, isNew) => `${n} ${isNew ? ':=' : '='} ${v}`,
  when: choice((c) => `if ${c}`),
  matches: (v) => `letters.MatchString(${v})`,
  occurs: (v) => `letter.MatchString(${v})`,
  equals: (v, t) => `${v} == "${t}"`,
  list: 'colours',
  listed: (v) => `slices.Contains(colours, ${v})`,
  listedIn: (v, l) => `slices.Contains(load().${l}, ${v})`,
  other: 'clock() > 9',
  second: 'r.FormValue("y")',
  call: (n, v) => `${n}(${v})`,
  test: (n, body) => braces(`func ${n}(s string) bool`, body),
  check: (n, body) => braces(`func ${n}(s string)`, body),
  give: (c) => `return ${c}`,
  leave: 'return',
  fail: 'panic("no")',
  note: 'println("odd")',
  act: (c) => c,
  many: 'r.Form["all"]',
  each: (i, body) => braces(`for _, ${i} := range r.Form["all"]`, body),
  next: 'continue',
  stop: 'break',
  paths: {
    read: (v) => `os.ReadFile(${v})`,
    normal: (v) => `filepath.Clean(${v})`,
    begins: (v, t) => `strings.HasPrefix(${v}, "${t}")`,
    holds: (v, t) => `strings.Contains(${v}, "${t}")`,
    join: (a, b) => `"${a}" + ${b}`,
  },
};

const ruby: Language = {
  ...symbols,
  name: 'Ruby',
  file: 'app/controllers/a_controller.rb',
  program: (body, members) =>
    [
      'class AController < ApplicationController',
      "COLOURS = ['red', 'blue'].freeze",
      'def h',
      'x = params[:x]',
      ...body,
      'end',
      ...members,
      'end',
    ].join('\n'),
  sink: (v) => `system('ls ' + ${v})`,
  set: (n, v) => `${n} = ${v}`,
  when: (c, yes, otherwise) => [`if ${c}`, ...yes, ...(otherwise ? ['else', ...otherwise] : []), 'end'],
  matches: (v) => `${v}.match?(/\\A[a-z]+\\z/)`,
  occurs: (v) => `${v}.match?(/[a-z]/)`,
  equals: (v, t) => `${v} == '${t}'`,
  list: 'COLOURS',
  listed: (v) => `COLOURS.include?(${v})`,
  listedIn: (v, l) => `Settings.load.${l}.include?(${v})`,
  other: 'Process.pid > 9',
  second: 'params[:y]',
  call: (n, v) => `${n}(${v})`,
  test: (n, body) => [`def ${n}(s)`, ...body, 'end'],
  check: (n, body) => [`def ${n}(s)`, ...body, 'end'],
  give: (c) => `return ${c}`,
  leave: 'return',
  fail: "raise ArgumentError, 'no'",
  note: "puts 'odd'",
  act: (c) => c,
  caught: (body) => ['begin', ...body, 'rescue StandardError', "puts 'odd'", 'end'],
  many: 'params[:all]',
  each: (i, body) => [`for ${i} in params[:all]`, ...body, 'end'],
  next: 'next',
  stop: 'break',
  positive: (v) => `${v}.to_i > 0`,
  paths: {
    read: (v) => `File.read(${v})`,
    normal: (v) => `File.expand_path(${v})`,
    begins: (v, t) => `${v}.start_with?('${t}')`,
    holds: (v, t) => `${v}.include?('${t}')`,
    join: (a, b) => `'${a}' + ${b}`,
  },
};

const php: Language = {
  ...symbols,
  name: 'PHP',
  file: 'a.php',
  program: (body, members) =>
    [
      '<?php',
      "const COLOURS = ['red', 'blue'];",
      ...members,
      'function h() {',
      "$x = $_GET['x'];",
      ...body,
      '}',
    ]
      .join('\n')
      .replace(/(?<![$\w'>])\b([xystv]|ok|item|place)\b(?=[^'\w(]|$)/gm, '$$$1'),
  sink: (v) => `system('ls ' . ${v});`,
  set: (n, v) => `${n} = ${v};`,
  matches: (v) => `preg_match('/^[a-z]+\\z/', ${v})`,
  occurs: (v) => `preg_match('/[a-z]/', ${v})`,
  equals: (v, t) => `${v} === '${t}'`,
  list: 'COLOURS',
  listed: (v) => `in_array(${v}, COLOURS, true)`,
  listedIn: (v, l) => `in_array(${v}, settings()->${l}, true)`,
  other: 'getmypid() > 9',
  second: "$_GET['y']",
  call: (n, v) => `${n}(${v})`,
  test: (n, body) => braces(`function ${n}($s)`, body),
  check: (n, body) => braces(`function ${n}($s)`, body),
  give: (c) => `return ${c};`,
  leave: 'return;',
  fail: "throw new Exception('no');",
  note: "error_log('odd');",
  act: (c) => `${c};`,
  caught: (body) => ['try {', ...body, '} catch (Exception $e) {', "error_log('odd');", '}'],
  many: "$_GET['all']",
  each: (i, body) => braces(`foreach ($_GET['all'] as ${i})`, body),
  next: 'continue;',
  stop: 'break;',
  positive: (v) => `intval(${v}) > 0`,
  paths: {
    read: (v) => `readfile(${v});`,
    normal: (v) => `realpath(${v})`,
    begins: (v, t) => `str_starts_with(${v}, '${t}')`,
    holds: (v, t) => `str_contains(${v}, '${t}')`,
    join: (a, b) => `'${a}' . ${b}`,
  },
};

const rust: Language = {
  ...symbols,
  name: 'Rust',
  file: 'a.rs',
  program: (body, members) =>
    [
      'use std::process::Command;',
      'use regex::Regex;',
      'const COLOURS: [&str; 2] = ["red", "blue"];',
      ...members,
      'async fn h(q: web::Query<P>) {',
      'let mut x = q.x;',
      ...body,
      '}',
    ].join('\n'),
  sink: (v) => `Command::new("sh").arg("-c").arg(format!("ls {}", ${v})).output();`,
  set: (n, v, isNew) => `${isNew ? 'let mut ' : ''}${n} = ${v};`,
  when: choice((c) => `if ${c}`),
  matches: (v) => `Regex::new("^[a-z]+$").unwrap().is_match(&${v})`,
  occurs: (v) => `Regex::new("[a-z]").unwrap().is_match(&${v})`,
  equals: (v, t) => `${v} == "${t}"`,
  list: 'COLOURS',
  listed: (v) => `COLOURS.contains(&${v})`,
  listedIn: (v, l) => `load().${l}.contains(&${v})`,
  other: 'clock() > 9',
  second: 'q.y',
  call: (n, v) => `${n}(&${v})`,
  test: (n, body) => braces(`fn ${n}(s: &str) -> bool`, body),
  check: (n, body) => braces(`fn ${n}(s: &str)`, body),
  give: (c) => `return ${c};`,
  leave: 'return;',
  fail: 'panic!("no");',
  note: 'println!("odd");',
  act: (c) => `${c};`,
  many: 'q.all',
  each: (i, body) => braces(`for ${i} in q.all`, body),
  next: 'continue;',
  stop: 'break;',
};

const swift: Language = {
  ...symbols,
  name: 'Swift',
  file: 'A.swift',
  program: (body, members) =>
    [
      'import Vapor',
      'let colours = ["red", "blue"]',
      'final class A {',
      ...members,
      'func h(req: Request) throws -> Response {',
      'var x: String = req.parameters.get("x")!',
      ...body,
      'return Response()',
      '}',
      '}',
    ].join('\n'),
  sink: (v) => `system("ls " + ${v})`,
  set: (n, v, isNew) => `${isNew ? 'var ' : ''}${n} = ${v}`,
  when: choice((c) => `if ${c}`),
  matches: (v) => `${v}.range(of: "^[a-z]+$", options: .regularExpression) != nil`,
  occurs: (v) => `${v}.range(of: "[a-z]", options: .regularExpression) != nil`,
  equals: (v, t) => `${v} == "${t}"`,
  list: 'colours',
  listed: (v) => `colours.contains(${v})`,
  listedIn: (v, l) => `load().${l}.contains(${v})`,
  other: 'clock() > 9',
  second: 'req.parameters.get("y")!',
  call: (n, v) => `${n}(${v})`,
  test: (n, body) => braces(`func ${n}(_ s: String) -> Bool`, body),
  check: (n, body) => braces(`func ${n}(_ s: String) throws`, body),
  give: (c) => `return ${c}`,
  leave: 'return Response()',
  fail: 'throw Abort(.badRequest)',
  note: 'print("odd")',
  act: (c) => `try ${c}`,
  caught: (body) => ['do {', ...body, '} catch {', 'print("odd")', '}'],
};

const c: Language = {
  ...symbols,
  name: 'C',
  file: 'a.c',
  program: (body, members) =>
    [
      '#include <stdlib.h>',
      '#include <string.h>',
      '#include <stdio.h>',
      ...members,
      'int main(int argc, char **argv) {',
      'char *x = argv[1];',
      'char line[256];',
      ...body,
      'return 0;',
      '}',
    ].join('\n'),
  sink: (v) => `snprintf(line, sizeof(line), "ls %s", ${v}); system(line);`,
  set: (n, v, isNew) => `${isNew ? 'int ' : ''}${n} = ${v};`,
  matches: (v) => `strcmp(${v}, "green") == 0`,
  equals: (v, t) => `strcmp(${v}, "${t}") == 0`,
  list: '',
  listed: (v) => `strcmp(${v}, "red") == 0 || strcmp(${v}, "blue") == 0`,
  other: 'clock() > 9',
  second: 'argv[2]',
  call: (n, v) => `${n}(${v})`,
  test: (n, body) => braces(`int ${n}(const char *s)`, body),
  check: (n, body) => braces(`void ${n}(const char *s)`, body),
  yes: '1',
  no: '0',
  give: (condition) => `return ${condition};`,
  leave: 'return 1;',
  fail: 'exit(1);',
  note: 'puts("odd");',
  act: (call) => `${call};`,
  positive: (v) => `atoi(${v}) > 0`,
};

const bash: Language = {
  name: 'bash',
  file: 'a.sh',
  program: (body, members) =>
    ['#!/bin/bash', ...members, 'h() {', 'x="$1"', ...body, '}', 'h "$1" "$2"'].join('\n'),
  sink: (v) => `eval "ls $${v}"`,
  set: (n, v) => `${n}=${v}`,
  when: (condition, yes, otherwise) => [
    `if ${condition}; then`,
    ...yes,
    ...(otherwise ? ['else', ...otherwise] : []),
    'fi',
  ],
  not: (condition) => `! ${condition}`,
  and: (a, b) => `${a} && ${b}`,
  or: (a, b) => `${a} || ${b}`,
  matches: (v) => `[[ "$${v}" =~ ^[a-z]+$ ]]`,
  occurs: (v) => `[[ "$${v}" =~ [a-z] ]]`,
  equals: (v, t) => `[ "$${v}" = "${t}" ]`,
  list: '',
  listed: (v) => `[ "$${v}" = "red" ] || [ "$${v}" = "blue" ]`,
  other: '[ "$SECONDS" -gt 9 ]',
  second: '"$2"',
  call: (n, v) => `${n} "$${v}"`,
  give: (condition) => condition,
  yes: 'true',
  no: 'false',
  leave: 'return 1',
  fail: 'exit 1',
  note: 'echo odd',
  act: (call) => call,
};

export const languages: readonly Language[] = [
  javascript,
  { ...javascript, name: 'TypeScript', file: 'a.ts' },
  python,
  java,
  kotlin,
  scala,
  csharp,
  go,
  ruby,
  php,
  rust,
  swift,
  c,
  { ...c, name: 'C++', file: 'a.cpp' },
  bash,
];
