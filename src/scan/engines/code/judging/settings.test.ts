import { expect, test } from 'vitest';
import { createParser } from '../../../syntax/parser.ts';
import { createCodeEngine } from '../code-engine.ts';
import type { FileFacts } from '../domain/facts.ts';
import { readSettings } from './settings.ts';

const parser = await createParser();
const engine = createCodeEngine();

/** The rules that report something in a repository of these files. */
async function rulesThatFind(files: Record<string, string>): Promise<string[]> {
  const tools = { hashSecret: (value: string) => value };
  await engine.prepare!(Object.keys(files));
  const facts: Array<{ path: string; facts: FileFacts }> = [];
  const findings = Object.entries(files).flatMap(([path, text]) => {
    expect(engine.wants(path, text.length)).toBe(true);
    const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
    const analysis = engine.analyse(file, tools);
    if (analysis.facts) facts.push({ path, facts: analysis.facts });
    return analysis.findings;
  });
  findings.push(...engine.conclude!(facts, tools).findings);
  return findings.filter(({ severity }) => severity === 'medium').map(({ ruleId }) => ruleId);
}

const reading = (use: string) => `class A {
  void run(String text) throws Exception {
    java.util.Properties settings = new java.util.Properties();
    settings.load(this.getClass().getClassLoader().getResourceAsStream("app.properties"));
    ${use}
  }
}
`;
const hash =
  'String name = settings.getProperty("hash.name", "SHA-512");\n    java.security.MessageDigest.getInstance(name);';
const cipher = 'javax.crypto.Cipher.getInstance(settings.getProperty("cipher.name"));';

test.each([
  ['a weak hash named in a properties file', hash, 'hash.name=MD5\n', ['java-weak-hash']],
  ['a weak hash that stands behind a colon', hash, '# names\nhash.name : sha1\n', ['java-weak-hash']],
  ['a strong hash named in a properties file', hash, 'hash.name=SHA-256\n', []],
  ['a key that only another name has', hash, 'other.name=MD5\n', []],
  ['a weak cipher without a default', cipher, 'cipher.name = DES/ECB/PKCS5Padding\n', ['java-weak-cipher']],
  ['a strong cipher', cipher, 'cipher.name = AES/GCM/NoPadding\n', []],
])('%s decides what is reported', async (_, use, settings, expected) => {
  const files = { 'src/main/java/A.java': reading(use), 'src/main/resources/app.properties': settings };
  expect(await rulesThatFind(files)).toEqual(expected);
});

test('the default counts where no file has the key', async () => {
  const use = 'java.security.MessageDigest.getInstance(settings.getProperty("hash.name", "MD5"));';
  expect(await rulesThatFind({ 'A.java': reading(use) })).toEqual(['java-weak-hash']);
  expect(await rulesThatFind({ 'A.java': reading(hash) })).toEqual([]);
});

test('a value that was put under the key counts before that of a file', async () => {
  const use =
    'settings.setProperty("hash.name", "SHA-256");\n    java.security.MessageDigest.getInstance(settings.getProperty("hash.name"));';
  expect(await rulesThatFind({ 'A.java': reading(use), 'app.properties': 'hash.name=MD5\n' })).toEqual([]);
});

test('sentences and comments of a properties file are left out', () => {
  expect(readSettings('#a=b\n!c=d\nname=value\ntext=Good morning\n  spaced = x/y-1 \nempty=\n')).toEqual([
    ['name', 'value'],
    ['spaced', 'x/y-1'],
  ]);
});
