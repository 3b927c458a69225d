import { nearestName } from '../kernel/nearest-name.ts';
import type { RuleFailure } from '../scan/engines/secrets/rules/test-rules.ts';
import type { EngineId } from '../scan/model/finding.ts';
import type { RuleDescription } from '../scan/model/rule-description.ts';
import type { SecretRule } from '../scan/model/secret-rule.ts';
import { type Command, type Invocation, UsageError, unknownAction } from './command.ts';
import { paint, plain, table } from './terminal.ts';

export const rules: Command = {
  summary: 'List and show the rules of scans, and write and test rules of your own.',
  usage: [
    'rules list [ENGINE…]',
    'rules show ID',
    'rules test [FOLDER | FILE…]',
    'rules new NAME --language LANGUAGE [--folder FOLDER]',
    'rules kinds [LANGUAGE]',
    'rules schema',
  ],
  help: `
list  Prints the built-in rules of every engine, or of those that are named.
show  Prints all that a rule says: what is wrong, how bad it is, what to do about it, and where to read about it.
test  Runs the examples of rules: of a FOLDER or file of library files for code; of a FILE that is a YAML list of rules for credentials
      or a .lorekeep.yaml with "secretRules"; without either, those of all built-in rules. Exit code 1 if something that must be
      found is not, or the other way round, or a file is not right: then with its line, its column and what is allowed there.
new   Writes a first library file for code, with examples that pass: what Lorekeep should know about a library of your own.
        --language LANGUAGE  the language of the programs that use the library
        --folder FOLDER      where to write it; lorekeep-rules when omitted
kinds   Prints the kinds of weaknesses that a library file can have sinks of.
schema  Prints the JSON schema of library files, for editors.

A library file says which functions of a library bring data from outside, where it does harm, and what makes it harmless.
"lorekeep scan --code-rules FOLDER" uses it; "docs/guides/your-own-code-rules.md" has a worked example.

A rule for credentials has an id, a provider, a title, a severity, either a pattern or names and a value, what it opens, how to revoke it,
examples and nearMisses. "docs/guides/secrets.md" describes each field.`,
  options: { language: { type: 'string' }, folder: { type: 'string' } },
  async run(invocation) {
    const [action, ...files] = invocation.positionals;
    if (action === 'test') return test(invocation, files);
    if (action === 'list') return list(invocation, files);
    if (action === 'show' && files.length === 1) return show(invocation, files[0]!);
    if (action === 'new' || action === 'kinds' || action === 'schema') {
      const { codeRulesAction } = await import('./code-rules/code-rules.ts');
      return codeRulesAction(action, invocation, files);
    }
    if (action === 'show') throw new UsageError('Name the rule to show, by its id.');
    throw unknownAction(action, rules);
  },
};

async function test(invocation: Invocation, files: string[]): Promise<number> {
  const { terminal, options } = invocation;
  if (files.length > 0) {
    const { areLibraries, testLibraries } = await import('./code-rules/test-libraries.ts');
    if (areLibraries(files)) return testLibraries(invocation, files);
  }
  const { createSecretsEngine } = await import('../scan/engines/secrets/secrets-engine.ts');
  const { compileRule } = await import('../scan/engines/secrets/rules/rule-schema.ts');
  const { testRules } = await import('../scan/engines/secrets/rules/test-rules.ts');
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
  const { checkCodeRuleExamples } = await import('../scan/engines/code/check-examples.ts');
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

async function list({ terminal, options }: Invocation, engines: readonly string[]): Promise<number> {
  const all = await describedRules();
  const known = new Set(all.map(({ engine }) => engine as string));
  const stranger = engines.find((name) => !known.has(name));
  if (stranger !== undefined)
    throw new UsageError(`There is no engine "${plain(stranger)}"; there are ${[...known].join(', ')}.`);
  const shown = all.filter(({ engine }) => engines.length === 0 || engines.includes(engine));
  if (options['json']) terminal.out(JSON.stringify(shown, null, 2));
  else terminal.out(table(shown.map(({ id, severity, engine, title }) => [id, severity, engine, title])));
  return 0;
}

async function show({ terminal, options }: Invocation, id: string): Promise<number> {
  const all = await describedRules();
  const rule = all.find((one) => one.id === id || `${one.engine}.${one.id}` === id);
  if (!rule) {
    const meant = nearestName(id, new Set(all.map((one) => one.id)));
    const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    throw new UsageError(`There is no rule "${plain(id)}"; "lorekeep rules list" prints them all.${hint}`);
  }
  if (options['json']) {
    terminal.out(JSON.stringify(rule, null, 2));
    return 0;
  }
  terminal.out(paint(terminal, 'bold', rule.title));
  terminal.out(`${rule.id} · ${rule.engine} · ${rule.severity} · confidence ${rule.confidence}`);
  terminal.out([rule.category, ...rule.cwe].join(' · '));
  terminal.out(`\n${rule.description}`);
  terminal.out(`\nWhat to do: ${rule.suggestion}`);
  if (rule.references?.length) terminal.out(`\n${rule.references.join('\n')}`);
  return 0;
}

/** What every engine tells of its rules, with the engine. */
async function describedRules(): Promise<Array<RuleDescription & { engine: EngineId }>> {
  const { engineRegistry } = await import('../scan/engines/registry.ts');
  const engines = await Promise.all(engineRegistry.map(({ create }) => create({})));
  return engines.flatMap(({ id: engine, rules }) => rules.map((rule) => ({ engine, ...rule })));
}

async function builtIn(): Promise<SecretRule[]> {
  const { rulesFolder } = await import('../scan/engines/secrets/rules/compiled-rules.ts');
  const { readRuleFiles } = await import('../scan/engines/secrets/rules/rule-files.ts');
  return readRuleFiles(rulesFolder).rules;
}

async function read(files: string[]): Promise<SecretRule[]> {
  const { parseCustomRules, readRuleText } = await import('../scan/engines/secrets/rules/custom-rules.ts');
  return files.flatMap((file) => parseCustomRules(readRuleText(file), file));
}
