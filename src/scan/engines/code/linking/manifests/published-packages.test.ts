import { expect, test } from 'vitest';
import { isPublished, PublishedPackages } from './published-packages.ts';

test.each([
  ['package.json', '{"name": "a", "main": "a.js", "dependencies": {"lodash": "4"}}', true],
  ['package.json', '{"name": "a", "main": "a.js", "dependencies": {"express": "5"}}', false],
  // What is used with a framework, or tested with it, is no server.
  [
    'package.json',
    '{"name": "a", "main": "a.js", "peerDependencies": {"express": "5"}, "dependencies": {"ms": "2"}}',
    true,
  ],
  ['package.json', '{"name": "a", "main": "a.js", "devDependencies": {"express": "5"}}', true],
  ['package.json', '{"name": "a", "main": "a.js", "dependencies": {"express-like": "5"}}', true],
  ['package.json', '{"name": "a", "main": "a.js", "dependencies": {"express": "5"', false],
  ['package.json', '{"name": "a", "private": true, "main": "a.js", "dependencies": {}}', false],
  ['package.json', '{"type": "module"}', undefined],
  ['composer.json', '{"name": "a/b", "require": {"php": "8"}}', true],
  ['composer.json', '{"name": "a/b", "require": {"laravel/framework": "11"}}', false],
  [
    'composer.json',
    '{"name": "a/b", "require": {"illuminate/support": "11"}, "require-dev": {"laravel/framework": "11"}}',
    true,
  ],
  ['composer.json', '{"name": "a/b", "type": "project", "require": {}}', false],
  ['pyproject.toml', '[build-system]\n[project]\nname = "a"\ndependencies = ["django>=4"]\n', true],
  ['pyproject.toml', '[project]\nname = "a"\ndependencies = ["django>=4"]\n', undefined],
  ['pyproject.toml', '[build-system]\n[tool.poetry]\npackage-mode = false\n', undefined],
  ['pyproject.toml', '[tool.black]\nline-length = 90\n', undefined],
  ['setup.cfg', '[flake8]\nmax-line-length = 90\n', undefined],
  ['pyproject.toml', '[build-system]\n[project]\nname = "a"\n[project.scripts]\na = "a:main"\n', true],
  ['pyproject.toml', '[project]\ndependencies = ["Django>=4"]\n[project.scripts]\na = "a:main"\n', false],
  [
    'pyproject.toml',
    '[tool.poetry]\n[tool.poetry.dependencies]\nflask = "^3"\n[tool.poetry.scripts]\na = "a:main"\n',
    false,
  ],
  [
    'pyproject.toml',
    '[build-system]\n[project]\ndependencies = ["django-filter"]\n[project.scripts]\na = "a:main"\n',
    true,
  ],
  ['setup.py', 'setup()', true],
  ['setup.cfg', '[metadata]\nname = a\n[options]\ninstall_requires =\n    flask\n', true],
  ['setup.cfg', '[metadata]\nname = a\n[options.entry_points]\nconsole_scripts =\n    a = a:main\n', true],
  [
    'setup.cfg',
    '[options]\ninstall_requires =\n    Flask\n[options.entry_points]\nconsole_scripts =\n    a = a:main\n',
    false,
  ],
  [
    'setup.py',
    "setup(name='a', install_requires=['django>=4'], entry_points={'console_scripts': ['a = a:main']})",
    false,
  ],
  ['go.mod', 'module example.org/a\n\ngo 1.22\n', true],
  ['go.mod', 'module example.org/a\n\nrequire github.com/spf13/cobra v1.8.0\n', false],
  ['pom.xml', '<project><artifactId>a</artifactId></project>', true],
  ['pom.xml', '<project><packaging>war</packaging></project>', false],
  [
    'pom.xml',
    '<project><parent><artifactId>spring-boot-starter-parent</artifactId></parent></project>',
    false,
  ],
  ['build.gradle', "plugins { id 'java-library' }", true],
  ['build.gradle.kts', 'plugins { java }', false],
  ['build.gradle', "plugins { id 'java-library'\n id 'application' }", false],
  ['A.csproj', '<Project Sdk="Microsoft.NET.Sdk"></Project>', true],
  ['A.csproj', '<Project Sdk="Microsoft.NET.Sdk.Web"></Project>', false],
  ['A.csproj', '<Project Sdk="Microsoft.NET.Sdk"><OutputType>Exe</OutputType></Project>', false],
])('%s with %j offers its functions to others: %s', (path, text, expected) => {
  expect(isPublished(`folder/${path}`, text)).toBe(expected);
});

test('what a browser is sent is not offered to those who install the package', () => {
  const packages = new PublishedPackages(['lib/package.json']);
  expect(packages.has('lib/src/parse.js')).toBe(true);
  expect(packages.has('lib/public/app/editor.js')).toBe(false);
  expect(packages.has('other/parse.js')).toBe(false);
});

test('a package of Node.js inside of another speaks for itself, and is none where it says so', () => {
  const packages = new PublishedPackages(
    ['package.json', 'client/kit/package.json'],
    [],
    ['client/package.json'],
  );
  expect(packages.has('src/parse.js')).toBe(true);
  expect(packages.has('client/src/parse.js')).toBe(false);
  expect(packages.has('client/kit/src/parse.js')).toBe(true);
  expect(new PublishedPackages(['setup.py'], [], ['client/package.json']).has('client/run.py')).toBe(true);
});

test('a manifest speaks of the files of its language', () => {
  const packages = new PublishedPackages(['pyproject.toml', 'web/package.json']);
  expect(packages.has('src/serve.py')).toBe(true);
  expect(packages.has('src/static/views.py')).toBe(true);
  expect(packages.has('src/serve.js')).toBe(false);
  expect(packages.has('web/serve.py')).toBe(true);
  expect(packages.has('web/serve.ts')).toBe(true);
});

test('a module of Go in which a program begins is no library', () => {
  expect(new PublishedPackages(['go.mod']).has('vcs/git.go')).toBe(true);
  expect(new PublishedPackages(['go.mod'], ['cmd/a/main.go']).has('vcs/git.go')).toBe(false);
  expect(new PublishedPackages(['a/go.mod', 'b/go.mod'], ['b/main.go']).has('a/git.go')).toBe(true);
  expect(new PublishedPackages(['setup.py'], ['main.go']).has('a.py')).toBe(true);
});

test('one manifest of Python says for its whole folder that it is an application', () => {
  const packages = new PublishedPackages(
    ['a/setup.py', 'b/setup.py', 'a/c/package.json'],
    [],
    ['a/setup.cfg'],
  );
  expect(packages.has('a/run.py')).toBe(false);
  expect(packages.has('b/run.py')).toBe(true);
  expect(packages.has('a/c/run.js')).toBe(true);
});
