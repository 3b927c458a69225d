import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';

/** `go-password-hash` and its like ask whether the function hashes; this is one of the rules that ask it of the IR. */
async function found(program: string): Promise<string[]> {
  const engine = createCodeEngine();
  await engine.prepare?.(['a.go']);
  const tree = (await createParser()).parse('a.go', program);
  const file = { path: 'a.go', text: program, bytes: Buffer.from(program), tree };
  return engine.analyse(file, { hashSecret: String }).findings.map(({ ruleId }) => ruleId);
}

const program = (body: string) =>
  `package a\n\nimport "crypto/md5"\n\nfunc set(u *User, p string) {\n${body}\n}\n`;

test('a function is asked what it calls, also in the functions inside of it; words in comments and texts are no calls', async () => {
  const plain = await found(program('\tu.SetPassword(p)'));
  const hashed = await found(
    program('\th := md5.New()\n\th.Write([]byte(p))\n\tu.SetPassword(string(h.Sum(nil)))'),
  );
  const inside = await found(
    program(
      '\tmake := func() string { h := md5.New(); h.Write([]byte(p)); return string(h.Sum(nil)) }\n\tu.SetPassword(make())',
    ),
  );
  const mentioned = await found(
    program('\t// md5.New() is not used here\n\tlog("md5.New(")\n\tu.SetPassword(p)'),
  );
  const added = hashed.filter((id) => !plain.includes(id));
  expect(added.length).toBeGreaterThan(0);
  expect(inside).toEqual(expect.arrayContaining(added));
  expect(mentioned.filter((id) => added.includes(id))).toEqual([]);
});
