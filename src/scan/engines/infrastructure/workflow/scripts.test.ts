import { expect, test } from 'vitest';
import { shellCommands } from './shell-commands.ts';
import { expandedVariables, fileCommands, taintedVariables } from './shell-script.ts';

// biome-ignore format: one line for each row
test.for([
  ['a=1 >> $GITHUB_OUTPUT', ['0 GITHUB_OUTPUT a=1 ']],
  ['echo "name=$X" >> "$GITHUB_ENV"', ['0 GITHUB_ENV name=$X" ']],
  ['echo x | tee -a ${GITHUB_PATH}', ['0 GITHUB_PATH =echo x ']],
  ['echo "a=b" | Out-File -Append $env:GITHUB_ENV', ['0 GITHUB_ENV a=b" | ']],
  ["with open(os.environ['GITHUB_OUTPUT'], 'a') as f: f.write(f'k={v}')", ["0 GITHUB_OUTPUT k={v}')"]],
  ['fs.appendFileSync(process.env.GITHUB_ENV, `k=${v}`)', ['0 GITHUB_ENV =fs.appendFileSync( , `k=${v}`)']],
  ['echo ::set-output name=a::$X', ['0 GITHUB_OUTPUT a=$X']],
  ['echo "::set-env name=a::b"', ['0 GITHUB_ENV a=b"']],
  ['{\n  echo a=1\n  echo b=2\n} >> $GITHUB_OUTPUT', ['2 GITHUB_OUTPUT b=2', '1 GITHUB_OUTPUT a=1']],
  ['cat <<EOF >> $GITHUB_ENV\na=1\nb=2\nEOF\nc=3', ['1 GITHUB_ENV a=1', '2 GITHUB_ENV b=2']],
  ['echo a > $GITHUB_OUTPUT\necho b', []],
] as const)('what %j hands on', ([script, expected]) => {
  expect(fileCommands(script).map(({ line, target, name, value }) => `${line} ${target} ${name}=${value}`)).toEqual(expected);
});

// biome-ignore format: one line for each row
test.for([
  ['$A ${B} ${#C} ${!D} $env:E %F%', ['A', 'B', 'C', 'D', 'E', 'F']], ["os.environ['G'] os.getenv(\"H\") ENV['I'] process.env.J", ['G', 'H', 'I', 'J']], ['$1 $? plain', []],
] as const)('%s expands %j', ([text, expected]) => {
  expect(expandedVariables(text)).toEqual(expected);
});

test('what is filled from a tainted variable is tainted by the same', () => {
  const found = (script: string) =>
    Object.fromEntries(
      [...taintedVariables(script, new Set(['A']))].filter(([name]) => /^[A-Z]$/.test(name)),
    );
  expect(found('B=$(echo "$A" | cut -c1-9)\nexport C=${B}\nlocal D=$X\nreadonly E=$C')).toEqual({
    A: 'A',
    B: 'A',
    C: 'A',
    E: 'A',
  });
  expect(found('echo $A')).toEqual({ A: 'A' });
});

// biome-ignore format: one line for each row
test.for([
  ['a b; c && d || e | f', ['0 a|b', '0 c', '0 d', '0 e', '0 f']], ['sudo -E X=1 npm ci', ['0 npm|ci']], ['X=1', []], ['if ! a; then b; fi', ['0 a', '0 b', '0 fi']], ['a "b ; c" \'d # e\'', ['0 a|b ; c|d # e']], ['a # b', ['0 a']], ['a#b c', ['0 a#b|c']], ['a \\\n  b \\\n  c\nd', ['0 a|b|c', '3 d']], ['cat <<EOF\nx y\nEOF\nz', ['0 cat|<<EOF', '3 z']], ['a ""', ['0 a|']], ['', []],
] as const)('the commands of %j', ([script, expected]) => {
  expect(shellCommands(script).map(({ line, words }) => `${line} ${words.join('|')}`)).toEqual(expected);
});

test('a script is read to its first 64 KiB', () => {
  expect(shellCommands(`${'a\n'.repeat(32_768)}b`)).toHaveLength(32_768);
});
