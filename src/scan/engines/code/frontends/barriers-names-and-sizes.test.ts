import { expect, test } from 'vitest';
import { createCodeScan } from '../../../../../test/support/code-scan.ts';

const findingsOf = await createCodeScan(['a.go', 'a.c']);

/** The rules that one file is reported for; what waits for other files is asked as well. */
function scan(path: string, text: string): string[] {
  return findingsOf({ [path]: text }).map(({ ruleId }) => ruleId);
}

const handler = (body: string, rest = '') => `package main

import (
	"errors"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var plain = regexp.MustCompile("^[a-z]+$")

func h(w http.ResponseWriter, r *http.Request) {
	p := r.FormValue("p")
${body}
	os.ReadFile(p)
}
${rest}
`;

const checked = `func check(p string) error {
	if strings.Contains(filepath.Clean(p), "..") {
		return errors.New("no")
	}
	return nil
}`;

test.each([
  ['a flag that was set by a match', '\tok := plain.MatchString(p)\n\tif !ok {\n\t\treturn\n\t}', ''],
  [
    'a program that ends otherwise',
    '\tif !plain.MatchString(p) {\n\t\tlog.Fatal("no")\n\t}\n\tlog.Print("x")',
    '',
  ],
  ['an error of a function that checks', '\tif err := check(p); err != nil {\n\t\treturn\n\t}', checked],
  [
    'a search for the way up',
    '\tup, _ := regexp.MatchString("\\\\.\\\\.", p)\n\tif up {\n\t\treturn\n\t}',
    '',
  ],
])('Go: a path is safe after %s', (_, body, rest) => {
  expect(scan('a.go', handler(body, rest))).not.toContain('go-path-traversal');
});

test.each([
  ['a flag that was set anew', '\tok := plain.MatchString(p)\n\tok = true\n\tif !ok {\n\t\treturn\n\t}', ''],
  ['the wrong answer of a check', '\tif err := check(p); err == nil {\n\t\treturn\n\t}', checked],
  ['an error of another call', '\tif _, err := os.Stat("/a"); err != nil {\n\t\treturn\n\t}', ''],
])('Go: a path is not safe after %s', (_, body, rest) => {
  expect(scan('a.go', handler(body, rest))).toContain('go-path-traversal');
});

test('Go: fields and results are secrets by their names, hashes of them are none', () => {
  const logged = (value: string) =>
    `package main\n\nimport "log"\n\nfunc f(u *User) {\n\tlog.Println(${value})\n}\n`;
  expect(scan('a.go', logged('u.password'))).toContain('go-secret-logged');
  expect(scan('a.go', logged('u.getPassword()'))).toContain('go-secret-logged');
  expect(scan('a.go', logged('u.hashedPassword'))).not.toContain('go-secret-logged');
});

test('C: the size of a pointer is what it was last set to, and unknown after a branch', () => {
  const inside = (body: string) => `void f(int x) {\n  char small[4];\n  char big[40];\n${body}\n}\n`;
  expect(scan('a.c', inside('  char *p;\n  p = small;\n  memset(p, 0, 8);'))).toContain('c-buffer-overrun');
  const branch = '  char *p = small;\n  if (x) p = big;\n  memset(p, 0, 8);';
  expect(scan('a.c', inside(branch))).not.toContain('c-buffer-overrun');
});

test('C: a prototype in the file does not hide what the function is', () => {
  const text = 'char *gets(char *text);\nvoid f(void) {\n  char b[9];\n  gets(b);\n}\n';
  expect(scan('a.c', text)).toContain('c-gets');
});
