// Plain JavaScript, because AssemblyScript's declarations would replace global types of the whole project.
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

/** Every kernel: its source, and for each build of it the name and what the build needs next to arithmetic. */
const kernels = {
  // The third level moves what is used late to where it is used, so that loops with many vectors run out of registers: a tenth slower.
  'src/memory/index/vectors/kernel/scan.assembly': {
    relaxedKernel: [
      '--optimizeLevel=2',
      '--sharedMemory',
      '--enable=threads',
      '--enable=relaxed-simd',
      '--use=RELAXED=1',
    ],
    plainKernel: ['--optimizeLevel=2', '--sharedMemory', '--enable=threads', '--use=RELAXED=0'],
  },
  'src/memory/embedding/transformer/kernel/encode.assembly': {
    relaxedKernel: ['--sharedMemory', '--enable=threads', '--enable=relaxed-simd', '--use=RELAXED=1'],
    plainKernel: ['--sharedMemory', '--enable=threads', '--use=RELAXED=0'],
  },
  'src/scan/engines/secrets/matching/kernel/find.assembly': { findKernel: [] },
  'src/kernel/json/outline.assembly': { outlineKernel: [] },
};

/** Compiles the builds of a kernel to WebAssembly; the result is the same bytes on every machine. */
export async function compileKernel(file) {
  const builds = kernels[file];
  if (!builds) throw new Error(`${file} is not a kernel. There are ${Object.keys(kernels).join(', ')}.`);
  const source = readFileSync(join(root, file), 'utf8');
  const compiled = {};
  for (const [name, flags] of Object.entries(builds)) compiled[name] = await compile(source, flags);
  return compiled;
}

async function compile(source, flags) {
  const shared = [
    '--outFile=kernel.wasm',
    ...(flags.some((flag) => flag.startsWith('--optimizeLevel=')) ? [] : ['--optimizeLevel=3']),
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
  return Buffer.from(wasm).toString('base64');
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

// `npm run kernels:compile` writes the files that the service loads.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  for (const file of Object.keys(kernels)) {
    const name = basename(file, '.assembly');
    const parts = Object.entries(await compileKernel(file)).map(([build, base64]) => {
      const lines = base64.match(/.{1,100}/g).map((line) => `  '${line}'`);
      return `export const ${build} =\n${lines.join(' +\n')};\n`;
    });
    const note = `/** ${name}.assembly, compiled by \`npm run kernels:compile\`; a test holds that the two agree. */\n`;
    writeFileSync(join(root, dirname(file), `${name}-kernel.ts`), `${note}${parts.join('\n')}`);
  }
}
