// Plain JavaScript, because AssemblyScript's declarations would replace global types of the whole project.
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

/** Every kernel: what is named after its folder's source, and what it needs beside arithmetic. */
const kernels = {
  'src/memory/index/vectors/kernel/scan.assembly': ['--sharedMemory', '--enable=threads'],
  'src/scan/engines/secrets/matching/kernel/find.assembly': [],
};

/** Compiles a kernel to WebAssembly; the result is the same bytes on every machine. */
export async function compileKernel(file) {
  const flags = kernels[file];
  if (!flags) throw new Error(`${file} is no kernel. There are ${Object.keys(kernels).join(', ')}.`);
  const source = readFileSync(join(root, file), 'utf8');
  const shared = [
    '--outFile=kernel.wasm',
    '--optimizeLevel=3',
    '--noAssert',
    '--runtime=stub',
    '--importMemory',
    '--initialMemory=1',
    '--maximumMemory=65536',
    '--enable=simd',
  ];
  let wasm;
  const { error, stderr } = await asc.main(['kernel.ts', ...shared, ...flags], {
    readFile: (name) => (name === 'kernel.ts' ? source : null),
    writeFile: (name, contents) => {
      if (name === 'kernel.wasm') wasm = contents;
    },
    listFiles: () => [],
  });
  if (error || !wasm) throw new Error(`The kernel does not compile.\n${stderr.toString()}`, { cause: error });
  return wasm;
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

// `npm run kernels:compile` writes the files that the service loads.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  for (const file of Object.keys(kernels)) {
    const name = basename(file, '.assembly');
    const base64 = Buffer.from(await compileKernel(file)).toString('base64');
    const lines = base64.match(/.{1,100}/g).map((line) => `  '${line}'`);
    writeFileSync(
      join(root, dirname(file), `${name}-kernel.ts`),
      `/** ${name}.assembly, compiled by \`npm run kernels:compile\`; a test holds that the two agree. */\nexport const ${name}Kernel =\n${lines.join(' +\n')};\n`,
    );
  }
}
