import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Layer } from '../detectors/candidate.ts';
import { readCompiledRules } from '../rules/compiled-rules.ts';
import { Scanner } from '../scanner.ts';
import { createSecretsEngine } from '../secrets-engine.ts';
import { createVocabulary } from '../values/vocabulary.ts';
import { ByteAutomaton } from './byte-automaton.ts';
import { parseExpression } from './expression.ts';

const compiled = readCompiledRules();
const vocabulary = createVocabulary(compiled.words);

function layerOf(text: string): Layer {
  return {
    bytes: Buffer.from(text, 'latin1'),
    depth: 0,
    context: {
      syntax: 'config',
      extension: '',
      caution: undefined,
      setup: undefined,
      anonymousKey: false,
      settings: false,
      shipped: false,
    },
    via: [],
    binary: false,
  };
}

/** Texts that make a matcher start often and fail late: the keyword over and over, and before and behind long runs of what fits. */
function attacksOn(keyword: string): string[] {
  const runs = ['a', '0', 'aA0_', '= "'];
  return [
    keyword,
    ...runs.flatMap((run) => [
      `${keyword}${run.repeat(24)} `,
      `${run.repeat(24)}${keyword}`,
      `${keyword}=${run}`,
    ]),
  ];
}

test('every rule stays within a fixed amount of work a byte, whatever is made to slow it down', () => {
  const scanner = new Scanner(compiled.rules, vocabulary);
  const length = 500;
  for (const rule of compiled.rules) {
    for (const attack of rule.keywords.slice(0, 1).flatMap(({ text }) => attacksOn(text))) {
      const { steps } = scanner.scan(layerOf(attack.repeat(Math.ceil(length / attack.length))));
      // A match is at most a few thousand bytes long and starts at a keyword: this is the product, not a power, of the two.
      expect(steps / length, `${rule.id} on ${JSON.stringify(attack.slice(0, 40))}`).toBeLessThan(1500);
    }
  }
});

test('work grows in proportion to the text: twice the attack is twice the work', () => {
  const scanner = new Scanner(compiled.rules, vocabulary);
  for (const attack of [
    'eyJaaaaaaaaaa.eyJ-',
    'password="',
    '://a:b@',
    '-----BEGIN RSA PRIVATE KEY-----',
    'AKIA',
    '%41%42',
    'aws_secret_access_key=',
    'glpat-',
  ]) {
    const once = scanner.scan(layerOf(attack.repeat(2000))).steps;
    const twice = scanner.scan(layerOf(attack.repeat(4000))).steps;
    expect(twice / once, attack).toBeLessThan(2.2);
  }
});

test('a file that is made of nothing but beginnings ends with a note, not with a hang', () => {
  const engine = createSecretsEngine();
  for (const attack of ['eyJaaaaaaaaaaaaa.eyJ-', 'glpat-', '-----BEGIN PRIVATE KEY-----\n', 'password: "']) {
    const bytes = Buffer.from(attack.repeat(Math.ceil((1 << 20) / attack.length)));
    const { notes } = engine.analyse(
      { path: 'a.txt', bytes, text: '', tree: undefined },
      { hashSecret: () => '' },
    );
    expect(notes ?? []).toEqual(
      notes === undefined ? [] : [expect.objectContaining({ reason: 'budget_exceeded' })],
    );
  }
});

test('a password in a URL that repeats the words of examples is read in one pass', () => {
  const content = `${'password'.repeat(36)}q`;
  expect(
    createSecretsEngine().analyse(
      { path: 'a.conf', bytes: Buffer.from(`http://u:${content}@h.net/`), text: '', tree: undefined },
      { hashSecret: () => 'hash' },
    ).findings,
  ).toHaveLength(1);
});

test('expressions that ruin a backtracking matcher are matched in one pass', () => {
  for (const source of [
    '(?:a?){200}a{200}',
    '(?:a|aa){1,200}b',
    '(?:(?:a{1,20}){1,20})b',
    '[a-z]{0,400}[a-y]{0,400}[a-x]{0,400}0',
  ]) {
    const automaton = new ByteAutomaton(parseExpression(source).root, 'forwards');
    const text = Buffer.alloc(4000, 'a');
    automaton.longest(text, 0, text.length);
    expect(automaton.steps, source).toBeLessThan(4000 * 6000);
  }
});

test('the automaton agrees with the regular expressions of the platform', () => {
  const piece = fc.constantFrom('a', 'b', '[ab]', '[^a]', '(?:a|bc)', '(?:ab|a)', '\\d', '.', 'c');
  const repeat = fc.constantFrom('', '?', '{2}', '{1,3}', '{0,2}', '+', '*');
  const expression = fc
    .array(fc.tuple(piece, repeat), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.map((part) => part.join('')).join(''));
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '\n'), maxLength: 12 });
  fc.assert(
    fc.property(expression, text, (source, subject) => {
      const bytes = Buffer.from(subject);
      const { root } = parseExpression(source);
      const whole = new RegExp(`^(?:${source})$`);
      expect(new ByteAutomaton(root, 'forwards').covers(bytes, 0, bytes.length)).toBe(whole.test(subject));
      const ends = [...subject, ''].map((_, end) => end).filter((end) => whole.test(subject.slice(0, end)));
      expect(new ByteAutomaton(root, 'forwards').longest(bytes, 0, bytes.length)).toBe(ends.at(-1) ?? -1);
      const starts = [...subject, '']
        .map((_, start) => start)
        .filter((start) => whole.test(subject.slice(start)));
      expect(new ByteAutomaton(root, 'backwards').longest(bytes, bytes.length, 0)).toBe(starts[0] ?? -1);
    }),
    { numRuns: 500 },
  );
});
