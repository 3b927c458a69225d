import type { Language, Paths } from './language.ts';

/** `found`: reported at medium or above, without doubt. `doubted`: reported with low confidence, and the check is named. `quiet`: not reported. */
export type Verdict = 'found' | 'doubted' | 'quiet';

export interface Shape {
  readonly title: string;
  readonly verdict: Verdict;
  /** Undefined where the language does not have what the shape needs. */
  write(language: Language): Written | undefined;
}

interface Written {
  readonly body: string[];
  readonly members?: string[];
}

const shape = (verdict: Verdict, title: string, write: Shape['write']): Shape => ({ title, verdict, write });
const body = (...lines: string[]) => ({ body: lines });

/** A shape with a function next to the handler. */
const helper = (
  verdict: Verdict,
  title: string,
  write: (language: Language & Required<Pick<Language, 'test' | 'check'>>) => Written | undefined,
): Shape =>
  shape(verdict, title, ({ test, check, ...language }) =>
    test && check ? write({ ...language, test, check }) : undefined,
  );

/** A shape about a file that is read. */
const path = (
  verdict: Verdict,
  title: string,
  write: (paths: Paths, language: Language) => string[],
): Shape => shape(verdict, title, (language) => language.paths && { body: write(language.paths, language) });

/** What a guard means, whatever it is written in. */
export const shapes: readonly Shape[] = [
  // Polarity and exits.
  shape('found', 'no guard', (l) => body(l.sink('x'))),
  shape('quiet', 'not matched: return', (l) =>
    body(...l.when(l.not(l.matches('x')), [l.leave]), l.sink('x')),
  ),
  shape('quiet', 'not matched: throw', (l) => body(...l.when(l.not(l.matches('x')), [l.fail]), l.sink('x'))),
  shape('quiet', 'matched: use', (l) => body(...l.when(l.matches('x'), [l.sink('x')]))),
  shape('found', 'matched: return', (l) => body(...l.when(l.matches('x'), [l.leave]), l.sink('x'))),
  shape('found', 'not matched: use', (l) => body(...l.when(l.not(l.matches('x')), [l.sink('x')]))),
  shape('found', 'not matched: only noted', (l) =>
    body(...l.when(l.not(l.matches('x')), [l.note]), l.sink('x')),
  ),
  shape('quiet', 'matched: note, else return', (l) =>
    body(...l.when(l.matches('x'), [l.note], [l.leave]), l.sink('x')),
  ),
  shape('found', 'matched or not: use in both', (l) =>
    body(...l.when(l.matches('x'), [l.note], [l.sink('x')])),
  ),
  shape('found', 'not matched: return only sometimes', (l) =>
    body(...l.when(l.not(l.matches('x')), l.when(l.other, [l.leave])), l.sink('x')),
  ),
  shape('quiet', 'not matched: return in both ways', (l) =>
    body(...l.when(l.not(l.matches('x')), l.when(l.other, [l.leave], [l.fail])), l.sink('x')),
  ),
  shape('quiet', 'not not matched: use', (l) =>
    l.name === 'bash' ? undefined : body(...l.when(l.not(l.not(l.matches('x'))), [l.sink('x')])),
  ),
  // And, or.
  shape('quiet', 'matched and more: use', (l) =>
    body(...l.when(l.and(l.matches('x'), l.other), [l.sink('x')])),
  ),
  shape('found', 'matched or something else: use', (l) =>
    body(...l.when(l.or(l.matches('x'), l.other), [l.sink('x')])),
  ),
  shape('quiet', 'not matched or something else: return', (l) =>
    body(...l.when(l.or(l.not(l.matches('x')), l.other), [l.leave]), l.sink('x')),
  ),
  shape('found', 'not matched and something else: return', (l) =>
    body(...l.when(l.and(l.not(l.matches('x')), l.other), [l.leave]), l.sink('x')),
  ),
  shape('quiet', 'one of two texts: use', (l) =>
    body(...l.when(l.or(l.equals('x', 'red'), l.equals('x', 'blue')), [l.sink('x')])),
  ),
  shape('found', 'a text, or matched loosely: use', (l) =>
    body(...l.when(l.or(l.equals('x', 'red'), l.equals('y', 'blue')), [l.sink('x')])),
  ),
  shape('found', 'not a text: use', (l) => body(...l.when(l.not(l.equals('x', 'red')), [l.sink('x')]))),
  // Membership.
  shape('quiet', 'listed: use', (l) => body(...l.when(l.listed('x'), [l.sink('x')]))),
  shape('found', 'listed: return', (l) => body(...l.when(l.listed('x'), [l.leave]), l.sink('x'))),
  shape(
    'found',
    'in a list of two letters: use',
    (l) => l.listedIn && body(...l.when(l.listedIn('x', 'ab'), [l.sink('x')])),
  ),
  shape(
    'doubted',
    'in a list called allowed: use',
    (l) => l.listedIn && body(...l.when(l.listedIn('x', 'allowed'), [l.sink('x')])),
  ),
  shape(
    'found',
    'in a list called disallowed: use',
    (l) => l.listedIn && body(...l.when(l.listedIn('x', 'disallowed'), [l.sink('x')])),
  ),
  // Names.
  shape(
    'doubted',
    'not isValid, which is not known: return',
    (l) => l.test && body(...l.when(l.not(l.call('isValid', 'x')), [l.leave]), l.sink('x')),
  ),
  shape('found', 'validationFailed: use', (l) =>
    body(...l.when(l.call('validationFailed', 'x'), [l.sink('x')])),
  ),
  shape('found', 'not allowedLengthExceeded: return', (l) =>
    body(...l.when(l.not(l.call('allowedLengthExceeded', 'x')), [l.leave]), l.sink('x')),
  ),
  shape('found', 'the result of isValid is not used', (l) =>
    body(l.act(l.call('isValid', 'x')), l.sink('x')),
  ),
  // Helpers.
  helper('quiet', 'a function tells: return', ({ test, ...l }) => ({
    members: test('fine', [l.give(l.matches('s'))]),
    body: [...l.when(l.not(l.call('fine', 'x')), [l.leave]), l.sink('x')],
  })),
  helper('quiet', 'a function tells that it is bad: return', ({ test, ...l }) => ({
    members: test('odd', [l.give(l.not(l.matches('s')))]),
    body: [...l.when(l.call('odd', 'x'), [l.leave]), l.sink('x')],
  })),
  helper('quiet', 'a function throws', ({ check, ...l }) => ({
    members: check('need', l.when(l.not(l.matches('s')), [l.fail])),
    body: [l.act(l.call('need', 'x')), l.sink('x')],
  })),
  helper('found', 'a function only notes', ({ check, ...l }) => ({
    members: check('need', l.when(l.not(l.matches('s')), [l.note])),
    body: [l.act(l.call('need', 'x')), l.sink('x')],
  })),
  helper('found', 'a function called isValid always agrees', ({ test, ...l }) => ({
    members: test('isValid', [l.note, l.give(l.yes)]),
    body: [...l.when(l.not(l.call('isValid', 'x')), [l.leave]), l.sink('x')],
  })),
  helper('quiet', 'a function of early returns tells: return', ({ test, ...l }) => ({
    members: test('fine', [...l.when(l.not(l.matches('s')), [l.give(l.no)]), l.give(l.yes)]),
    body: [...l.when(l.not(l.call('fine', 'x')), [l.leave]), l.sink('x')],
  })),
  helper('found', 'a function that agrees in more than one way: return', ({ test, ...l }) => ({
    members: test('fine', [...l.when(l.other, [l.give(l.yes)]), l.give(l.matches('s'))]),
    body: [...l.when(l.not(l.call('fine', 'x')), [l.leave]), l.sink('x')],
  })),
  helper('quiet', 'a function asks a function: return', ({ test, ...l }) => ({
    members: [...test('small', [l.give(l.matches('s'))]), ...test('fine', [l.give(l.call('small', 's'))])],
    body: [...l.when(l.not(l.call('fine', 'x')), [l.leave]), l.sink('x')],
  })),
  helper('found', 'a function that asks itself: return', ({ test, ...l }) => ({
    members: test('fine', [l.give(l.call('fine', 's'))]),
    body: [...l.when(l.not(l.call('fine', 'x')), [l.leave]), l.sink('x')],
  })),
  helper('found', 'the result of a function that tells is not used', ({ test, ...l }) => ({
    members: test('fine', [l.give(l.matches('s'))]),
    body: [l.act(l.call('fine', 'x')), l.sink('x')],
  })),
  helper(
    'found',
    'a function that throws, caught',
    ({ check, caught, ...l }) =>
      caught && {
        members: check('need', l.when(l.not(l.matches('s')), [l.fail])),
        body: [...caught([l.act(l.call('need', 'x'))]), l.sink('x')],
      },
  ),
  // Flags and versions.
  shape('quiet', 'a flag: return', (l) =>
    l.name === 'bash'
      ? undefined
      : body(l.set('ok', l.matches('x'), true), ...l.when(l.not('ok'), [l.leave]), l.sink('x')),
  ),
  shape('found', 'a flag of what the variable held before', (l) =>
    l.name === 'bash'
      ? undefined
      : body(
          l.set('ok', l.matches('x'), true),
          l.set('x', l.second, false),
          ...l.when(l.not('ok'), [l.leave]),
          l.sink('x'),
        ),
  ),
  shape('found', 'a flag that was set without a test', (l) =>
    l.name === 'bash'
      ? undefined
      : body(
          l.set('ok', l.yes, true),
          ...l.when(l.other, [l.set('ok', l.matches('x'), false)]),
          ...l.when(l.not('ok'), [l.leave]),
          l.sink('x'),
        ),
  ),
  shape('found', 'another value after the guard', (l) =>
    body(...l.when(l.not(l.matches('x')), [l.leave]), l.set('x', l.second, false), l.sink('x')),
  ),
  shape('found', 'another value is guarded', (l) =>
    body(
      l.set('y', l.second, l.name !== 'C' && l.name !== 'C++'),
      ...l.when(l.not(l.matches('y')), [l.leave]),
      l.sink('x'),
    ),
  ),
  // Loops.
  shape('quiet', 'each not matched: next', (l) =>
    l.each
      ? body(...l.each('item', [...l.when(l.not(l.matches('item')), [l.next!]), l.sink('item')]))
      : undefined,
  ),
  shape('found', 'each: use', (l) => (l.each ? body(...l.each('item', [l.sink('item')])) : undefined)),
  shape('found', 'each matched: next', (l) =>
    l.each ? body(...l.each('item', [...l.when(l.matches('item'), [l.next!]), l.sink('item')])) : undefined,
  ),
  // Patterns and conversions.
  shape('found', 'a letter occurs: use', (l) =>
    l.occurs ? body(...l.when(l.occurs('x'), [l.sink('x')])) : undefined,
  ),
  shape('found', 'the number that it begins with is positive: use', (l) =>
    l.positive ? body(...l.when(l.positive('x'), [l.sink('x')])) : undefined,
  ),
  // Paths.
  path('found', 'a path: use', (p) => [p.read(p.join('/srv/', 'x'))]),
  path('quiet', 'a resolved path inside its folder: use', (p, l) => [
    l.set('place', p.normal(p.join('/srv/', 'x')), true),
    ...l.when(l.not(p.begins('place', '/srv/')), [l.leave]),
    p.read('place'),
  ]),
  path('found', 'a resolved path inside its folder: return', (p, l) => [
    l.set('place', p.normal(p.join('/srv/', 'x')), true),
    ...l.when(p.begins('place', '/srv/'), [l.leave]),
    p.read('place'),
  ]),
  path('quiet', 'a resolved copy inside its folder: use the path', (p, l) => [
    l.set('place', p.normal(p.join('/srv/', 'x')), true),
    ...l.when(l.not(p.begins('place', '/srv/')), [l.fail]),
    p.read(p.join('/srv/', 'x')),
  ]),
  path('found', 'a path as it came that begins with the folder: use', (p, l) =>
    l.when(p.begins('x', '/srv/'), [p.read('x')]),
  ),
  path('found', 'resolved, but only noted', (p, l) => [
    l.set('place', p.normal(p.join('/srv/', 'x')), true),
    ...l.when(l.not(p.begins('place', '/srv/')), [l.note]),
    p.read('place'),
  ]),
  path('found', 'resolved, and something else put behind it', (p, l) => [
    l.set('place', p.normal(p.join('/srv/', 'x')), true),
    ...l.when(l.not(p.begins('place', '/srv/')), [l.leave]),
    l.set('x', l.second, false),
    p.read(p.join('/srv/', 'x')),
  ]),
  path('quiet', 'the way up does not occur: use', (p, l) => [
    ...l.when(p.holds('x', '..'), [l.leave]),
    p.read(p.join('/srv/', 'x')),
  ]),
  path('found', 'the way up occurs: use', (p, l) =>
    l.when(p.holds('x', '..'), [p.read(p.join('/srv/', 'x'))]),
  ),
];
