import type { SecretRule } from '../scan/engines/secrets/rule.ts';
import type { RuleFailure } from '../scan/engines/secrets/test-rules.ts';
import { type Command, type Invocation, UsageError } from './command.ts';
import { paint, plain, table } from './terminal.ts';

export const rules: Command = {
  summary: 'Test rules by their own examples, or list those for credentials.',
  usage: ['rules test [FILE…]', 'rules list'],
  help: `
test  Tries every example and every near miss of the rules in FILE, a YAML list of rules or a .lorekeep.yaml with
      "secretRules"; without FILE those of all built-in rules for credentials and for code. Exit code 1 if an example is not
      found or a near miss is.
list  Prints the built-in rules for credentials.

A rule for credentials has an id, a provider, a title, a severity, either a pattern or names and a value, what it opens, how to revoke it,
examples and nearMisses. "docs/guides/secrets.md" describes each field.`,
  options: {},
  async run(invocation) {
    const [action, ...files] = invocation.positionals;
    if (action === 'test') return test(invocation, files);
    if (action === 'list' && files.length === 0) return list(invocation);
    throw new UsageError('Say "test" or "list".');
  },
};

async function test({ terminal, options }: Invocation, files: string[]): Promise<number> {
  const { createSecretsEngine } = await import('../scan/engines/secrets/engine.ts');
  const { compileRule } = await import('../scan/engines/secrets/rule-schema.ts');
  const { testRules } = await import('../scan/engines/secrets/test-rules.ts');
  const tested = files.length === 0 ? await builtIn() : await read(files);
  const engine = createSecretsEngine({ customRules: files.length === 0 ? [] : tested.map(compileRule) });
  const code = files.length === 0 ? await testCodeRules() : { rules: 0, examples: 0, failures: [] };
  const failures = [...testRules(tested, engine), ...code.failures];
  const count = tested.length + code.rules;
  const examples = tested.reduce(
    (sum, rule) => sum + rule.examples.length + rule.nearMisses.length,
    code.examples,
  );
  if (options['json']) terminal.out(JSON.stringify({ rules: count, examples, failures }, null, 2));
  else report({ terminal }, count, examples, failures);
  return failures.length === 0 ? 0 : 1;
}

async function testCodeRules(): Promise<{ rules: number; examples: number; failures: RuleFailure[] }> {
  const { checkCodeRuleExamples } = await import('../scan/engines/code/rules/check-examples.ts');
  const { rules, examples, failures } = await checkCodeRuleExamples();
  return {
    rules,
    examples,
    failures: failures.map(({ rule, example, message }) => ({
      ruleId: rule,
      problem: [example, message].filter(Boolean).join(': '),
    })),
  };
}

function report(
  { terminal }: Pick<Invocation, 'terminal'>,
  count: number,
  examples: number,
  failures: RuleFailure[],
): void {
  for (const { ruleId, problem } of failures)
    terminal.out(`${paint(terminal, 'red', '✗')} ${plain(ruleId)}: ${plain(problem)}`);
  terminal.out(
    `${count} ${count === 1 ? 'rule' : 'rules'}, ${examples} examples and near misses, ${failures.length} wrong`,
  );
}

async function list({ terminal, options }: Invocation): Promise<number> {
  const all = await builtIn();
  const shown = all.map(({ id, provider, severity, title }) => ({ id, provider, severity, title }));
  if (options['json']) terminal.out(JSON.stringify(shown, null, 2));
  else terminal.out(table(shown.map(({ id, severity, title }) => [id, severity, title])));
  return 0;
}

async function builtIn(): Promise<SecretRule[]> {
  const { rulesFolder } = await import('../scan/engines/secrets/compiled-rules.ts');
  const { readRuleFiles } = await import('../scan/engines/secrets/rule-files.ts');
  return readRuleFiles(rulesFolder).rules;
}

async function read(files: string[]): Promise<SecretRule[]> {
  const { parseCustomRules, readRuleText } = await import('../scan/engines/secrets/custom-rules.ts');
  return files.flatMap((file) => parseCustomRules(readRuleText(file), file));
}
