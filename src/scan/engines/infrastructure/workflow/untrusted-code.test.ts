import { expect, test } from 'vitest';
import { createInfrastructureEngine } from '../infrastructure-engine.ts';
import { scanRepository } from '../rules/scan-repository.ts';

const engine = createInfrastructureEngine();

/** `rule severity` of what a workflow does with strangers' text and code. */
async function judged(workflow: string): Promise<string[]> {
  const { findings } = await scanRepository(engine, { '.github/workflows/case.yml': workflow });
  const classes = /untrusted-checkout|artifact-poisoning|environment-injection|template-injection/;
  return findings
    .filter(({ ruleId }) => classes.test(ruleId))
    .map(({ ruleId, severity }) => `${ruleId.replace('workflow.', '')} ${severity}`);
}

const checkout = (job: string, run = 'npm ci') => `
on: issue_comment
${job}
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          ref: refs/pull/\${{ github.event.issue.number }}/head
      - run: ${run}
`;

test.for([
  ['rights of the settings', checkout('jobs:\n  a:'), ['untrusted-checkout high']],
  [
    'rights to read, for all jobs',
    checkout('permissions:\n  contents: read\njobs:\n  a:'),
    ['untrusted-checkout medium'],
  ],
  ['no rights', checkout('permissions: {}\njobs:\n  a:'), ['untrusted-checkout medium']],
  [
    'rights to read everything',
    checkout('permissions: read-all\njobs:\n  a:'),
    ['untrusted-checkout medium'],
  ],
  [
    'rights to write everything',
    checkout('permissions: write-all\njobs:\n  a:'),
    ['untrusted-checkout high'],
  ],
  [
    'one right to write',
    checkout('permissions:\n  contents: read\n  id-token: write\njobs:\n  a:'),
    ['untrusted-checkout high'],
  ],
  [
    'rights of its own instead of those of all',
    checkout('permissions: read-all\njobs:\n  a:\n    permissions:\n      contents: write'),
    ['untrusted-checkout high'],
  ],
  [
    'rights to read, but a secret',
    checkout('permissions: read-all\njobs:\n  a:\n    env:\n      KEY: ${{ secrets.DEPLOY }}'),
    ['untrusted-checkout high'],
  ],
  [
    'a secret of all jobs',
    checkout('permissions: read-all\nenv:\n  KEY: ${{ secrets.DEPLOY }}\njobs:\n  a:'),
    ['untrusted-checkout high'],
  ],
  [
    'rights to read, and the token that has them',
    checkout('permissions: read-all\njobs:\n  a:\n    env:\n      KEY: ${{ secrets.GITHUB_TOKEN }}'),
    ['untrusted-checkout medium'],
  ],
  [
    'another job that asks who it is',
    checkout(
      'jobs:\n  ask:\n    runs-on: x\n    outputs:\n      go: ${{ steps.checkMember.outputs.is }}\n    steps:\n      - run: ls\n  a:\n    needs: ask\n    if: needs.ask.outputs.go == true',
    ),
    ['untrusted-checkout medium'],
  ],
  [
    'another job that asks something else',
    checkout(
      'jobs:\n  ask:\n    runs-on: x\n    outputs:\n      go: ${{ steps.changes.outputs.docs }}\n    steps:\n      - run: ls\n  a:\n    needs: ask\n    if: needs.ask.outputs.go == true',
    ),
    ['untrusted-checkout high'],
  ],
  ['nothing runs it', checkout('jobs:\n  a:', 'ls'), ['untrusted-checkout medium']],
  [
    'a comment that speaks of it',
    checkout('jobs:\n  a:', '|\n          # make sure\n          ls'),
    ['untrusted-checkout medium'],
  ],
] as Array<[string, string, string[]]>)("a stranger's code with %s", async ([, workflow, expected]) => {
  expect(await judged(workflow)).toEqual(expected);
});

const artifact = (run: string, step = '') => `
on: workflow_run
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/download-artifact@v4
        with:
          run-id: \${{ github.event.workflow_run.id }}
          path: ./report
      - run: |
          ${run.split('\n').join('\n          ')}
${step}`;

test.for([
  ['is run', 'bash report/run.sh', ['artifact-poisoning high']],
  ['is run where it is', 'cd report\n./run.sh', ['artifact-poisoning high']],
  [
    'is run by a step in its folder',
    './run.sh',
    ['artifact-poisoning high'],
    '        working-directory: report\n',
  ],
  ['is read where it is', 'cd report\nPR=$(cat ./pr.txt)', []],
  ['is run in a branch', 'cd report\nif true; then ./run.sh; fi', ['artifact-poisoning high']],
  ['is run by another command', 'cd report\ntimeout 5 ./run.sh', ['artifact-poisoning high']],
  ['is run with a setting', 'cd report\nCI=1 ./run.sh', ['artifact-poisoning high']],
  ['is run as a condition', 'cd report\nif ! ./check; then exit 1; fi', ['artifact-poisoning high']],
  ['is run in quotes', 'cd report\nnohup "./run.sh"', ['artifact-poisoning high']],
  ['is run behind what is read', 'cd report\ncat ./pr.txt | ./run.sh', ['artifact-poisoning high']],
  ['is redirected', 'cd report\nread PR < ./pr.txt', []],
  ['is looked for', 'cd report\nif [ -f ./pr.txt ]; then cat ./pr.txt; fi', []],
  ['is run for its output', 'cd report\nPR=$(./run.sh)', ['artifact-poisoning high']],
  ['is read', 'PR=$(cat report/pr.txt)\n./comment.sh', []],
  ['is read before something else is run', 'cat report/pr.txt\nmake', []],
  ['is spoken of', '# make sure that report is there\ncat report/pr.txt', []],
  [
    'is handed on into a script',
    'echo "n=$(cat report/pr.txt)" >> "$GITHUB_OUTPUT"',
    ['artifact-poisoning high'],
    '        id: pr\n      - run: gh pr comment ${{ steps.pr.outputs.n }}\n',
  ],
  [
    'is handed on into a script of an action',
    'cat report/pr.txt >> "$GITHUB_OUTPUT"',
    ['artifact-poisoning high'],
    '        id: pr\n      - uses: actions/github-script@v7\n        with:\n          script: "print(${{ steps.PR.outputs.n }})"\n',
  ],
  [
    'is handed on to an action',
    'echo "n=$(cat report/pr.txt)" >> "$GITHUB_OUTPUT"',
    ['artifact-poisoning medium'],
    '        id: pr\n      - uses: some/comment@v1\n        with:\n          issue-number: ${{ steps.pr.outputs.n }}\n',
  ],
  ['is handed on to nobody', 'cat report/pr.txt >> "$GITHUB_OUTPUT"', ['artifact-poisoning medium']],
  [
    'is handed on and run',
    'cat report/pr.txt >> "$GITHUB_OUTPUT"\nbash report/run.sh',
    ['artifact-poisoning high'],
  ],
  ['is not handed on', 'cat report/pr.txt\necho done >> "$GITHUB_OUTPUT"', []],
] as Array<[string, string, string[], string?]>)('an artifact that %s', async ([, run, expected, step]) => {
  expect(await judged(artifact(run, step))).toEqual(expected);
});

const script = (line: string) => `
on: issue_comment
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/github-script@v7
        with:
          script: |
            ${line}
`;

test.for([
  ['as JSON', 'const body = ${{ toJSON(github.event.comment.body) }};', []],
  ['as it is', 'const body = ${{ github.event.comment.body }};', ['template-injection high']],
  [
    'as JSON in quotes',
    "const body = '${{ toJSON(github.event.comment.body) }}';",
    ['template-injection high'],
  ],
  [
    'as JSON in a template',
    'const body = `${{ toJSON(github.event.comment.body) }}`;',
    ['template-injection high'],
  ],
  ['as JSON behind a text', "f('a', ${{ toJSON(github.event.comment.body) }});", []],
] as Array<[string, string, string[]]>)(
  'a comment %s in a script of JavaScript',
  async ([, line, expected]) => {
    expect(await judged(script(line))).toEqual(expected);
  },
);

test('JSON is no literal of a shell', async () => {
  const workflow = `
on: issue_comment
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - run: echo \${{ toJSON(github.event.comment.body) }}
`;
  expect(await judged(workflow)).toEqual(['template-injection high']);
});

const comment = (condition: string, step = 'echo ${{ github.event.comment.body }}') => `
on: issue_comment
jobs:
  a:
    runs-on: ubuntu-latest
    if: ${condition}
    outputs:
      text: \${{ github.event.comment.body }}
    steps:
      - run: ${step}
`;

test.for([
  ['of the author', "github.event.comment.author_association == 'OWNER'", 'medium'],
  [
    'of a list',
    `contains(fromJSON('["OWNER", "MEMBER"]'), github.event.comment.author_association)`,
    'medium',
  ],
  [
    'and something else',
    "github.event.issue.pull_request && 'COLLABORATOR' == github.event.comment.author_association",
    'medium',
  ],
  [
    'or something else',
    "github.event.issue.pull_request || github.event.comment.author_association == 'OWNER'",
    'high',
  ],
  ['the other way round', "github.event.comment.author_association != 'OWNER'", 'high'],
  [
    'of a list with strangers',
    `contains(fromJSON('["OWNER", "CONTRIBUTOR"]'), github.event.comment.author_association)`,
    'high',
  ],
  ['of the author of something else', "github.event.issue.author_association == 'OWNER'", 'high'],
  ['of another kind', "startsWith(github.event.comment.body, '/run ')", 'high'],
] as Array<[string, string, string]>)('a comment behind a condition %s', async ([, condition, expected]) => {
  expect(await judged(comment(condition))).toEqual([`template-injection ${expected}`]);
});

test.for([
  ["github.event.comment.author_association == 'MEMBER'", 'medium'],
  ['github.event.issue.pull_request', 'high'],
] as Array<[string, string]>)('what a job hands on that runs if %s', async ([condition, expected]) => {
  const workflow = `${comment(condition, 'ls')}
  b:
    needs: a
    if: always()
    runs-on: ubuntu-latest
    steps:
      - run: echo "\${{ needs.a.outputs.text }}"
`;
  expect(await judged(workflow)).toEqual([`template-injection ${expected}`]);
});

const follower = (condition: string, second = '', source = 'head_branch') => `
on:
  workflow_run: { workflows: [build], types: [completed] }
jobs:
  a:
    runs-on: ubuntu-latest
    if: ${condition}
    steps:
      - run: make
  b:
    needs: a
    ${second}
    runs-on: ubuntu-latest
    steps:
      - run: echo \${{ github.event.workflow_run.${source} }}
`;

test.for([
  ['that a push has started', follower("github.event.workflow_run.event == 'push'"), 'medium'],
  [
    'that a push or a schedule has started',
    follower("github.event.workflow_run.event == 'push' || github.event.workflow_run.event == 'schedule'"),
    'medium',
  ],
  ['that a pull request has started', follower("github.event.workflow_run.event == 'pull_request'"), 'high'],
  ['that no push has started', follower("github.event.workflow_run.event != 'push'"), 'high'],
  [
    'that a push has started or that went well',
    follower(
      "github.event.workflow_run.event == 'push' || github.event.workflow_run.conclusion == 'success'",
    ),
    'high',
  ],
  [
    'that a push has started, in a job that runs anyway',
    follower("github.event.workflow_run.event == 'push'", 'if: always()'),
    'high',
  ],
  [
    'that a push has started, by what its commit says',
    follower("github.event.workflow_run.event == 'push'", '', 'head_commit.message'),
    'high',
  ],
] as Array<[string, string, string]>)('the branch of a run %s', async ([, workflow, expected]) => {
  expect(await judged(workflow)).toEqual([`template-injection ${expected}`]);
});
