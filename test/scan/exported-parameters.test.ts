import { expect, test } from 'vitest';
import { createCodeEngine } from '../../src/scan/engines/code/code-engine.ts';
import type { FileFacts } from '../../src/scan/engines/code/domain/facts.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';

const parser = await createParser();
const engine = createCodeEngine();

/** The lines of the first file that are reported for a command, each with its severity. */
async function lines(files: Record<string, string>): Promise<string[]> {
  const tools = { hashSecret: (value: string) => value };
  await engine.prepare!(Object.keys(files));
  const facts: Array<{ path: string; facts: FileFacts }> = [];
  const findings = Object.entries(files).flatMap(([path, text]) => {
    const analysis = engine.analyse(
      { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) },
      tools,
    );
    if (analysis.facts) facts.push({ path, facts: analysis.facts });
    return analysis.findings;
  });
  findings.push(...engine.conclude!(facts, tools).findings);
  const [first] = Object.keys(files);
  return findings
    .filter(({ file, cwe }) => file === first && cwe.some((id) => /^CWE-(?:77|78)$/.test(id)))
    .map(({ startLine, severity }) => `${startLine} ${severity}`);
}

/** The manifest of a library, a function of it that hands its argument to a shell, somebody who calls it with a constant, and the same function where nobody else can call it. */
const libraries = [
  {
    language: 'JavaScript',
    manifest: ['package.json', '{ "name": "a", "main": "lib/run.js" }'],
    path: 'lib/run.js',
    text: "const { exec } = require('child_process');\nexports.run = function run(name) {\n  exec('ls ' + name);\n};\n",
    test: ['test/run.test.js', "const { run } = require('../lib/run');\nrun('abc');\n"],
    caller: ['lib/other.js', "const { run } = require('./run');\nmodule.exports = () => run('abc');\n"],
    hidden:
      "const { exec } = require('child_process');\nfunction run(name) {\n  exec('ls ' + name);\n}\nmodule.exports = () => { run('abc'); };\n",
  },
  {
    language: 'Python',
    manifest: ['setup.py', "from setuptools import setup\n\nsetup(name='a')\n"],
    path: 'lib/run.py',
    text: "import os\n\ndef run(name):\n    os.system('ls ' + name)\n",
    test: ['tests/test_run.py', "from lib.run import run\n\ndef test_run():\n    run('abc')\n"],
    caller: ['lib/other.py', "from lib.run import run\n\ndef go():\n    run('abc')\n"],
    hidden: "import os\n\ndef _run(name):\n    os.system('ls ' + name)\n\ndef go():\n    _run('abc')\n",
  },
  {
    language: 'Java',
    manifest: ['pom.xml', '<project><artifactId>a</artifactId></project>'],
    path: 'src/main/java/a/Run.java',
    text: 'package a;\npublic class Run {\n  public static void run(String name) throws Exception {\n    Runtime.getRuntime().exec("ls " + name);\n  }\n}\n',
    test: [
      'src/test/java/a/RunTest.java',
      'package a;\npublic class RunTest {\n  void test() throws Exception { Run.run("abc"); }\n}\n',
    ],
    caller: [
      'src/main/java/a/Other.java',
      'package a;\npublic class Other {\n  void go() throws Exception { Run.run("abc"); }\n}\n',
    ],
    hidden:
      'package a;\npublic class Run {\n  private static void run(String name) throws Exception {\n    Runtime.getRuntime().exec("ls " + name);\n  }\n  public static void go() throws Exception { run("abc"); }\n}\n',
  },
  {
    language: 'Ruby',
    manifest: ['a.gemspec', "Gem::Specification.new { |s| s.name = 'a' }\n"],
    path: 'lib/run.rb',
    text: "module Tool\n  def self.run(name)\n    system('ls ' + name)\n  end\nend\n",
    test: ['spec/run_spec.rb', "require 'run'\ndescribe Tool do\n  it('runs') { Tool.run('abc') }\nend\n"],
    caller: ['lib/other.rb', "require 'run'\nmodule Other\n  def self.go\n    Tool.run('abc')\n  end\nend\n"],
    hidden:
      "class Tool\n  def go\n    run('abc')\n  end\n\n  private\n\n  def run(name)\n    system('ls ' + name)\n  end\nend\n",
  },
  {
    language: 'PHP',
    manifest: ['composer.json', '{ "name": "a/a" }'],
    path: 'src/Run.php',
    text: "<?php\nclass Run {\n  public function go($name) {\n    system('ls ' . $name);\n  }\n}\n",
    test: [
      'tests/RunTest.php',
      "<?php\nclass RunTest {\n  public function test() { (new Run())->go('abc'); }\n}\n",
    ],
    caller: [
      'src/Other.php',
      "<?php\nclass Other {\n  public function go() { (new Run())->go('abc'); }\n}\n",
    ],
    hidden:
      "<?php\nclass Run {\n  private function run($name) {\n    system('ls ' . $name);\n  }\n  public function go() { $this->run('abc'); }\n}\n",
  },
  {
    language: 'Go',
    manifest: ['go.mod', 'module example.org/a\n'],
    path: 'run/run.go',
    text: 'package run\n\nimport "os/exec"\n\nfunc Run(name string) {\n\texec.Command("sh", "-c", "ls "+name).Run()\n}\n',
    test: ['run/run_test.go', 'package run\n\nfunc TestRun() {\n\tRun("abc")\n}\n'],
    caller: ['run/other.go', 'package run\n\nfunc Go() {\n\tRun("abc")\n}\n'],
    hidden:
      'package run\n\nimport "os/exec"\n\nfunc run(name string) {\n\texec.Command("sh", "-c", "ls "+name).Run()\n}\n\nfunc Go() {\n\trun("abc")\n}\n',
  },
] as const;

test.each(libraries)(
  '$language: a test that gives a constant does not hide what a library function does',
  async (each) => {
    const alone = await lines({ [each.path]: each.text });
    expect(alone.length).toBe(1);
    expect(await lines({ [each.path]: each.text, [each.test[0]]: each.test[1] })).toEqual(alone);
  },
);

test.each(libraries)('$language: nor does a caller of the same package', async (each) => {
  const alone = await lines({ [each.path]: each.text });
  const files = { [each.path]: each.text, [each.caller[0]]: each.caller[1] };
  expect(await lines({ ...files, [each.manifest[0]]: each.manifest[1] })).toEqual(alone);
});

test.each(libraries.filter(({ language }) => language !== 'Ruby'))(
  '$language: in an application such a caller lowers the severity',
  async (each) => {
    const files = { [each.path]: each.text, [each.caller[0]]: each.caller[1] };
    const expected = (await lines({ [each.path]: each.text })).map((line) => line.replace(/ \w+$/, ' low'));
    expect(
      await lines({ ...files, 'package.json': '{ "name": "a", "private": true, "main": "a.js" }' }),
    ).toEqual(expected);
  },
);

test.each(libraries)('$language: what nobody else can call is known by its callers', async (each) => {
  expect(await lines({ [each.path]: each.hidden })).toEqual([]);
});

test.each([
  [
    'JavaScript',
    {
      'lib/tag.js':
        "const run = require('./run');\nexports.tag = function tag(name) {\n  return run('git tag ' + name);\n};\n",
      'lib/run.js':
        "const { exec } = require('child_process');\nmodule.exports = function run(cmd) { return exec(cmd); };\n",
      'package.json': '{"name":"tagger","main":"lib/tag.js"}',
    },
    ['3 medium'],
  ],
  [
    'Python',
    {
      'tag.py': "from run import run\n\ndef tag(name):\n    return run('git tag ' + name)\n",
      'run.py': 'import os\n\ndef run(cmd):\n    return os.system(cmd)\n',
      'setup.py': "from setuptools import setup\nsetup(name='tagger')\n",
    },
    ['4 medium'],
  ],
  [
    'JavaScript that nobody installs',
    {
      'lib/tag.js':
        "const run = require('./run');\nexports.tag = function tag(name) {\n  return run('git tag ' + name);\n};\n",
      'lib/run.js':
        "const { exec } = require('child_process');\nmodule.exports = function run(cmd) { return exec(cmd); };\n",
    },
    [],
  ],
  [
    'JavaScript with a command that is fixed',
    {
      'lib/tag.js':
        "const run = require('./run');\nexports.tag = function tag() {\n  return run('git tag');\n};\n",
      'lib/run.js':
        "const { exec } = require('child_process');\nmodule.exports = function run(cmd) { return exec(cmd); };\n",
      'package.json': '{"name":"tagger","main":"lib/tag.js"}',
    },
    [],
  ],
] as const)(
  '%s: a command that a function of a package builds from its argument is reported where it is built',
  async (_, files, expected) => {
    expect(await lines(files)).toEqual(expected);
  },
);
