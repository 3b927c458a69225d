import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();
await engine.prepare!(['a.c', 'a.cpp']);

/** Whether statements of a function are said to go past the end of something. */
function overruns(body: string, path = 'a.c'): boolean {
  const text = `#include <string.h>\n#define SIZE 8\n#define OTHER (8) // of it\nvoid f(char *given, int size) {\n${body}\n}\n`;
  const tree = parser.parse(path, text);
  if (tree?.hasError !== false) throw new Error(`cannot be parsed: ${body}`);
  const file = { path, text, bytes: Buffer.from(text), tree };
  return engine
    .analyse(file, { hashSecret: String })
    .findings.some(({ ruleId }) => ruleId.endsWith('-buffer-overrun'));
}

const b = 'char b[8];';
const x = (count: number) => 'x'.repeat(count);

/** Statements with a number in them, and the largest with which they stay inside. */
const limits: Array<[title: string, write: (n: number) => string, most: number, path?: string]> = [
  ['memset', (n) => `${b} memset(b, 0, ${n});`, 8],
  ['wmemset', (n) => `wchar_t w[4]; wmemset(w, 0, ${n});`, 4],
  ['memcpy, to', (n) => `${b} memcpy(b, given, ${n});`, 8],
  ['memcpy, from', (n) => `${b} memcpy(given, b, ${n});`, 8],
  ['memmove, to', (n) => `${b} memmove(b, given, ${n});`, 8],
  ['memmove, from', (n) => `${b} memmove(given, b, ${n});`, 8],
  ['wmemcpy, to', (n) => `wchar_t w[4]; wmemcpy(w, given, ${n});`, 4],
  ['wmemcpy, from', (n) => `wchar_t w[4]; wmemcpy(given, w, ${n});`, 4],
  ['memcmp, left', (n) => `${b} memcmp(b, given, ${n});`, 8],
  ['memcmp, right', (n) => `${b} memcmp(given, b, ${n});`, 8],
  ['bzero', (n) => `${b} bzero(b, ${n});`, 8],
  ['strncpy', (n) => `${b} strncpy(b, given, ${n});`, 8],
  ['wcsncpy', (n) => `wchar_t w[4]; wcsncpy(w, given, ${n});`, 4],
  ['snprintf', (n) => `${b} snprintf(b, ${n}, "%s", given);`, 8],
  ['vsnprintf', (n) => `${b} vsnprintf(b, ${n}, given, list);`, 8],
  ['fgets', (n) => `${b} fgets(b, ${n}, file);`, 8],
  ['fread, by size', (n) => `${b} fread(b, ${n}, 2, file);`, 4],
  ['fread, by number', (n) => `${b} fread(b, 2, ${n}, file);`, 4],
  ['fwrite', (n) => `${b} fwrite(b, 1, ${n}, file);`, 8],
  ['read', (n) => `${b} read(0, b, ${n});`, 8],
  ['recv', (n) => `${b} recv(0, b, ${n}, 0);`, 8],
  ['strcpy', (n) => `${b} strcpy(b, "${x(n)}");`, 7],
  ['strcpy of escapes', (n) => `${b} strcpy(b, "\\n\\x41\\101\\\\${x(n)}");`, 3],
  ['strcpy of wide text', (n) => `wchar_t w[8]; wcscpy(w, L"${x(n)}");`, 7],
  ['sprintf', (n) => `${b} sprintf(b, "${x(n)}");`, 7],
  ['sprintf with a text', (n) => `${b} sprintf(b, "a%s", "${x(n)}");`, 6],
  ['sprintf with some text', (n) => `${b} sprintf(b, "%s${x(n)}", given);`, 7],
  ['sprintf with a number', (n) => `${b} sprintf(b, "%d${x(n)}", size);`, 6],
  ['sprintf with two texts', (n) => `${b} sprintf(b, "%s%s", "abc", "${x(n)}");`, 4],
  ['sprintf of a width', (n) => `${b} sprintf(b, "%${n}d", size);`, 7],
  ['sprintf of a text cut short', (n) => `${b} sprintf(b, "%.${n}s", "xxxxxxxxxxxx");`, 7],
  ['sprintf of a percent sign', (n) => `${b} sprintf(b, "%%${x(n)}");`, 6],
  ['sprintf of a given width', (n) => `${b} sprintf(b, "%*d${x(n)}", size, size);`, 6],
  ['scanf', (n) => `${b} scanf("%${n}s", b);`, 7],
  ['scanf of a set', (n) => `${b} scanf("%${n}[a-z]", b);`, 7],
  ['scanf behind a number', (n) => `${b} scanf("%d %${n}s", &size, b);`, 7],
  ['scanf behind what is left out', (n) => `${b} scanf("%*d %${n}s", b);`, 7],
  ['fscanf', (n) => `${b} fscanf(file, "%${n}s", b);`, 7],
  ['sscanf', (n) => `${b} sscanf(given, "%${n}s", b);`, 7],
  ['an index', (n) => `${b} b[${n}] = 1;`, 7],
  ['an index that is read', (n) => `${b} size = b[${n}];`, 7],
  ['an index in brackets', (n) => `${b} size = (b)[${n}];`, 7],
  ['a cast', (n) => `${b} memset((void *)b, 0, ${n});`, 8],

  // How large something is.
  ['a sum', (n) => `char b[4 + 4]; memset(b, 0, ${n});`, 8],
  ['a difference', (n) => `char b[10 - 2]; memset(b, 0, ${n});`, 8],
  ['a product', (n) => `char b[4 * 2]; memset(b, 0, ${n});`, 8],
  ['brackets', (n) => `char b[((8))]; memset(b, 0, ${n});`, 8],
  ['a suffix', (n) => `char b[8UL]; memset(b, 0, ${n}u);`, 8],
  ['a number of base 16', (n) => `char b[0x8]; memset(b, 0, ${n});`, 8],
  ['a defined name', (n) => `char b[SIZE]; memset(b, 0, ${n});`, 8],
  ['a defined name in brackets', (n) => `char b[OTHER]; memset(b, 0, ${n});`, 8],
  ['the size of a type', (n) => `char b[sizeof(int)]; memset(b, 0, ${n});`, 4],
  ['the size of some of a type', (n) => `char b[2 * sizeof(int)]; memset(b, 0, ${n});`, 8],
  ['the size of a type some times', (n) => `char b[sizeof(int) * 2]; memset(b, 0, ${n});`, 8],
  ['the size of an array of a type', (n) => `char b[sizeof(int[2])]; memset(b, 0, ${n});`, 8],
  ['the size of another', (n) => `int a[2]; char b[sizeof(a)]; memset(b, 0, ${n});`, 8],
  ['the size of another without brackets', (n) => `int a[2]; char b[sizeof a]; memset(b, 0, ${n});`, 8],
  ['the size of a pointer', (n) => `char *p = malloc(99); char b[sizeof(p)]; memset(b, 0, ${n});`, 8],
  ['malloc', (n) => `char *p = malloc(8); memset(p, 0, ${n});`, 8],
  ['malloc of another type', (n) => `int *p = (int *)malloc(8); memset(p, 0, ${n});`, 8],
  ['an index of malloc', (n) => `int *p = (int *)malloc(9); p[${n}] = 1;`, 1],
  ['malloc of sizes', (n) => `int *p = malloc(2 * sizeof(int)); p[${n}] = 1;`, 1],
  ['malloc of anything', (n) => `void *p = malloc(8); memset(p, 0, ${n});`, 8],
  ['calloc', (n) => `char *p = calloc(2, 4); memset(p, 0, ${n});`, 8],
  ['alloca', (n) => `char *p = alloca(8); memset(p, 0, ${n});`, 8],
  ['new', (n) => `char *p = new char[8]; memset(p, 0, ${n});`, 8, 'a.cpp'],
  ['new of another type', (n) => `int *p = new int[2]; memset(p, 0, ${n});`, 8, 'a.cpp'],
  ['a pointer to it', (n) => `${b} char *p = b; memset(p, 0, ${n});`, 8],
  ['a pointer that is set later', (n) => `${b} char *p = NULL; p = b; memset(p, 0, ${n});`, 8],
  ['a pointer that is set again', (n) => `${b} char *p = malloc(99); p = b; memset(p, 0, ${n});`, 8],
  ['a pointer that is set in a branch first', (n) => `${b} char *p; if (size) p = b; memset(p, 0, ${n});`, 8],
  ['a pointer that is set to nothing', (n) => `${b} char *p = b; p = NULL; memset(p, 0, ${n});`, 8],
  ['one outside of a block', (n) => `${b} { memset(b, 0, ${n}); }`, 8],
  ['one that a block hid', (n) => `${b} { char b[99]; b[0] = 1; } memset(b, 0, ${n});`, 8],
];

test.each(limits)('%s: what fits is left alone, one more is found', (_title, write, most, path) => {
  expect(overruns(write(most), path)).toBe(false);
  expect(overruns(write(most + 1), path)).toBe(true);
});

test.each([
  ['char', 1],
  ['int8_t', 1],
  ['uint8_t', 1],
  ['bool', 1],
  ['unsigned char', 1],
  ['static const char', 1],
  ['short', 2],
  ['int16_t', 2],
  ['uint16_t', 2],
  ['int', 4],
  ['unsigned', 4],
  ['unsigned int', 4],
  ['int32_t', 4],
  ['uint32_t', 4],
  ['float', 4],
  ['wchar_t', 4],
  ['long', 8],
  ['long long', 8],
  ['unsigned long', 8],
  ['int64_t', 8],
  ['uint64_t', 8],
  ['size_t', 8],
  ['double', 8],
])('an array of %s takes %i bytes for each', (type, bytes) => {
  expect(overruns(`${type} b[3]; memset(b, 0, ${3 * bytes});`)).toBe(false);
  expect(overruns(`${type} b[3]; memset(b, 0, ${3 * bytes + 1});`)).toBe(true);
});

test('an array of pointers takes eight bytes for each', () => {
  expect(overruns('char *b[3]; memset(b, 0, 24);')).toBe(false);
  expect(overruns('char *b[3]; memset(b, 0, 25);')).toBe(true);
  expect(overruns('char *b[3]; b[2] = given;')).toBe(false);
  expect(overruns('char *b[3]; b[3] = given;')).toBe(true);
  // A pointer to an array may point at one of many.
  expect(overruns('char (*b)[3] = other(); b[3][0] = 1;')).toBe(false);
});

test('an index in front of an array is outside', () => {
  expect(overruns(`${b} b[0] = 1;`)).toBe(false);
  expect(overruns(`${b} b[-1] = 1;`)).toBe(true);
});

test.each([
  ['one of a single item, which often stands for more', 'char b[1]; memset(b, 0, 9);'],
  ['one of two dimensions', 'char b[2][4]; memset(b, 0, 99);'],
  ['a type that is not known', 'thing b[2]; memset(b, 0, 99);'],
  ['a size that is not known', 'char b[size]; memset(b, 0, 99);'],
  ['a quotient', 'char b[16 / 2]; memset(b, 0, 99);'],
  ['what is given', 'memset(given, 0, 99);'],
  ['a number that is not known', `${b} memset(b, 0, size);`],
  ['a factor that is not known', `${b} fread(b, size, 99, file);`],
  ['a text that is not known', `${b} strcpy(b, given);`],
  ['a format that is not known', `${b} sprintf(b, given, 1);`],
  ['another function', `${b} fill(b, 0, 99);`],
  ['a pointer that is set to something else', `${b} char *p = b; p = other(); memset(p, 0, 99);`],
  ['a pointer that a branch sets again', `${b} char *p = b; if (size) p = other(); memset(p, 0, 99);`],
  ['one that a block has', `{ ${b} b[0] = 1; } memset(b, 0, 99);`],
  ['another one of its name', `${b} { char *b = given; memset(b, 0, 99); }`],
  ['missing arguments', `${b} memset(b, 0); strcpy(b); scanf(); fread(b);`],
  ['calloc of something', 'char *p = calloc(2, size); memset(p, 0, 99);'],
  ['a size that is too deep', `char b[((((((((8))))))))]; memset(b, 0, 99);`],
])('of %s nothing is said', (_title, body) => {
  expect(overruns(body)).toBe(false);
});
