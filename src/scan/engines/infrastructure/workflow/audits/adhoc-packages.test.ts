import { expect, test } from 'vitest';
import { installsProject, runsPackage, unpinnedPackages } from './adhoc-packages.ts';

// biome-ignore format: one line for each row
test.each([
  ['npm install left-pad', ['left-pad']], ['npm i -g a b@1.0.0 @s/c', ['a', '@s/c']], ['npm add a@latest', ['a@latest']], ['npm install left-pad@1.3.0', []], ['npm install --prefix x a', ['a']], ['npm ci', []], ['npm run a', []], ['npm exec a -- b', ['a']], ['npm install ./a file:b https://c a.tgz $X', []], ['npm install a > log', ['a']], ['npm install a 2>/dev/null b', ['a']],
  ['npx cowsay hello', ['cowsay']], ['npx -y cowsay@2', []], ['npx -p a b', ['b']], ['bunx a', ['a']], ['pnpm dlx a b', ['a']], ['pnpm add --filter x a', ['a']], ['pnpm run a', []], ['yarn dlx a', ['a']], ['yarn add a@next', ['a@next']], ['yarn global add a', ['a']], ['yarn a', []],
  ['pip3 install requests', ['requests']], ['pip install pip setuptools wheel a', ['a']], ['pip install -r x.txt a', []], ['pip install -i https://x a', ['a']], ['pip download a', []], ['python3 -m pip install requests', ['requests']], ['py -m pip install a', ['a']], ['python3 pip install a', []], ['/usr/bin/pip install a', ['a']], ['pip install requests==2.0.0', []],
  ['pipx install a b', ['a']], ['pipx run a==1', []], ['pipx list a', []], ['uv pip install a', ['a']], ['uv tool install a', ['a']], ['uv tool run a b', ['a']], ['uv sync a', []], ['uvx a b', ['a']],
  ['gem install a', ['a']], ['gem install a -v 1', []], ['gem install a:1.0', []], ['gem list a', []], ['cargo install a', ['a']], ['cargo install a@1', []], ['cargo install --version 1 a', []], ['cargo build a', []], ['cargo binstall a', ['a']],
  ['dotnet tool install a', ['a']], ['dotnet tool install a --version 1', []], ['dotnet add a', []], ['composer global require a', ['a']], ['composer global require a:1', []], ['composer require a', []], ['go install a@latest', ['a@latest']], ['go install a@v1', []], ['go get a@latest', []],
  ['toString a', []], ['constructor a', []], ['__proto__ a', []], ['', []],
])('%s', (command, packages) => {
  expect(unpinnedPackages(command.split(' '))).toEqual(packages);
});

// biome-ignore format: one line for each row
test.each([
  ['yarn', true, false], ['npm', false, false], ['npm ci', true, false], ['npm i', true, false], ['pnpm install', true, false], ['bun clean-install', true, false], ['npm run ci', false, false], ['pip install', false, false],
  ['npm exec a', false, true], ['npx a', false, true], ['bunx a', false, true], ['npm run a', false, false], ['yarn exec a', false, false],
])('%s installs the project: %s, runs a package: %s', (command, installs, runs) => {
  const words = command.split(' ');
  expect([installsProject(words), runsPackage(words)]).toEqual([installs, runs]);
});
