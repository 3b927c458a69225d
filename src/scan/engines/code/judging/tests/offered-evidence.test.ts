import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';
import { mergeFindings } from '../../../../pipeline/analyse/merging/merge-findings.ts';

const manifests: Record<string, readonly [string, string]> = {
  py: ['setup.py', 'from setuptools import setup\nsetup(name="notes")\n'],
  rb: ['notes.gemspec', 'Gem::Specification.new { |s| s.name = "notes" }\n'],
  js: ['package.json', '{"name":"notes","main":"lib/notes.js","dependencies":{"js-yaml":"^3.13.0"}}'],
};

/** What a package's function does with its argument, by severity: with the manifest that offers it to others, and as a part of an application. */
async function rated(path: string, text: string, rule: string): Promise<[string[], string[]]> {
  const [manifest, content] = manifests[path.slice(path.lastIndexOf('.') + 1)]!;
  const severities = async (files: Record<string, string>) =>
    mergeFindings((await findingsIn(files)).map((finding) => ({ ...finding, engine: 'code' as const })))
      .filter(({ ruleId }) => ruleId === rule)
      .map(({ severity }) => severity);
  return [await severities({ [manifest]: content, [path]: text }), await severities({ [path]: text })];
}

test.each([
  [
    'a document that a parser of Python expands entities of',
    'notes/read.py',
    'from xml.etree import ElementTree\n\ndef read(text):\n    return ElementTree.fromstring(text).tag\n',
    'python-unsafe-xml-parser',
    ['medium'],
    ['low'],
  ],
  [
    'an object that pickle makes',
    'notes/load.py',
    'import pickle\n\ndef load(text):\n    return pickle.loads(text)\n',
    'python-unsafe-deserialization',
    ['medium'],
    [],
  ],
  [
    'a document of YAML, until the version of the library that makes no functions',
    'lib/notes.js',
    "const yaml = require('js-yaml');\nexports.read = (text) => yaml.load(text);\n",
    'javascript-deserialization',
    ['medium'],
    [],
  ],
] as Array<[string, string, string, string, string[], string[]]>)(
  'what a package is given and builds objects of is medium: %s',
  async (_, path, text, rule, offered, own) => {
    expect(await rated(path, text, rule)).toEqual([offered, own]);
  },
);

test.each([
  [
    'notes/read.py',
    'from defusedxml import ElementTree\n\ndef read(text):\n    return ElementTree.fromstring(text).tag\n',
    'python-unsafe-xml-parser',
  ],
  [
    'notes/load.py',
    'import json\n\ndef load(text):\n    return json.loads(text)\n',
    'python-unsafe-deserialization',
  ],
  [
    'lib/notes.js',
    "const yaml = require('js-yaml');\nexports.read = (text) => yaml.safeLoad(text);\n",
    'javascript-deserialization',
  ],
])('a parser that builds nothing but data says nothing: %s', async (path, text, rule) => {
  expect(await rated(path, text, rule)).toEqual([[], []]);
});

test('a slow expression is medium however many functions of a package hand the text on', async () => {
  const js = (body: string) =>
    `function trim(text) { return ${body}; }\nexports.clean = (text) => trim(text);\n`;
  expect(await rated('lib/notes.js', js("text.replace(/\\s+$/, '')"), 'javascript-polynomial-redos')).toEqual(
    [['medium'], []],
  );
  expect(await rated('lib/notes.js', js("text.replace(/\\s/g, '')"), 'javascript-polynomial-redos')).toEqual([
    [],
    [],
  ]);
  const rb = (body: string) =>
    `module Notes\n  def self.clean(text)\n    trim(text)\n  end\n\n  def self.trim(text)\n    ${body}\n  end\nend\n`;
  expect(await rated('lib/notes.rb', rb("text.gsub(/\\s+$/, '')"), 'ruby-regex-polynomial')).toEqual([
    ['medium'],
    [],
  ]);
});
