import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createInfrastructureEngine } from '../../src/scan/engines/infrastructure/infrastructure-engine.ts';
import { readRuleFiles } from '../../src/scan/engines/infrastructure/rules/compile-rules.ts';
import { exampleRepository } from '../../src/scan/engines/infrastructure/rules/example-repository.ts';
import { scanRepository } from '../../src/scan/engines/infrastructure/rules/scan-repository.ts';
import { applyFixes } from '../../src/scan/findings/fixes/apply-fixes.ts';
import { FixTable } from '../../src/scan/findings/fixes/fix-table.ts';
import type { EngineFinding, Fix } from '../../src/scan/model/finding.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';
import { createCodeScan } from '../support/code-scan.ts';

const table = new FixTable();
const engine = createInfrastructureEngine();

type Repository = Record<string, string>;

function fixOf(finding: EngineFinding, files: Repository): Fix | undefined {
  const lines = files[finding.file]!.split('\n');
  return finding.fix ?? table.fixFor(finding, (line) => lines[line - 1]);
}

function fixed(files: Repository, finding: EngineFinding, fix: Fix): Repository {
  return { ...files, [finding.file]: applyFixes(files[finding.file]!, [fix]).text };
}

interface WrittenFix {
  rules: string[];
  find: string;
  example: Repository;
}

const written = parse(
  readFileSync(new URL('../../rules/fixes.yaml', import.meta.url), 'utf8'),
) as WrittenFix[];

test('every change of rules/fixes.yaml removes the finding of its example, and the file still parses', async () => {
  const scanCode = await createCodeScan(written.flatMap(({ example }) => Object.keys(example)));
  const parser = await createParser();
  const scan = async (files: Repository) => [
    ...scanCode(files),
    ...(await scanRepository(engine, files)).findings,
  ];
  const failures: string[] = [];
  for (const { rules, find, example } of written) {
    const findings = (await scan(example)).filter(({ ruleId }) => rules.includes(ruleId));
    const [finding] = findings.filter((one) => fixOf(one, example));
    if (!finding) {
      failures.push(`${rules[0]} ${find}: ${findings.length} findings, none with a fix`);
      continue;
    }
    const after = fixed(example, finding, fixOf(finding, example)!);
    const left = (await scan(after)).filter(({ ruleId }) => ruleId === finding.ruleId);
    if (left.length >= findings.filter(({ ruleId }) => ruleId === finding.ruleId).length)
      failures.push(`${finding.ruleId} ${find}: still found in ${JSON.stringify(after)}`);
    for (const [path, text] of Object.entries(after)) {
      const result = parser.parse(path, text);
      if (result && hasErrors(result) && !hasErrors(parser.parse(path, example[path]!)!))
        failures.push(`${finding.ruleId}: ${path} does not parse`);
    }
  }
  expect(failures).toEqual([]);
});

function hasErrors(tree: object): boolean {
  return 'hasError' in tree && tree.hasError === true;
}

test('at least 60 rules have a fix, and each fixed example no longer has the finding and still parses', async () => {
  const withFix = new Set(written.flatMap(({ rules }) => rules));
  const failures: string[] = [];
  for (const [pack, rules] of readRuleFiles()) {
    for (const rule of rules) {
      for (const example of rule.bad) {
        const files = exampleRepository(pack, rule.on, example);
        const { findings, notes } = await scanRepository(engine, files);
        const own = findings.filter(({ ruleId }) => ruleId === rule.id);
        const finding = own.find((one) => fixOf(one, files));
        if (!finding) continue;
        withFix.add(rule.id);
        const after = fixed(files, finding, fixOf(finding, files)!);
        const again = await scanRepository(engine, after);
        const left = again.findings.filter(({ ruleId }) => ruleId === rule.id);
        if (left.length >= own.length) failures.push(`${rule.id} is still found: ${after[finding.file]}`);
        if (again.notes.length > notes.length)
          failures.push(`${rule.id} does not parse: ${after[finding.file]}`);
      }
    }
  }
  expect(failures).toEqual([]);
  expect(withFix.size).toBeGreaterThanOrEqual(60);
});

test.for([
  [
    '- uses: actions/checkout@v4.2.2',
    '- uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2',
  ],
  ['- uses: actions/checkout@main', undefined],
  ['- uses: acme/unknown@v1', undefined],
] as const)('%s is pinned to a commit that is known: %s', async ([line, wanted]) => {
  const files = {
    '.github/workflows/a.yml': `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      ${line}\n`,
  };
  const { findings } = await scanRepository(engine, files);
  const finding = findings.find(({ ruleId }) => /unpinned|branch-action/.test(ruleId))!;
  expect(fixOf(finding, files)?.replacement.trim()).toBe(wanted);
});

const vulnerable: EngineFinding = {
  ruleId: 'GHSA-x',
  severity: 'high',
  confidence: 'high',
  title: 'x',
  description: 'x',
  file: 'requirements.txt',
  startLine: 1,
  endLine: 1,
  category: 'vulnerable-dependency',
  cwe: [],
  package: {
    purl: 'pkg:pypi/jinja2@2.4.1',
    path: ['jinja2@2.4.1'],
    fixedVersion: '2.11.3',
    vulnIds: ['GHSA-x'],
  },
  identity: { scope: '', tokens: '' },
};

test('a direct dependency is raised to the fixed version in its manifest, never in a lockfile or through others', () => {
  const raise = (finding: EngineFinding, line: string) => table.fixFor(finding, () => line)?.replacement;
  expect(raise(vulnerable, 'jinja2==2.4.1  # templates')).toBe('jinja2==2.11.3  # templates');
  expect(raise({ ...vulnerable, file: 'poetry.lock' }, 'version = "2.4.1"')).toBeUndefined();
  const indirect = { ...vulnerable.package!, path: ['flask@1.0', 'jinja2@2.4.1'] };
  expect(raise({ ...vulnerable, package: indirect }, 'jinja2==2.4.1')).toBeUndefined();
  expect(raise(vulnerable, 'jinja2==2.4.1 ; version == "2.4.1"')).toBeUndefined();
});
