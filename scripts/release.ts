// Makes a release of this checkout for this platform: `node scripts/release.ts [FOLDER] [--only npm,archive,deb,image,sbom] [--fast]` (FOLDER: release).
// The same commit gives the same bytes. Needs tar, xz and ar; the image also apt and dpkg-deb, which fetch and unpack Debian packages.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { layOutProgram } from './release/lay-out-program.ts';
import { makeArchive } from './release/make-archive.ts';
import { makeDeb } from './release/make-deb.ts';
import { makeImage } from './release/make-image.ts';
import { makeSbom } from './release/make-sbom.ts';
import { readFacts, root } from './release/release-facts.ts';

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, fast: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const out = resolve(positionals[0] ?? 'release');
const parts = values.only?.split(',') ?? ['npm', 'archive', 'deb', 'image', 'sbom'];
const facts = readFacts(values.fast);
const work = mkdtempSync(join(tmpdir(), 'lorekeep-release-'));
try {
  mkdirSync(out, { recursive: true });
  execFileSync(process.execPath, [join(root, 'scripts', 'build.ts')], { stdio: 'inherit' });
  const program = join(work, 'program');
  layOutProgram(program);
  const makers: Record<string, () => string> = {
    npm: () =>
      execFileSync('npm', ['pack', '--silent', '--pack-destination', out], {
        cwd: root,
        encoding: 'utf8',
      }).trim(),
    archive: () => makeArchive(program, work, out, facts),
    deb: () => makeDeb(program, work, out, facts),
    image: () => makeImage(program, work, out, facts),
    sbom: () => makeSbom(work, out, facts),
  };
  const sums: string[] = [];
  for (const part of parts) {
    const make = makers[part];
    if (!make)
      throw new Error(
        `There is no part "${part}" of a release; there are ${Object.keys(makers).join(', ')}.`,
      );
    const name = make();
    const file = join(out, name);
    sums.push(`${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${name}`);
    console.log(`${name}  ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  }
  writeFileSync(join(out, 'SHA256SUMS'), `${sums.join('\n')}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
