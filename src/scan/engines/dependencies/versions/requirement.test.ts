import { expect, test } from 'vitest';
import { ecosystemTraits } from '../ecosystems.ts';
import { accepts, exactVersion, parseRequirement, type RequirementStyle } from './requirement.ts';

/** Intervals as `[min, max)`, with brackets for ends that belong to them. */
function shown(text: string, style: RequirementStyle): string | undefined {
  return parseRequirement(text, style)
    ?.map(
      ({ min, max }) =>
        `${min?.inclusive ? '[' : '('}${min?.version ?? ''},${max?.version ?? ''}${max?.inclusive ? ']' : ')'}`,
    )
    .join(' ');
}

test.for([
  ['npm', '1.2.3', '[1.2.3,1.2.3]'],
  ['npm', '=1.2.3', '[1.2.3,1.2.3]'],
  ['npm', 'v1.2.3', '[1.2.3,1.2.3]'],
  ['npm', '1.2', '[1.2,1.3)'],
  ['npm', '1', '[1,2.0)'],
  ['npm', '1.x', '[1,2.0)'],
  ['npm', '1.2.*', '[1.2,1.3)'],
  ['npm', '*', '(,)'],
  ['npm', '', '(,)'],
  ['npm', 'latest', '(,)'],
  ['npm', '^1.2.3', '[1.2.3,2.0.0)'],
  ['npm', '^0.2.3', '[0.2.3,0.3.0)'],
  ['npm', '^0.0.3', '[0.0.3,0.0.4)'],
  ['npm', '^0.0', '[0.0,0.1)'],
  ['npm', '^1', '[1,2.0)'],
  ['npm', '^1.x', '[1,2.0)'],
  ['npm', '~1.2.3', '[1.2.3,1.3.0)'],
  ['npm', '~1.2', '[1.2,1.3)'],
  ['npm', '~1', '[1,2.0)'],
  ['npm', '^1.2.3-beta.1', '[1.2.3-beta.1,2.0.0)'],
  ['npm', '1.2.3+build', '[1.2.3,1.2.3]'],
  ['npm', '>1.2.3', '(1.2.3,)'],
  ['npm', '>1.2', '[1.3,)'],
  ['npm', '>=1.2', '[1.2,)'],
  ['npm', '=>1.2.0', '[1.2.0,)'],
  ['npm', '<1.2', '(,1.2)'],
  ['npm', '<=1.2', '(,1.3)'],
  ['npm', '<=1.2.3', '(,1.2.3]'],
  ['npm', '=<1.2.3', '(,1.2.3]'],
  ['npm', '>=1.0.0 <2.0.0', '[1.0.0,2.0.0)'],
  ['npm', '>1.0.0 >=1.0.0', '(1.0.0,)'],
  ['npm', '<2.0.0 <=2.0.0', '(,2.0.0)'],
  ['npm', '>=1.0.0 >=1.5.0 <3.0.0 <2.0.0', '[1.5.0,2.0.0)'],
  ['npm', '1.2.3 - 2.3.4', '[1.2.3,2.3.4]'],
  ['npm', '1.2 - 2', '[1.2,3.0)'],
  ['npm', '^1 || ^3', '[1,2.0) [3,4.0)'],
  ['npm', '1.0.0 | 2.0.0', '[1.0.0,1.0.0] [2.0.0,2.0.0]'],
  ['npm', '>=1 !=1.5.0', '[1,)'],
  ['npm', 'https://x.test', undefined],
  ['npm', 'next', undefined],
  ['npm', '>= 1.0.0, < 2', '[1.0.0,2)'],
  ['cargo', '1.2.3', '[1.2.3,2.0.0)'],
  ['cargo', '0.2', '[0.2,0.3)'],
  ['cargo', '=1.2.3', '[1.2.3,1.2.3]'],
  ['cargo', '=1.2', '[1.2,1.3)'],
  ['cargo', '1.*', '[1,2.0)'],
  ['cargo', '>=1, <2', '[1,2)'],
  ['composer', '~1.2', '[1.2,2.0)'],
  ['composer', '~1.2.3', '[1.2.3,1.3.0)'],
  ['composer', '^1.2', '[1.2,2.0)'],
  ['composer', '1.2', '[1.2,1.2]'],
  ['composer', '1.0 - 2.0', '[1.0,2.1)'],
  ['composer', '1.0 or 2.0', '[1.0,1.0] [2.0,2.0]'],
  ['ruby', '~> 1.2.3', '[1.2.3,1.3.0)'],
  ['ruby', '~> 1.2', '[1.2,2.0)'],
  ['ruby', '~> 1', '[1,2.0)'],
  ['ruby', '> 1.2', '(1.2,)'],
  ['ruby', '<= 1.2', '(,1.2]'],
  ['ruby', '1.2', '[1.2,1.2]'],
  ['ruby', '1.0 - 2.0', undefined],
  ['pep440', '~=1.4.2', '[1.4.2,1.5.0)'],
  ['pep440', '==1.4.*', '[1.4,1.5)'],
  ['pep440', '==1.4', '[1.4,1.4]'],
  ['pep440', '===1.4', '[1.4,1.4]'],
  ['pep440', '>=1.0,<2.0,!=1.5', '[1.0,2.0)'],
  ['pep440', '>=1!1.0', '[1!1.0,)'],
  ['pep440', '>=1.0 and <2', '[1.0,2)'],
  ['brackets', '[1.0,2.0)', '[1.0,2.0)'],
  ['brackets', '(1.0,2.0]', '(1.0,2.0]'],
  ['brackets', '[1.5]', '[1.5,1.5]'],
  ['brackets', '(,1.0],[1.2,)', '(,1.0] [1.2,)'],
  ['brackets', '1.0', '[1.0,1.0]'],
  ['brackets', '1.*', '[1,2.0)'],
  ['brackets', '', undefined],
  ['brackets', 'a b', undefined],
  ['brackets', '[', undefined],
  ['exact', '1.0', '[1.0,1.0]'],
  ['exact', '', undefined],
  ['exact', 'x'.repeat(1025), undefined],
] as Array<[RequirementStyle, string, string | undefined]>)('%s: %s', ([style, text, expected]) => {
  expect(shown(text, style)).toEqual(expected);
});

test.for([
  ['1.2.3', '1.2.3'],
  ['^1.2.3', undefined],
  ['1.2.3 || 1.2.4', undefined],
  ['>=1.0.0 <=1.0.0', '1.0.0'],
  ['>=1.0.0 <1.0.0', undefined],
  ['>=1.0.0', undefined],
] as const)('the one version that %s accepts is %s', ([text, expected]) => {
  expect(exactVersion(parseRequirement(text, 'npm')!)).toBe(expected);
});

test.for([
  ['>=1.0.0 <2.0.0', '1.0.0', true],
  ['>=1.0.0 <2.0.0', '2.0.0', false],
  ['>1.0.0 <=2.0.0', '1.0.0', false],
  ['>1.0.0 <=2.0.0', '2.0.0', true],
  ['>=1.0.0', '0.9.9', false],
  ['<=1.0.0', '1.0.1', false],
  ['>=1.0.0', '1.1.0-beta', false],
  ['>=1.0.0-alpha', '1.1.0-beta', true],
  ['<1.2.0-rc', '1.1.0-beta', true],
  ['^1 || ^3', '3.1.0', true],
  ['^1 || ^3', '2.0.0', false],
] as const)('%s accepts %s: %s', ([text, version, expected]) => {
  expect(accepts(parseRequirement(text, 'npm')!, version, ecosystemTraits('npm').scheme)).toBe(expected);
});
