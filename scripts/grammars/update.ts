import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { grammarFolder, grammarName } from '../../src/scan/syntax/grammar-file.ts';
import { languages } from '../../src/scan/syntax/languages.ts';
import { type GrammarRecord, licencesFile, manifestFile, sha256 } from './manifest.ts';
import { installedPackage, installPackages } from './packages.ts';

/** Writes `grammars/` from the packages that its package.json names. */
export function updateGrammars(): void {
  installPackages();
  for (const file of readdirSync(grammarFolder)) if (file.endsWith('.br')) rmSync(join(grammarFolder, file));
  const records: GrammarRecord[] = [];
  const licences = new Map<string, string>();
  for (const language of languages) {
    const { folder, version, licence, licenceText, integrity } = installedPackage(language.grammarPackage);
    const bytes = readFileSync(join(folder, language.grammarFile));
    const file = grammarName(language);
    writeFileSync(join(grammarFolder, file), compressed(bytes));
    records.push({
      file,
      package: language.grammarPackage,
      version,
      integrity,
      source: language.grammarFile,
      licence,
      bytes: bytes.length,
      sha256: sha256(bytes),
    });
    licences.set(`${language.grammarPackage} ${version} (${licence})`, licenceText.trim());
  }
  writeFileSync(manifestFile, `${JSON.stringify(records, null, 2)}\n`);
  const texts = [...licences].map(
    ([title, text]) =>
      `${title}\n${'='.repeat(title.length)}\n\n${text || 'The package has no text of its licence.'}\n`,
  );
  writeFileSync(licencesFile, texts.join('\n\n'));
  console.log(
    `${records.length} grammars, ${records.reduce((sum, { bytes }) => sum + bytes, 0)} bytes unpacked.`,
  );
}

function compressed(bytes: Uint8Array): Buffer {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
