import { expect, test } from 'vitest';
import { readPylockToml } from './pylock-toml.ts';

const lock = `lock-version = "1.0"
[[packages]]
name = "web-app"
version = "2.0"
dependencies = [{ name = "Helper_Lib" }]
[[packages]]
name = "helper-lib"
version = "1.10"
`;

test('a package knows what it needs, whatever spelling the names have, and what nobody needs is direct', () => {
  const { dependencies } = readPylockToml(lock, 'pylock.toml', []);
  const at = (name: string) => dependencies.findIndex((each) => each.name === name);
  expect(dependencies.map(({ name, version }) => `${name} ${version}`)).toEqual([
    'web-app 2.0',
    'helper-lib 1.10',
  ]);
  expect(dependencies[at('web-app')]!.needs).toEqual([at('helper-lib')]);
  expect(dependencies.map(({ direct }) => direct)).toEqual([true, false]);
});
