import { mkdirSync, writeFileSync } from 'node:fs';
import { generateClientFiles } from './clients/generated-files.ts';
import { createReference } from './reference/create-reference.ts';

/** Writes `docs/reference` and the generated files of the clients again: `npm run docs`. Tests fail when they are stale. */
const root = new URL('../', import.meta.url);
const reference = new URL('docs/reference/', root);
mkdirSync(reference, { recursive: true });
for (const [name, content] of Object.entries(await createReference()))
  writeFileSync(new URL(name, reference), content);
for (const [path, content] of Object.entries(await generateClientFiles()))
  writeFileSync(new URL(path, root), content);
