import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nativeManifestSchema } from '../../src/memory/embedding/transformer/native/native-kernels.ts';
import { compile, compilerVersion, flags, nativeFolder, readSources, sha256 } from './compile.ts';

const again = 'Run "npm run native:compile".';

/** What is wrong with the compiled kernels; nothing, if all is well. With a compiler they are compiled again and compared. */
export function verifyNative(folder = nativeFolder, compiler = compilerVersion()): string[] {
  const problems: string[] = [];
  const manifest = nativeManifestSchema.parse(
    JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')),
  );
  const sources = readSources(folder);
  for (const name of new Set([...Object.keys(sources), ...Object.keys(manifest.sources)]))
    if (sources[name] !== manifest.sources[name])
      problems.push(`${name}: not the source of the compiled kernels. ${again}`);
  if (JSON.stringify(flags) !== JSON.stringify(manifest.flags))
    problems.push(`The kernels were compiled with other flags. ${again}`);
  const compiled = compiler === manifest.compiler ? compile(Object.keys(sources), folder) : undefined;
  for (const { file, bytes, sha256: wanted } of manifest.files) {
    const found = readFileSync(join(folder, file));
    if (found.length !== bytes || sha256(found) !== wanted)
      problems.push(`${file}: not the bytes of the manifest.`);
    if (compiled && Buffer.compare(found, compiled) !== 0)
      problems.push(`${file}: not what its source compiles to. ${again}`);
  }
  return problems;
}
