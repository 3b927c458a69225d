import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { grammarName, readGrammar } from '../../src/scan/syntax/grammar-file.ts';
import { languages } from '../../src/scan/syntax/languages.ts';
import { readManifest, sha256 } from './manifest.ts';
import { installedPackage, installPackages } from './packages.ts';

/** What is wrong with the vendored grammars; nothing, if all is well. */
export function verifyGrammars({ packages = false, manifest = readManifest() } = {}): string[] {
  if (packages) installPackages();
  const problems: string[] = [];
  for (const language of languages) {
    const file = grammarName(language);
    const record = manifest.find((candidate) => candidate.file === file);
    if (!record) {
      problems.push(`${file}: not in the manifest. Run "npm run grammars:update".`);
      continue;
    }
    const bytes = readGrammar(language);
    if (bytes.length !== record.bytes || sha256(bytes) !== record.sha256)
      problems.push(`${file}: not the bytes of the manifest.`);
    if (!packages) continue;
    const installed = installedPackage(record.package);
    if (installed.version !== record.version || installed.integrity !== record.integrity)
      problems.push(`${file}: the manifest names another version of ${record.package}.`);
    if (Buffer.compare(bytes, readFileSync(join(installed.folder, record.source))) !== 0)
      problems.push(`${file}: not the bytes of ${record.package}.`);
  }
  const wanted = new Set(languages.map(grammarName));
  for (const { file } of manifest) if (!wanted.has(file)) problems.push(`${file}: no language uses it.`);
  return problems;
}
