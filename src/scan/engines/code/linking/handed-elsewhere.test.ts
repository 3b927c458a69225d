import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../test/support/code-scan.ts';

/** Rule and place of each finding with a way, at medium and worse. */
async function found(files: Record<string, string>): Promise<string[]> {
  const findings = await findingsIn(files);
  const loud = findings.filter(({ severity, trace }) => trace && severity !== 'low' && severity !== 'info');
  return [...new Set(loud.map(({ ruleId, file, startLine }) => `${ruleId} ${file}:${startLine}`))];
}

const api = (route: string) =>
  `package api;\nimport org.springframework.web.bind.annotation.*;\npublic interface FileApi {\n  ${route}\n  byte[] read(String name);\n}\n`;
const controller =
  'package web;\nimport api.FileApi;\nimport java.nio.file.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\npublic class FileController implements FileApi {\n  @Override\n  public byte[] read(String name) throws Exception {\n    return Files.readAllBytes(Paths.get("/srv/" + name));\n  }\n}\n';

test('a method gets requests where the interface that its class implements has the route', async () => {
  const files = { 'web/FileController.java': controller };
  expect(await found({ ...files, 'api/FileApi.java': api('@GetMapping("/{name}")') })).toEqual([
    'java-path-traversal web/FileController.java:9',
  ]);
  expect(await found({ ...files, 'api/FileApi.java': api('') })).toEqual([]);
});

test('a class that no framework looks at implements such an interface for the program alone', async () => {
  const files = {
    'web/FileController.java': controller.replace('@RestController\n', ''),
    'api/FileApi.java': api('@GetMapping("/{name}")'),
  };
  expect(await found(files)).toEqual([]);
});

test('what is put into a queue for a job arrives at the job', async () => {
  const job =
    'class FetchJob < ApplicationJob\n  def perform(url)\n    Net::HTTP.get(URI.parse(url))\n  end\nend\n';
  const sending = (call: string) =>
    `class LinksController < ApplicationController\n  def create\n    FetchJob.${call}\n  end\nend\n`;
  const files = (call: string) => ({
    'app/jobs/fetch_job.rb': job,
    'app/controllers/links_controller.rb': sending(call),
  });
  expect(await found(files('perform_later(params[:url])'))).toEqual(['ruby-ssrf app/jobs/fetch_job.rb:3']);
  expect(await found(files('perform_later("https://example.org/")'))).toEqual([]);
});

test('what is put into a queue for a task arrives at the task', async () => {
  const tasks =
    'import requests\nfrom celery import shared_task\n@shared_task\ndef fetch(url):\n    return requests.get(url).text\n';
  const views = (value: string) =>
    `from flask import Flask, request\nfrom app.tasks import fetch\napp = Flask(__name__)\n@app.route('/x')\ndef x():\n    fetch.delay(${value})\n    return ''\n`;
  const files = (value: string) => ({ 'app/tasks.py': tasks, 'app/views.py': views(value) });
  expect(await found(files("request.args['url']"))).toEqual(['python-ssrf app/tasks.py:5']);
  expect(await found(files("'https://example.org/'"))).toEqual([]);
});

test('a handler gets requests where the base of its class, in another file, extends one of a framework (Python)', async () => {
  const handler =
    'from app.base import Base\n\nclass Show(Base):\n    def get(self, name):\n        return open("/srv/" + name).read()\n';
  const base = (imported: string, extended: string) => `${imported}\n\nclass Base(${extended}):\n    pass\n`;
  const files = (text: string) => ({ 'app/show.py': handler, 'app/base.py': text });
  const reported = ['python-path-traversal app/show.py:5'];
  expect(await found(files(base('from flask.views import MethodView', 'MethodView')))).toEqual(reported);
  expect(await found(files(base('import tornado.web', 'tornado.web.RequestHandler')))).toEqual(reported);
  expect(await found(files(base('import store', 'store.Cache')))).toEqual([]);
  const between = 'from app.root import Root\n\nclass Base(Root):\n    pass\n';
  const root = 'from flask_restful import Resource\n\nclass Root(Resource):\n    pass\n';
  expect(await found({ ...files(between), 'app/root.py': root })).toEqual(reported);
});

test('what a method is given that is left to subclasses arrives at theirs (Python)', async () => {
  const program = (left: string) =>
    `from flask import request\nfrom flask.views import MethodView\n\nclass Base(MethodView):\n    def get(self):\n        return self.show(request.args["name"])\n\n    def show(self, name):\n        ${left}\n\nclass Files(Base):\n    def show(self, name):\n        return open("/srv/" + name).read()\n`;
  const reported = ['python-path-traversal app.py:13'];
  expect(await found({ 'app.py': program('raise NotImplementedError') })).toEqual(reported);
  expect(await found({ 'app.py': program('"""Shows it."""; raise NotImplementedError()') })).toEqual(
    reported,
  );
  expect(await found({ 'app.py': program('raise ValueError(name)') })).toEqual([]);
});

test('a method that is marked as abstract, and does nothing, is that of the subclasses (Python)', async () => {
  const program = (mark: string, left: string) =>
    `from abc import abstractmethod\nfrom flask import request\nfrom flask.views import MethodView\n\nclass Base(MethodView):\n    def get(self):\n        return self.show(request.args["name"])\n\n    ${mark}\n    def show(self, name):\n        ${left}\n\nclass Files(Base):\n    def show(self, name):\n        return open("/srv/" + name).read()\n`;
  const reported = ['python-path-traversal app.py:15'];
  expect(await found({ 'app.py': program('@abstractmethod', 'pass') })).toEqual(reported);
  expect(await found({ 'app.py': program('@abstractmethod', '"""Shows it."""') })).toEqual(reported);
  expect(await found({ 'app.py': program('@abstractmethod', 'return "none"') })).toEqual([]);
});

test('what a method of an interface is given arrives at the class that implements it (PHP)', async () => {
  const files = (declared: string, way: string) => ({
    'src/Exporter.php': `<?php\nnamespace App;\n${declared}\n`,
    'src/FolderExporter.php':
      '<?php\nnamespace App;\nclass FolderExporter implements Exporter {\n  public function export(string $name) { return file_get_contents($name); }\n}\n',
    'src/Exporters.php':
      '<?php\nnamespace App;\nclass Exporters {\n  public function first(): ?Exporter { return $this->all[0] ?? null; }\n}\n',
    'src/ExportController.php': `<?php\nnamespace App;\nuse Illuminate\\Http\\Request;\nclass ExportController {\n  private Exporter $held;\n  public function show(Request $request, Exporter $exporter, Exporters $exporters) {\n    ${way}\n    return 1;\n  }\n}\n`,
  });
  const open = 'interface Exporter {\n  public function export(string $name);\n}';
  const left = 'abstract class Exporter {\n  abstract public function export(string $name);\n}';
  const done = 'class Exporter {\n  public function export(string $name) { return strlen($name); }\n}';
  const reported = ['php-path-traversal src/FolderExporter.php:4', 'php-ssrf src/FolderExporter.php:4'];
  for (const way of [
    "$exporter->export($request->get('name'));",
    "$this->held->export($request->get('name'));",
    "$exporters->first()->export($request->get('name'));",
    "$it = $exporters->first();\n    if ($it === null) abort(404);\n    $it->export($request->get('name'));",
  ]) {
    expect(await found(files(open, way)), way).toEqual(reported);
    expect(await found(files(left, way)), way).toEqual(reported);
  }
  expect(await found(files(done, "$exporters->first()->export($request->get('name'));"))).toEqual([]);
  expect(await found(files(open, "$exporter->export('names.csv');"))).toEqual([]);
});

test('what a method is given that is left to subclasses arrives at theirs (Ruby)', async () => {
  const files = (left: string) => ({
    'app/controllers/files_controller.rb': `class BaseController < ActionController::Base\n  def show\n    deliver(params[:name])\n  end\n\n  private\n\n  def deliver(name)\n    ${left}\n  end\nend\n\nclass FilesController < BaseController\n  private\n\n  def deliver(name)\n    send_file("/srv/" + name)\n  end\nend\n`,
  });
  const reported = ['ruby-path-traversal app/controllers/files_controller.rb:17'];
  expect(await found(files('raise NotImplementedError'))).toEqual(reported);
  expect(await found(files('raise NotImplementedError, "no deliver in #{self.class}"'))).toEqual(reported);
  expect(await found(files('raise ArgumentError, name'))).toEqual([]);
});

test('what a method puts into a collection of an object, together with something else, comes out of another one (PHP)', async () => {
  const files = (put: string, text: string) => ({
    'src/Report.php': `<?php\nnamespace App;\nclass Report {\n  private $lines = [];\n  public function add($text, $level = 1) { $this->lines[] = ${put}; }\n  public function html() {\n    $html = '';\n    foreach ($this->lines as [$text, $level]) $html .= "<li class='l{$level}'>{$text}</li>";\n    return $html;\n  }\n}\n`,
    'public/report.php': `<?php\nuse App\\Report;\n$report = new Report();\n$report->add(${text});\necho $report->html();\n`,
  });
  const reported = ['php-xss public/report.php:5'];
  expect(await found(files('[$text, $level]', "$_GET['text']"))).toEqual(reported);
  expect(await found(files('[htmlspecialchars($text, ENT_QUOTES), 1]', "$_GET['text']"))).toEqual([]);
  expect(await found(files('[$text, $level]', "'none'"))).toEqual([]);
});

test('a sink in another file is that of each kind of data that it is known for (JavaScript)', async () => {
  const files = (text: string) => ({
    'letters.js':
      "const _ = require('lodash');\nexports.fill = (body, data) => _.template(body)(data);\nexports.plain = (body, data) => _.template(body, { evaluate: false, interpolate: /<%=(name)%>/g })(data);\n",
    'app.js': `const knex = require('knex');\nconst letters = require('./letters');\nconst db = knex({ client: 'pg' });\nrequire('express')().post('/', async (req, res) => {\n  const row = await db('letters').where({ id: 1 }).first();\n  res.json(${text});\n});\n`,
  });
  const reported = ['javascript-template-injection letters.js:2'];
  expect(await found(files('letters.fill(row.body, {})'))).toEqual(reported);
  expect(await found(files('letters.fill(req.body.text, {})'))).toEqual(reported);
  expect(await found(files('letters.plain(row.body, {})'))).toEqual([]);
  expect(await found(files("letters.fill('Dear <%- name %>', row)"))).toEqual([]);
});
