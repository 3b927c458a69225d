import { describe, expect, test } from 'vitest';
import { valueAt } from '../../../../../../../test/support/value-at.ts';

/** By language: a test of `input`, which comes from a request, over the elements of something, and what is known of it afterwards. */
const cases: Record<string, Array<[body: string, shown: string, known: string]>> = {
  javascript: [
    ["const all = ['a', 'b']; if (!all.some((one) => one === input)) return", 'input', 'cleared'],
    ["const all = ['a', 'b']; if (all.some((one) => one === input)) return", 'input', 'tainted'],
    ["const all = ['a', 'b']; if (!all.some((one) => one !== input)) return", 'input', 'tainted'],
    ["const all = ['a', 'b']; if (all.every((one) => one !== input)) return", 'input', 'cleared'],
    ["const all = ['a', input]; if (!all.some((one) => one === input)) return", 'input', 'tainted'],
    ['if (![...input].every((c) => /[a-z]/.test(c))) return', 'input', 'cleared'],
    ["if (!input.split('').every((c) => c >= 'a' && c <= 'z')) return", 'input', 'cleared'],
    ["if (!input.split(',').every((c) => c !== ';')) return", 'input', 'tainted'],
    ['if (![...input].some((c) => /[a-z]/.test(c))) return', 'input', 'tainted'],
    ["for (const c of input) if (c < 'a' || c > 'z') throw new Error('no')", 'input', 'cleared'],
    ["for (const c of input) if (c >= 'a' && c <= 'z') throw new Error('no')", 'input', 'tainted'],
    ["for (const c of input) { if (c < 'a' || c > 'z') break }", 'input', 'tainted'],
    ["for (const c of input) { if (c < 'a' || c > 'z') log(c) }", 'input', 'tainted'],
    ["for (const c of input) { if (c === ';') return }", 'input', 'tainted'],
    [
      "let ok = false; for (const one of ['a', 'b', 'c', 'd', 'e']) { if (one === input) ok = true } if (!ok) return",
      'input',
      'cleared',
    ],
    [
      "let ok = false; for (const one of ['a', 'b']) { if (one !== input) ok = true } if (!ok) return",
      'input',
      'tainted',
    ],
    ['if (isNaN(input)) return', 'input', 'clean'],
    ['if (!isNaN(input)) return', 'input', 'tainted'],
    ['if (Number.isNaN(Number(input))) return', 'input', 'clean'],
    ['if (Number.isNaN(+input)) return', 'input', 'clean'],
    ['if (Number.isNaN(input)) return', 'input', 'tainted'],
    ['if (isNaN(parseInt(input))) return', 'input', 'tainted'],
    ['if (Number.isNaN(parseInt(input, 10))) return', 'input', 'tainted'],
  ],
  python: [
    ["all_ = ['a', 'b']\nif not any(input == one for one in all_):\n    return", 'input', 'cleared'],
    ["all_ = ['a', 'b']\nif any(input == one for one in all_):\n    return", 'input', 'tainted'],
    ["all_ = ['a', 'b']\nif not any(input == one for one in all_ if one):\n    return", 'input', 'tainted'],
    ["if not all(c.isalnum() or c == '_' for c in input):\n    return", 'input', 'cleared'],
    ["if not any(c.isalnum() or c == '_' for c in input):\n    return", 'input', 'tainted'],
    ["if not all(c != ';' for c in input.split(',')):\n    return", 'input', 'tainted'],
    ["for c in input:\n    if c not in 'abc':\n        raise ValueError(c)", 'input', 'cleared'],
    ["for c in input:\n    if c in 'abc':\n        raise ValueError(c)", 'input', 'tainted'],
    ["for c in input:\n    if c not in 'abc':\n        continue", 'input', 'tainted'],
  ],
  java: [
    [
      'List<String> all = List.of("a", "b"); if (all.stream().noneMatch(x -> x.equals(input))) return',
      'input',
      'cleared',
    ],
    [
      'List<String> all = List.of("a", "b"); if (all.stream().anyMatch(x -> x.equals(input))) return',
      'input',
      'tainted',
    ],
    [
      'boolean ok = false; for (String one : List.of("a", "b")) { if (one.equals(input)) { ok = true; break; } } if (!ok) return',
      'input',
      'cleared',
    ],
    ['for (char c : input.toCharArray()) { if (!Character.isLetter(c)) return; }', 'input', 'cleared'],
    ['for (char c : input.toCharArray()) { if (Character.isLetter(c)) return; }', 'input', 'tainted'],
    [
      "for (int i = 0; i < input.length(); i++) { char c = input.charAt(i); if (c != '_' && !Character.isLetterOrDigit(c)) return; }",
      'input',
      'cleared',
    ],
  ],
  go: [
    ["for _, c := range input {\nif !unicode.IsLetter(c) && c != '_' {\nreturn\n}\n}", 'input', 'cleared'],
    ['for _, c := range input {\nif unicode.IsLetter(c) {\nreturn\n}\n}', 'input', 'tainted'],
    [
      "for i := 0; i < len(input); i++ {\nc := input[i]\nif c < 'a' || c > 'z' {\nreturn\n}\n}",
      'input',
      'cleared',
    ],
    ['for _, c := range input {\nif !unicode.IsLetter(c) {\nbreak\n}\n}', 'input', 'tainted'],
  ],
  ruby: [
    ['return unless %w[a b].any? { |one| one == input }', 'input', 'cleared'],
    ['return if %w[a b].none? { |one| one == input }', 'input', 'cleared'],
    ['return if %w[a b].any? { |one| one == input }', 'input', 'tainted'],
  ],
};

describe.each(Object.entries(cases))('%s', (language, rows) => {
  test.each(rows)('after %s, %s is %s', async (body, shown, known) => {
    expect(await valueAt(language, body, shown)).toBe(known);
  });
});
