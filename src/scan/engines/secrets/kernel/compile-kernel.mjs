// Plain JavaScript, because AssemblyScript's declarations would replace global types of the whole project.
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

/** Compiles find.assembly to WebAssembly; the result is the same bytes on every machine. */
export async function compileKernel() {
  const source = readFileSync(new URL('./find.assembly', import.meta.url), 'utf8');
  let wasm;
  const flags = [
    '--outFile=find.wasm',
    '--optimizeLevel=3',
    '--noAssert',
    '--runtime=stub',
    '--importMemory',
    '--initialMemory=1',
    '--maximumMemory=65536',
    '--enable=simd',
  ];
  const { error, stderr } = await asc.main(['find.ts', ...flags], {
    readFile: (name) => (name === 'find.ts' ? source : null),
    writeFile: (name, contents) => {
      if (name === 'find.wasm') wasm = contents;
    },
    listFiles: () => [],
  });
  if (error || !wasm) throw new Error(`The kernel does not compile.\n${stderr.toString()}`, { cause: error });
  return wasm;
}

// `node src/scan/engines/secrets/kernel/compile-kernel.mjs` writes the file that the service loads.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const base64 = Buffer.from(await compileKernel()).toString('base64');
  const lines = base64.match(/.{1,100}/g).map((line) => `  '${line}'`);
  writeFileSync(
    new URL('./find-kernel.ts', import.meta.url),
    `/** find.assembly, compiled by compile-kernel.mjs; a test holds that the two agree. */\nexport const findKernel =\n${lines.join(' +\n')};\n`,
  );
}
