// `npm run native:compile`: compiles native/*.c with gcc and writes native/manifest.json. `npm run native:verify`: compares what is committed with the manifest and its
// sources, and, where gcc is the one that the manifest names, with what it compiles to, byte for byte.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, compilerVersion, flags, nativeFolder, readSources, sha256 } from './native/compile.ts';
import { verifyNative } from './native/verify.ts';

const [command] = process.argv.slice(2);
const compiler = compilerVersion();
if (command === 'compile') {
  if (!compiler) throw new Error('The native kernels are compiled with gcc on Linux, x64.');
  const sources = readSources();
  const bytes = compile(Object.keys(sources));
  const file = 'encode-linux-x64.node';
  const record = { file, platform: 'linux', arch: 'x64', bytes: bytes.length, sha256: sha256(bytes) };
  writeFileSync(join(nativeFolder, file), bytes);
  const manifest = { compiler, flags, sources, files: [record] };
  writeFileSync(join(nativeFolder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
} else if (command === 'verify') {
  const problems = verifyNative();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log('The native kernels belong to their source.');
} else {
  console.error('usage: node scripts/native-kernels.ts compile | verify');
  process.exit(2);
}
