import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/app.ts';
import { browserTest, openPage } from '../support/browser/open-page.ts';
import { pictures, takePictures } from '../support/console/pictures.ts';
import { startForTest } from '../support/console/start-for-test.ts';

const root = join(import.meta.dirname, '..', '..');

test('the pictures that the README and the guide show are there, and can be taken anew', () => {
  const texts = ['README.md', 'docs/guides/console.md'].map((file) => readFileSync(join(root, file), 'utf8'));
  const shown = texts.flatMap((text) =>
    [...text.matchAll(/images\/(console-[a-z-]+\.png)/g)].map(([, name]) => name!),
  );
  expect([...new Set(shown)].sort()).toEqual(pictures.map(({ file }) => file).sort());
  for (const file of shown) expect(existsSync(join(root, 'docs', 'images', file)), file).toBe(true);
});

browserTest('taking the pictures gives pictures of the size that is kept', async () => {
  const service = await startForTest();
  const { page } = await openPage(`${service.base}/console/`);
  const taken = await takePictures(page.context().browser()!, service.base, temporaryFolder());
  const sizeOf = (path: string) => readFileSync(path).subarray(16, 24).toString('hex');
  expect(taken.map(sizeOf)).toEqual(pictures.map(({ file }) => sizeOf(join(root, 'docs', 'images', file))));
});
