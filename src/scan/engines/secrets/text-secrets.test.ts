import { expect, test } from 'vitest';
import { createTextSecrets } from './text-secrets.ts';

const find = createTextSecrets();
const cut = (text: string) => find(text).map(({ start, end }) => text.slice(start, end));

// biome-ignore format: one line for each row
test.each([
  ['password = Winter-2024x', ['Winter-2024x']], ['ü password = Winter-2024x', ['Winter-2024x']], ['😀 größe\npassword = Winter-2024ü\nx', ['Winter-2024ü']], ['é password = Winter-2024x\nü token: q7GhT2mZk9Xw4Rb8cV1p', ['Winter-2024x', 'q7GhT2mZk9Xw4Rb8cV1p']],
  ['nothing here', []], ['', []],
])('of %j the secrets are %j', (text, expected) => {
  expect(cut(text)).toEqual(expected);
});

test('a zero hides nothing, and places stay those of the text', () => {
  const text = 'é\0password\0=\0Winter-2024x';
  expect(find(text)).toMatchObject([
    { ruleId: 'generic-password', start: text.indexOf('W'), end: text.length },
  ]);
});

test('what is encoded is found where the encoding is', () => {
  const inner = Buffer.from('the password = "Winter-2024x" of the service\n').toString('base64');
  expect(cut(`ü blob: ${inner} end`)).toEqual([inner]);
});
