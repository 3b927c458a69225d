import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleFinding, sampleScan } from '../../../../test/support/sample-scan.ts';
import { visibleText } from '../../../scan/report/visible-text.ts';
import { renderCompact } from './compact.ts';
import { renderGithubAnnotations } from './github-annotations.ts';
import { renderRdjson } from './rdjson.ts';

const hostile = fc.string({
  unit: fc.constantFrom('a', ':', ',', '%', '\n', '\r', '::', '\u001b', 'é', '=', ' '),
});

/** Reads a workflow command as GitHub's runner does. */
function readCommand(line: string) {
  const [, level, properties = '', message = ''] = /^::(\w+) (.*?)::(.*)$/s.exec(line)!;
  const plain = (text: string, isProperty: boolean) => {
    const codes = isProperty ? /%(25|0D|0A|3A|2C)/g : /%(25|0D|0A)/g;
    return text.replace(codes, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  };
  const pairs = properties.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), plain(pair.slice(at + 1), true)] as const;
  });
  return { level, properties: Object.fromEntries(pairs), message: plain(message, false) };
}

test('compact is one line per finding: place, severity, title, rule', () => {
  const [first] = renderCompact(sampleScan().findings).split('\n');
  expect(first).toBe(
    'deploy/production.env:7:19: critical: AWS access key in a configuration file [aws-access-key]',
  );
});

test('compact stays one line per finding, whatever a repository contains', () => {
  fc.assert(
    fc.property(hostile, hostile, (file, title) => {
      expect(renderCompact([sampleFinding({ file, title })]).split(/[\n\r]/)).toHaveLength(1);
    }),
  );
});

test('annotations have the level, the place and the text of their finding', () => {
  const lines = renderGithubAnnotations(sampleScan().findings).split('\n');
  expect(lines.map((line) => readCommand(line).level)).toEqual([
    'error',
    'error',
    'error',
    'warning',
    'notice',
  ]);
  const { properties, message } = readCommand(lines[0]!);
  expect(properties).toEqual({
    file: 'deploy/production.env',
    line: '7',
    endLine: '7',
    col: '19',
    endColumn: '39',
    title: 'critical: AWS access key in a configuration file',
  });
  expect(message).toContain('An access key of Amazon Web Services');
  expect(message).toContain('\nFix: Revoke the key');
});

test('no text of a repository ends an annotation, adds a property or begins a command', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (file, title, description) => {
      const text = renderGithubAnnotations([sampleFinding({ file, title, description })]);
      expect(text).not.toMatch(/[\n\r\u001b]/);
      const { properties } = readCommand(text);
      expect(Object.keys(properties)).toEqual(['file', 'line', 'endLine', 'col', 'endColumn', 'title']);
      expect(properties['file']).toBe(/\p{Cc}/u.test(file) ? visibleText(file) : file);
    }),
  );
});

test('rdjson has range, level, code and the fix as a suggestion over whole lines', () => {
  const { source, diagnostics } = JSON.parse(renderRdjson(sampleScan().findings));
  expect(source.name).toBe('lorekeep');
  expect(diagnostics.map(({ severity }: { severity: string }) => severity)).toEqual([
    'ERROR',
    'ERROR',
    'ERROR',
    'WARNING',
    'INFO',
  ]);
  expect(diagnostics[1]).toMatchObject({
    location: {
      path: 'src/orders/find.ts',
      range: { start: { line: 42, column: 22 }, end: { line: 42, column: 87 } },
    },
    code: { value: 'js-sql-injection', url: 'https://cwe.mitre.org/data/definitions/89.html' },
  });
  expect(diagnostics[1].relatedLocations).toHaveLength(3);
  expect(diagnostics[3].suggestions).toEqual([
    { range: { start: { line: 3, column: 1 }, end: { line: 4, column: 1 } }, text: 'COPY . .\nUSER node\n' },
  ]);
});

test('rdjson counts columns in bytes, and gives none behind a masked secret', () => {
  const range = (text: string, startColumn: number) =>
    JSON.parse(
      renderRdjson([
        sampleFinding({
          startLine: 1,
          startColumn,
          endColumn: startColumn + 1,
          snippet: { startLine: 1, text },
        }),
      ]),
    ).diagnostics[0].location.range.start;
  expect(range('größe = eval(x)', 9)).toEqual({ line: 1, column: 11 });
  expect(range('a = "••••••"; eval(x)', 15)).toEqual({ line: 1 });
});
