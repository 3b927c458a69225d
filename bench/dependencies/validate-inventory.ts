// Checks SPDX documents of ours against the official JSON schema of SPDX 2.3 (the file schemas/spdx-schema.json of the specification's
// repository, branch support/2.3; no package carries it), and shows that our own schema, by which the tests judge, accepts nothing that
// the official one refuses: each document is broken in every place and in several ways, and both judge the result.
//   lorekeep scan . --format spdx > out.spdx.json; node bench/dependencies/validate-inventory.ts spdx-schema.json out.spdx.json
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { spdxSchema } from '../../test/support/spdx-schema.ts';

type Json = Record<string, unknown>;

const [schemaFile, ...documents] = process.argv.slice(2);
if (!schemaFile || documents.length === 0) throw new Error('usage: validate-inventory.ts SCHEMA DOCUMENT…');
const { $schema: _, ...official } = JSON.parse(readFileSync(schemaFile, 'utf8')) as Json;
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
const byOfficial = ajv.compile(official);
const byOurs = ajv.compile(spdxSchema);
for (const file of documents) {
  const document = shortened(JSON.parse(readFileSync(file, 'utf8')) as Json);
  const isValid = byOfficial(document) && byOurs(document);
  const counts = { broken: 0, both: 0, onlyOurs: 0, onlyOfficial: 0 };
  for (const change of changesOf(document)) {
    const copy = structuredClone(document);
    change(copy);
    const [theirs, ours] = [byOfficial(copy), byOurs(copy)];
    counts.broken++;
    if (!theirs && !ours) counts.both++;
    else if (theirs && !ours) counts.onlyOurs++;
    else if (!theirs && ours) counts.onlyOfficial++;
  }
  console.log(
    `${file}: ${isValid ? 'valid' : ajv.errorsText([...(byOfficial.errors ?? []), ...(byOurs.errors ?? [])])}`,
  );
  console.log(
    `  broken in ${counts.broken} ways; refused by both ${counts.both}, only by ours ${counts.onlyOurs}, only by the official ${counts.onlyOfficial}`,
  );
  if (!isValid || counts.onlyOfficial > 0) process.exitCode = 1;
}

/** All packages are alike: a few are enough to break. */
function shortened(document: Json): Json {
  const { packages, relationships } = document as { packages: unknown[]; relationships: unknown[] };
  return { ...document, packages: packages.slice(0, 20), relationships: relationships.slice(0, 20) };
}

/** Every field left out, replaced by values of other types and by another text, and joined by one that nobody knows. */
function* changesOf(document: Json, path: string[] = []): Iterable<(copy: Json) => void> {
  const node = at(document, path);
  for (const key of Object.keys(node)) {
    const own = (copy: Json): Json => at(copy, path);
    yield (copy) => {
      delete own(copy)[key];
    };
    for (const value of [null, 7, true, 'x', '', {}, [{}]])
      yield (copy) => {
        own(copy)[key] = value;
      };
    if (typeof node[key] === 'object') yield* changesOf(document, [...path, key]);
  }
  if (!Array.isArray(node))
    yield (copy) => {
      at(copy, path)['unheardOf'] = 'x';
    };
}

function at(document: Json, path: readonly string[]): Json {
  return path.reduce<Json>((node, key) => node[key] as Json, document);
}
