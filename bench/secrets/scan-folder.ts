// Scans a folder with the secrets engine alone and writes the findings as JSON: node bench/secrets/scan-folder.ts DIR OUT
import { writeFileSync } from 'node:fs';
import { createSecretsEngine } from '../../src/scan/engines/secrets/secrets-engine.ts';
import { readFolder } from './read-folder.ts';

const [folder, out] = process.argv.slice(2);
if (folder === undefined || out === undefined) throw new Error('usage: scan-folder.ts DIR OUT');
const engine = createSecretsEngine();
const findings = readFolder(folder)
  .filter((file) => engine.wants(file.path, file.bytes.length))
  .flatMap((file) => engine.analyse(file, { hashSecret: (value) => `${value.length}` }).findings)
  .map(({ startLine, ...finding }) => ({ ...finding, line: startLine, startLine }));
writeFileSync(out, JSON.stringify(findings, undefined, 1));
const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
console.log(
  `${findings.length} findings: ${['critical', 'high', 'medium', 'low', 'info'].map((s) => `${count(s)} ${s}`).join(', ')}`,
);
