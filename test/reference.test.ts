import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReference } from '../scripts/reference/create-reference.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'reference');

test('the reference pages are what the code says (else: npm run docs)', async () => {
  for (const [name, content] of Object.entries(await createReference())) {
    expect(readFileSync(join(folder, name), 'utf8'), name).toBe(content);
  }
});

test('every link between documents leads somewhere', () => {
  const root = join(import.meta.dirname, '..');
  const pages = [
    ...readdirSync(root).filter((name) => name.endsWith('.md')),
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
  ];
  const broken = pages.flatMap((page) => {
    // An expression in code may look like a link and is none.
    const text = readFileSync(join(root, page), 'utf8')
      .replace(/```[\s\S]*?```/g, '')
      .replace(/(?<!`)(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, '');
    return [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map((match) => match[1]!)
      .filter((target) => !exists(join(root, page, '..', target)))
      .map((target) => `${page}: ${target}`);
  });
  expect(broken).toEqual([]);
});

function exists(path: string): boolean {
  try {
    readdirSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR';
  }
}
