// Writes rules/secrets/compiled.json from the rule files; a test fails while the two differ.
import { writeFileSync } from 'node:fs';
import { rulesFolder } from '../src/scan/engines/secrets/rules/compiled-rules.ts';
import { compileRuleFiles } from '../src/scan/engines/secrets/rules/rule-files.ts';

const compiled = compileRuleFiles(rulesFolder);
writeFileSync(new URL('compiled.json', rulesFolder), compiled);
console.log(`rules/secrets/compiled.json: ${compiled.length} bytes`);
