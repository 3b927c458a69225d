import sarifSchema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleFinding, sampleScan } from '../../../test/support/sample-scan.ts';
import { severities } from '../model/finding.ts';
import type { ReportedScan } from '../model/outcome.ts';
import { sarif } from './sarif.ts';

function createValidator() {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true, unicodeRegExp: false });
  addFormats.default(ajv);
  // The file calls itself draft 4, which only differs in how it names itself.
  const { id: _, $schema: __, ...schema } = sarifSchema;
  return ajv.compile(schema);
}

function render(scan: ReportedScan) {
  return JSON.parse(sarif.render(scan, { version: '0.1.0' }));
}

test('the report is valid against the schema of SARIF 2.1.0', () => {
  const validate = createValidator();
  for (const scan of [
    sampleScan(),
    sampleScan({ findings: [], suppressedFindings: [] }),
    {
      ...sampleScan(),
      repoUrl: undefined,
      commit: undefined,
      branch: undefined,
      startedAt: undefined,
    } as never,
  ]) {
    expect(validate(render(scan)), JSON.stringify(validate.errors)).toBe(true);
  }
  // The check itself can fail.
  expect(validate({ ...render(sampleScan()), version: '2.0.0' })).toBe(false);
});

test('whatever a repository calls its files and holds in its lines, the report stays valid', () => {
  const validate = createValidator();
  const hostile = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(hostile, hostile, hostile, fc.nat(5), fc.nat(5), (file, title, line, start, end) => {
      const finding = sampleFinding({
        file,
        title,
        description: line,
        snippet: { startLine: 3, text: line },
        startColumn: start + 1,
        endColumn: end + 1,
        trace: [{ file, line: 1, column: 0, kind: 'source', message: line }],
        references: [line],
        suppression: { source: 'inline', reason: line },
      });
      const report = render(sampleScan({ findings: [finding], rules: [] }));
      expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('code scanning gets stable fingerprints, relative encoded paths, severity and code flows', () => {
  const run = render(
    sampleScan({ findings: [sampleFinding({ file: 'a b/c:d/ü#?.js' })], suppressedFindings: [] }),
  ).runs[0];
  const [result] = run.results;
  expect(result.locations[0].physicalLocation.artifactLocation).toEqual({
    uri: 'a%20b/c%3Ad/%C3%BC%23%3F.js',
    uriBaseId: '%SRCROOT%',
  });
  expect(result.partialFingerprints.primaryLocationLineHash).toBe('b2f5ff47436671b6e533d8dc3614845d:1');
  expect(result.level).toBe('error');
  expect(result.codeFlows[0].threadFlows[0].locations).toHaveLength(3);
  const rule = run.tool.driver.rules[result.ruleIndex];
  expect(rule).toMatchObject({
    id: result.ruleId,
    properties: { 'security-severity': '8.0', precision: 'high' },
  });
  expect(rule.properties.tags).toContain('external/cwe/cwe-89');
  expect(rule.help.markdown).toContain('SQL statements must not be built');
});

test('above 5,000 results the least severe are left out and the run says how many', () => {
  const findings = severities.flatMap((severity) =>
    Array.from({ length: 1_500 }, (_, i) => sampleFinding({ severity, fingerprint: `${severity}-${i}` })),
  );
  const run = render(sampleScan({ findings, suppressedFindings: [] })).runs[0];
  expect(run.results).toHaveLength(5_000);
  expect(
    run.results.filter((one: { properties: { severity: string } }) => one.properties.severity === 'info'),
  ).toEqual([]);
  expect(run.invocations[0].toolExecutionNotifications[0].message.text).toContain('2500 less severe results');
});

test('a rule is as severe as the worst of its findings', () => {
  const findings = [sampleFinding({ severity: 'critical' }), sampleFinding({ severity: 'low' })];
  const [rule] = render(sampleScan({ findings })).runs[0].tool.driver.rules;
  expect(rule.properties['security-severity']).toBe('9.5');
});

test('suppressed findings are marked as such, in source or elsewhere', () => {
  const { results } = render(sampleScan({ findings: [] })).runs[0];
  expect(results[0].suppressions).toEqual([
    { kind: 'external', status: 'accepted', justification: 'A password of the test fixture.' },
  ]);
});

test('text of the repository makes no links in messages', () => {
  const description = 'see [here](https://evil.example) \u202e';
  const { results } = render(sampleScan({ findings: [sampleFinding({ description, suggestion: '' })] }))
    .runs[0];
  expect(results[0].message.text).toBe('see \\[here\\](https://evil.example) \\\\u{202e}');
});

test('a run in which something failed is not called successful, and names what failed first', () => {
  const { coverage } = sampleScan();
  const failed = { path: 'z/A.java', reason: 'engine_error', message: 'Why.', engine: 'code' } as const;
  const skipped = [...coverage.skipped.filter(({ reason }) => reason === 'lfs_pointer'), failed];
  const log = render(sampleScan({ coverage: { ...coverage, skipped } }));
  const [invocation] = log.runs[0].invocations;
  expect(invocation.executionSuccessful).toBe(false);
  const [sentence, first] = invocation.toolExecutionNotifications;
  expect(sentence).toMatchObject({ level: 'error', message: { text: expect.stringContaining('z/A.java') } });
  expect(first).toMatchObject({ level: 'error', message: { text: 'engine_error: Why.' } });
});
