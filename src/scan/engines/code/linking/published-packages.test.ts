import { expect, test } from 'vitest';
import { isPublished, PublishedPackages } from './published-packages.ts';

test.each([
  ['package.json', '{"main": "a.js", "dependencies": {"lodash": "4"}}', true],
  ['package.json', '{"main": "a.js", "dependencies": {"express": "5"}}', false],
  // What is used with a framework, or tested with it, is no server.
  [
    'package.json',
    '{"main": "a.js", "peerDependencies": {"express": "5"}, "dependencies": {"ms": "2"}}',
    true,
  ],
  ['package.json', '{"main": "a.js", "devDependencies": {"express": "5"}}', true],
  ['package.json', '{"main": "a.js", "dependencies": {"express-like": "5"}}', true],
  ['package.json', '{"main": "a.js", "dependencies": {"express": "5"', false],
  ['package.json', '{"private": true, "main": "a.js", "dependencies": {}}', false],
  ['composer.json', '{"name": "a/b", "require": {"php": "8"}}', true],
  ['composer.json', '{"name": "a/b", "require": {"laravel/framework": "11"}}', false],
  [
    'composer.json',
    '{"name": "a/b", "require": {"illuminate/support": "11"}, "require-dev": {"laravel/framework": "11"}}',
    true,
  ],
  ['composer.json', '{"name": "a/b", "type": "project", "require": {}}', false],
  ['pyproject.toml', '[project]\nname = "a"\ndependencies = ["django>=4"]\n', true],
  ['pyproject.toml', '[project]\nname = "a"\n[project.scripts]\na = "a:main"\n', true],
  ['pyproject.toml', '[project]\ndependencies = ["Django>=4"]\n[project.scripts]\na = "a:main"\n', false],
  [
    'pyproject.toml',
    '[tool.poetry]\n[tool.poetry.dependencies]\nflask = "^3"\n[tool.poetry.scripts]\na = "a:main"\n',
    false,
  ],
  ['pyproject.toml', '[project]\ndependencies = ["django-filter"]\n[project.scripts]\na = "a:main"\n', true],
  ['setup.py', 'setup()', true],
])('%s with %j offers its functions to others: %s', (path, text, expected) => {
  expect(isPublished(`folder/${path}`, text)).toBe(expected);
});

test('what a browser is sent is not offered to those who install the package', () => {
  const packages = new PublishedPackages(['lib/package.json']);
  expect(packages.has('lib/src/parse.js')).toBe(true);
  expect(packages.has('lib/public/app/editor.js')).toBe(false);
  expect(packages.has('lib/static/views.py')).toBe(true);
  expect(packages.has('other/parse.js')).toBe(false);
});
