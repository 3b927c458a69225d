import { expect, test } from 'vitest';
import { type Assignment, readAssignment } from './assignment.ts';

/** Reads the assignment around the first `pass` of the text: `name operator value`, with the marks `quoted` and `continues`. */
function read(text: string, word = 'pass', spaced = false): string | undefined {
  const at = text.indexOf(word);
  const bytes = Buffer.from(text, 'latin1');
  const found: Assignment | undefined = readAssignment(bytes, at, at + word.length, spaced);
  if (!found) return undefined;
  const part = (from: number, to: number) => bytes.toString('latin1', from, to);
  return [
    part(found.nameStart, found.nameEnd),
    found.operator,
    part(found.valueStart, found.valueEnd),
    ...(found.quoted ? ['quoted'] : []),
    ...(found.continues ? ['continues'] : []),
  ].join(' ');
}

test.for([
  ['password=x1', 'password assign x1'],
  ['password = x1', 'password assign x1'],
  ["db.password = 'x1'", 'db.password assign x1 quoted'],
  ['password := "x1"', 'password assign x1 quoted'],
  ['password ::= x1', 'password assign x1'],
  ['password :::= x1', 'password assign x1'],
  ['password => "x1"', 'password assign x1 quoted'],
  ['password =~ "x1"', undefined],
  ['password =~"x1"', 'password assign x1 quoted'],
  ['password ||= "x1"', 'password assign x1 quoted'],
  ['password ?= x1', 'password assign x1'],
  ['password ??= "x1"', 'password assign x1 quoted'],
  ['password += "x1"', 'password assign x1 quoted'],
  ['password .= "x1"', 'password assign x1 quoted'],
  ['password: x1', 'password assign x1'],
  ['password: str = "x1"', 'password assign x1 quoted'],
  ['password: Option<&str> = "x1"', 'password assign x1 quoted'],
  ['password: a=b', 'password assign a=b'],
  ['"password": "x1"', 'password assign x1 quoted'],
  ["['password'] = 'x1'", 'password assign x1 quoted'],
  ['password == "x1"', 'password compare x1 quoted'],
  ['password === "x1"', 'password compare x1 quoted'],
  ['password != "x1"', 'password compare x1 quoted'],
  ['password !== "x1"', 'password compare x1 quoted'],
  ["define('PASSWORD_pass', 'x1')", 'PASSWORD_pass argument x1 quoted'],
  ["f( 'password' , 'x1')", 'password argument x1 quoted'],
  ["buildConfigField 'String', 'password', '\"x12\"'", 'password argument x12 quoted'],
  ['setpassword("x1")', 'setpassword call x1 quoted'],
  ['setpassword(x1)', undefined],
  ['<password>x1</password>', 'password element x1 quoted'],
  ['<password kind="a">x1</password>', 'password element x1 quoted'],
  ['<password>\n  x1\n</password>', 'password element x1 quoted'],
  ['<password><![CDATA[x1]]></password>', 'password element x1 quoted'],
  ['<password/>x1</password>', undefined],
  ['List<pass>(x)', undefined],
  ['<add key="password" value="x1"/>', 'password attribute x1 quoted'],
  ['<meta name="password" content=\'x1\'>', 'password attribute x1 quoted'],
  ['<add key="password" other="x1"/>', undefined],
  ['--password x1', '--password flag x1'],
  ['--password=x1', '--password assign x1'],
  ['login a password x1', 'password space x1'],
  ['password x1 more', 'password space x1 continues'],
  ['password=x1 user=a', 'password assign x1'],
  ['password=x1 user:a', 'password assign x1'],
  ['password=x1 user', 'password assign x1 continues'],
  ["The password is 'x1'", 'password note x1 quoted'],
  ['The password is x1', undefined],
  ["The password - 'x1'", 'password note x1 quoted'],
  ['The password - x1', undefined],
  ["The password-'x1'", undefined],
  ['| password | x1 |', 'password note x1'],
  ['| password | "x1" |', 'password note x1 quoted'],
  ['password || x1', undefined],
  ['var password string = "x1"', 'password assign x1 quoted'],
  ['Dim password As String = "x1"', 'password assign x1 quoted'],
  ['var password string = x1', 'password space string'],
  ['password some more words = "x1"', 'password space some continues'],
  ['char password[] = "x1"', 'password assign x1 quoted'],
  ['char password[16] = "x1"', 'password assign x1 quoted'],
  ['char password[16] == "x1"', undefined],
  ['char password[a+b] = "x1"', undefined],
  ['password = rb"x1"', 'password assign x1 quoted'],
  ['password = @"x1"', 'password assign x1 quoted'],
  ['password = u"x1"', 'password assign x1 quoted'],
  ['password = x"x1"', 'password assign x'],
  ['password = """x1"""', 'password assign x1 quoted'],
  ['password = "x\\"1"', 'password assign x\\"1 quoted'],
  ['password = "x1', undefined],
  ['{\\"password\\": \\"x1\\"}', 'password assign x1 quoted'],
  ['{\\"password\\": \\"x1', undefined],
  ['password: >-', 'password assign >-'],
  ['password: >x', 'password assign >x'],
  ['password=x1);', 'password assign x1'],
  ['password=x1],', 'password assign x1'],
  ['password=x1\\nuser=a', 'password assign x1'],
  ['password=x1<br>', 'password assign x1'],
  ['password=', undefined],
  ['password=;', undefined],
  ["'password = '.x", undefined],
  ['"password:", "x1"', undefined],
  ['password:" + x', undefined],
  ['password:"x1"', 'password assign x1 quoted'],
  ['${password:+x1}', undefined],
  ['${password:?x1}', undefined],
  ['{password:+x1}', undefined],
  ['${password:-x1}', 'password assign x1'],
  ['${password:=x1}', 'password assign x1'],
  ['${password:x1}', 'password assign x1'],
  ['{password:-x1}', 'password assign -x1'],
  ['$ {password:-x1}', 'password assign -x1'],
  ['${password:-"x1"}', 'password assign x1 quoted'],
  ['password::x1', undefined],
  ['password!x1', undefined],
  ['password.x1', undefined],
  ['password?x1', undefined],
  ['password+x1', undefined],
  [`password=${'x'.repeat(1199)}`, `password assign ${'x'.repeat(1199)}`],
  [`password=${'x'.repeat(1200)}`, undefined],
  [`password="${'x'.repeat(1199)}"`, `password assign ${'x'.repeat(1199)} quoted`],
  [`password="${'x'.repeat(1200)}"`, undefined],
  [`password${' '.repeat(47)}= x1`, 'password assign x1'],
] as Array<[string, string | undefined]>)('%s', ([text, expected]) => {
  expect(read(text)).toEqual(expected);
});

test.for([
  ['app password key: x1', 'pass', true, 'password key assign x1'],
  ['app pass a b c d: x1', 'pass', true, 'pass a b c space d: continues'],
  ['app pass a b c: x1', 'pass', true, 'pass a b c assign x1'],
  ['CURLOPT_PASSWD, "x1"', 'PASS', false, 'CURLOPT_PASSWD note x1 quoted'],
  ['PASSWD_, "x1"', 'PASS', false, undefined],
  ['PASSWORD, "x1"', 'PASS', false, 'PASSWORD note x1 quoted'],
  ['PASSWORd, "x1"', 'PASS', false, undefined],
  [`${'n'.repeat(100)}pass=x1`, 'pass', false, `${'n'.repeat(80)}pass assign x1`],
] as Array<[string, string, boolean, string | undefined]>)(
  '%s (the word %s, names of several words: %s)',
  ([text, word, spaced, expected]) => {
    expect(read(text, word, spaced)).toEqual(expected);
  },
);

// biome-ignore format: one line for each row
test.for([
  ['<password>x1', undefined], ['<password>x1<b>', undefined], ['<password> x1 </password>', 'x1'], ['<password>\n\t x1\n</password>', 'x1'], ['<password>x1\n</password>', 'x1'], ['<password>x1 x2</password>', 'x1 x2'], ['<password>x1\nx2</password>', undefined], ['<password></password>', undefined],
  ['<password a="b">x1</password>', 'x1'], ['<password a="<">x1</password>', undefined], ['<password\n>x1</password>', undefined], ['<password a="b"/>x1</password>', undefined], ['<password>x1<', undefined], ['<password>x1< /password>', undefined],
  ['<password><![CDATA[ x1 ]]></password>', 'x1'], ['<password><![CDATA[x1]></password>', undefined], ['<password><![CDATA[]]></password>', undefined],
  [`<password ${'a'.repeat(100)}>x1</password>`, 'x1'], [`<password ${'a'.repeat(101)}>x1</password>`, undefined], [`<password>${' '.repeat(48)}x1</password>`, 'x1'], [`<password>${' '.repeat(49)}x1</password>`, ' x1'], [`<password>${'x'.repeat(1200)}</password>`, 'x'.repeat(1200)], [`<password>${'x'.repeat(1201)}</password>`, undefined],
  ['<string name="password">x1</string>', 'x1'], ["<string name='password'>x1</string>", 'x1'], ['a.password>x1</string>', undefined],
] as Array<[string, string | undefined]>)('the element %s holds %s', ([text, expected]) => {
  expect(read(text)).toEqual(expected === undefined ? undefined : `password element ${expected} quoted`);
});
