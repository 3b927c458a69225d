import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseHcl } from './parse-hcl.ts';

const attribute = (source: string) => parseHcl(`x = ${source}\n`).body.attributes[0]?.value;

test('blocks, labels and attributes keep their lines', () => {
  const { body, problem } = parseHcl(
    'resource "aws_s3_bucket" "b" {\n  acl = "private" # why\n\n  versioning {\n    enabled = true\n  }\n}\n',
  );
  expect(problem).toBeUndefined();
  expect(body.blocks[0]).toMatchObject({
    type: 'resource',
    labels: ['aws_s3_bucket', 'b'],
    line: 1,
    endLine: 7,
    head: 'resource "aws_s3_bucket" "b" {',
  });
  expect(body.blocks[0]?.body.attributes[0]).toMatchObject({
    name: 'acl',
    line: 2,
    value: { kind: 'literal', value: 'private' },
  });
  expect(body.blocks[0]?.body.blocks[0]).toMatchObject({ type: 'versioning', line: 4, endLine: 6 });
});

test('expressions of every kind are read', () => {
  expect(attribute('-3')).toMatchObject({ value: -3 });
  expect(attribute('"a $${b} c"')).toMatchObject({ kind: 'literal', value: 'a ${b} c' });
  expect(attribute('"a-${var.b}-c"')).toMatchObject({
    kind: 'template',
    parts: ['a-', { kind: 'reference', root: 'var' }, '-c'],
  });
  expect(attribute('var.a[0].b["c"].*.d')).toMatchObject({ kind: 'reference', root: 'var' });
  expect(attribute('a == 1 ? "x" : "y"')).toMatchObject({ kind: 'conditional' });
  expect(attribute('!a && b || c')).toMatchObject({ kind: 'binary', operator: '||' });
  expect(attribute('{ a = 1, "b" : 2\n (c) = 3 }')).toMatchObject({ kind: 'object', entries: [{}, {}, {}] });
  expect(attribute('[for k, v in m : upper(k) if v > 1]')).toMatchObject({
    kind: 'for',
    variables: ['k', 'v'],
  });
  expect(attribute('{for s in l : s => s...}')).toMatchObject({ kind: 'for', key: {} });
  expect(attribute('merge(a, b...)')).toMatchObject({ kind: 'call', name: 'merge' });
});

test('heredocs keep their text and the lines after them', () => {
  const { body } = parseHcl('a = <<-EOT\n    one\n      two\n    EOT\nb = 2\n');
  expect(body.attributes[0]?.value).toMatchObject({ kind: 'literal', value: 'one\n  two\n' });
  expect(body.attributes[1]).toMatchObject({ name: 'b', line: 5 });
});

test('what stood before a mistake is kept, and the mistake is named', () => {
  const { body, problem } = parseHcl('a = 1\nb = [1, 2\n');
  expect(body.attributes).toHaveLength(1);
  expect(problem).toMatchObject({ reason: 'malformed' });
  expect(parseHcl(`a = ${'['.repeat(500)}`).problem).toMatchObject({ reason: 'budget_exceeded' });
});

test('no text whatever makes it throw', () => {
  const soup = fc.array(
    fc.constantFrom(
      'a',
      ' = ',
      '{',
      '}',
      '[',
      ']',
      '"',
      '${',
      '}',
      '<<EOT\n',
      'EOT',
      '\n',
      '#',
      '/*',
      '*/',
      '.',
      ',',
      'for ',
      '?',
      ':',
      '%{',
      '(',
      ')',
      '!',
      '==',
    ),
    { maxLength: 50 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        soup.map((parts) => parts.join('')),
        fc.string({ maxLength: 60 }),
      ),
      (text) => {
        parseHcl(text);
      },
    ),
    { numRuns: 3000 },
  );
});
