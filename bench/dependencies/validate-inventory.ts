// Checks an inventory document against a JSON schema of the standard, for schemas that no package carries (SPDX 2.3: the file
// schemas/spdx-schema.json of the specification's repository, branch support/2.3):
//   lorekeep scan . --format spdx > out.spdx.json; node bench/dependencies/validate-inventory.ts spdx-schema.json out.spdx.json
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

const [schemaFile, ...documents] = process.argv.slice(2);
if (!schemaFile || documents.length === 0) throw new Error('usage: validate-inventory.ts SCHEMA DOCUMENT…');
const { $schema: _, ...schema } = JSON.parse(readFileSync(schemaFile, 'utf8')) as Record<string, unknown>;
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);
for (const file of documents) {
  const isValid = validate(JSON.parse(readFileSync(file, 'utf8')));
  console.log(`${file}: ${isValid ? 'valid' : ajv.errorsText(validate.errors)}`);
  if (!isValid) process.exitCode = 1;
}
