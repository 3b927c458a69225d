import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

const found = async (files: Record<string, string>) =>
  (await findingsIn(files))
    .filter(({ ruleId, severity }) => /(?:argument|command)-injection/.test(ruleId) && severity !== 'low')
    .map(({ ruleId }) => ruleId);

const builder = (more: string, name = '"git"') => ({
  'go.mod': 'module example.com/app\n',
  // Nobody else calls what a program has.
  'main.go': 'package main\n\nfunc main() {}\n',
  'git/command.go': `package git\n\nimport "os/exec"\n\ntype Command struct {\n\tname string\n\targs []string\n}\n\nfunc New(sub string) *Command {\n\treturn &Command{name: ${name}, args: []string{sub}}\n}\n\nfunc (c *Command) Add(arg string) *Command {\n\tc.args = append(c.args, arg)\n\treturn c\n}\n\nfunc (c *Command) Dashes() *Command {\n\tc.args = append(c.args, "--")\n\treturn c\n}\n\nfunc (c *Command) Quiet() *Command {\n\tc.args = append(c.args, "--quiet")\n\treturn c\n}\n${more}\nfunc (c *Command) Run() error {\n\treturn exec.Command(c.name, c.args...).Run()\n}\n`,
});
const handler = (chain: string) => ({
  'web/web.go': `package web\n\nimport (\n\t"net/http"\n\n\t"example.com/app/git"\n)\n\nfunc Show(w http.ResponseWriter, r *http.Request) {\n\tbranch := r.FormValue("branch")\n\t${chain}.Run()\n}\n`,
});

describe('what a command is given by the methods of its builder', () => {
  test('is an option unless a method before it has ended them', async () => {
    const run = (chain: string) => found({ ...builder(''), ...handler(chain) });
    expect(await run('git.New("log").Add(branch)')).toEqual(['go-argument-injection']);
    expect(await run('git.New("log").Quiet().Add(branch)')).toEqual(['go-argument-injection']);
    expect(await run('git.New("log").Add(branch).Dashes()')).toEqual(['go-argument-injection']);
    expect(await run('git.New("log").Dashes().Add(branch)')).toEqual([]);
    expect(await run('git.New("log").Quiet().Dashes().Quiet().Add(branch)')).toEqual([]);
  });

  test('is given to the program that all builders of the file begin with', async () => {
    const chain = handler('git.New("log").Add(branch)');
    expect(await found({ ...builder('', '"echo"'), ...chain })).toEqual([]);
    const set = builder('\nfunc (c *Command) Use(name string) {\n\tc.name = name\n}\n', '"echo"');
    expect(await found({ ...set, ...chain })).toContain('go-command-injection');
    const second = builder(
      '\nfunc Other(name string) *Command {\n\treturn &Command{name: name}\n}\n',
      '"echo"',
    );
    expect(await found({ ...second, ...chain })).toContain('go-command-injection');
  });
});
