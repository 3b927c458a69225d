import { expect, test } from 'vitest';
import { isDeclaration } from './declaration.ts';

test.each([
  'def read(path):\n    """Reads a file."""',
  'async def read(\n    path,\n):',
  'def self.read\n  @text\nend',
  '@cached\n@retry(3)\ndef read(self):\n    pass',
  '# Reads a file.\n# Twice.\ndef read(path)\n  path\nend',
  '/**\n * Reads a file.\n */\nexport async function read(path: string) {\n}',
  'func (r *Reader) Read(p []byte) (int, error) {',
  'func Map[T any](list []T) []T {',
  '#[inline]\npub(crate) fn read<T: Path>(path: T) -> io::Result<String> {',
  'class Reader(Base):\n    pass',
  'class Reader\n  def read\n  end\nend',
  'public class Reader extends Base implements Closeable {',
  '@Override\npublic List<String> read(Path path) throws IOException {',
  '[HttpGet("read")]\npublic async Task<string> Read(string path)\n{',
  'static int read_file(const char *path)\n{',
  'const read = async (path) => {',
  'src/files/read.py: read\ndef read(path):\n    pass',
  '<?php\n/** Reads. */\nfunction read($path)\n{',
])('is one: %s', (content) => {
  expect(isDeclaration(content)).toBe(true);
});

test.each([
  'The function read(path) reads a file. It was written in 1998.',
  'Def Leppard (the band) was formed in 1976.',
  'class struggle was the subject of the lecture. (It took two hours.)',
  'public opinion (as measured in May) has changed. Nobody knows why.',
  'private lessons are (mostly) given on Mondays.',
  'fun fact (from Anna): the moon has no air.',
  'module 3: how to cook rice\nFirst wash the rice.',
  'Anna: hello\nBen: def read(path): is what I wrote\nAnna: nice',
  '# Guide\n\nThis page says how files are read.\n\n```python\ndef read(path):\n```',
  'Notes of Monday\nWe met at nine.\ndef read(path):',
  'Static electricity (of clothes) is a nuisance in winter.',
  'Dear Anna (and Ben)',
  '',
])('is none: %s', (content) => {
  expect(isDeclaration(content)).toBe(false);
});

test('takes time in proportion to what it looks at', () => {
  for (const content of [
    'public '.repeat(40_000),
    `static ${'a<'.repeat(40_000)}`,
    '#\n'.repeat(40_000),
    `public a${' a'.repeat(80_000)}`,
    `int a(${'('.repeat(80_000)}.`,
  ]) {
    expect(isDeclaration(content)).toBe(false);
  }
});
