import { expect, test } from 'vitest';
import { installsProject, runsPackage, unpinnedPackages } from './adhoc-packages.ts';

test.each([
  ['npm install left-pad', ['left-pad']],
  ['npm install left-pad@1.3.0', []],
  ['npm ci', []],
  ['npx cowsay hello', ['cowsay']],
  ['pip3 install requests', ['requests']],
  ['python3 -m pip install requests', ['requests']],
  ['pip install requests==2.0.0', []],
  ['toString a', []],
  ['constructor a', []],
  ['__proto__ a', []],
])('%s', (command, packages) => {
  expect(unpinnedPackages(command.split(' '))).toEqual(packages);
});

test('what installs the project, and what runs a package', () => {
  expect(installsProject(['yarn'])).toBe(true);
  expect(installsProject(['npm'])).toBe(false);
  expect(installsProject(['npm', 'ci'])).toBe(true);
  expect(installsProject(['pip', 'install'])).toBe(false);
  expect(runsPackage(['npm', 'exec', 'a'])).toBe(true);
  expect(runsPackage(['npm', 'run', 'a'])).toBe(false);
});
