import { mkdirSync, writeFileSync } from 'node:fs';
import { createReference } from './reference/create-reference.ts';

/** Writes `docs/reference` anew: `npm run docs`. A test fails when the pages are not what this would write. */
const folder = new URL('../docs/reference/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, content] of Object.entries(await createReference()))
  writeFileSync(new URL(name, folder), content);
