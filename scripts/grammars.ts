// `npm run grammars:update`: installs the packages of grammars/package.json and vendors their grammars. `npm run grammars:verify`: compares what is vendored with
// the manifest, and with `-- --packages` also with the packages themselves, byte for byte.
import { updateGrammars } from './grammars/update.ts';
import { verifyGrammars } from './grammars/verify.ts';

const [command, ...flags] = process.argv.slice(2);
if (command === 'update') updateGrammars();
else if (command === 'verify') {
  const problems = verifyGrammars({ packages: flags.includes('--packages') });
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log('Every grammar is the one of the manifest.');
} else {
  console.error('usage: node scripts/grammars.ts update | verify [--packages]');
  process.exit(2);
}
