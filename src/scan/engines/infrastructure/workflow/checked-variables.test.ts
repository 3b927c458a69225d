import { expect, test } from 'vitest';
import { createInfrastructureEngine } from '../infrastructure-engine.ts';
import { scanRepository } from '../rules/scan-repository.ts';
import { checkedVariables } from './checked-variables.ts';

// biome-ignore format: one line for each row
test.for([
  ['[[ "$A" =~ ^[a-z0-9]+$ ]] || exit 1', true],
  ['[[ $A =~ ^v[0-9]+\\.[0-9]+$ ]] || { echo no; exit 1; }', true],
  ['[[ "${A}" =~ ^[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*$ ]] || exit 1', true],
  ['if [[ ! "$A" =~ ^[0-9]{1,6}$ ]]; then\n  exit 1\nfi', true],
  ['if [[ -z "$A" || ! "$A" =~ ^[0-9]+$ ]]; then\n  echo no\n  exit 1\nfi', true],
  ['if [[ ! "$A" =~ ^[0-9]+$ ]]; then exit 1; fi', true],
  ['[[ "$A" =~ ^[a-z0-9]+$ ]] || echo no', false],
  ['[[ "$A" =~ ^[a-z0-9]+ ]] || exit 1', false],
  ['[[ "$A" =~ [a-z0-9]+$ ]] || exit 1', false],
  ['[[ "$A" =~ ^.+$ ]] || exit 1', false],
  ['[[ "$A" =~ ^[^/]+$ ]] || exit 1', false],
  ['[[ "$A" =~ ^[a-z[:space:]]+$ ]] || exit 1', false],
  ['[[ "$A" =~ ^[a-z]+$|x ]] || exit 1', false],
  ['[[ "$A" =~ ^[a-z;]+$ ]] || exit 1', false],
  ['[[ "$B" =~ ^[a-z]+$ ]] || exit 1', false],
  ['if [[ ! "$A" =~ ^[0-9]+$ ]]; then\n  echo no\nfi', false],
  ['if [[ -n "$B" && ! "$A" =~ ^[0-9]+$ ]]; then\n  exit 1\nfi', false],
  ['if [[ "$A" =~ ^[0-9]+$ ]]; then\n  exit 1\nfi', false],
  ['if [[ ! "$A" =~ ^[0-9]+$ ]]; then\n  if [[ $B ]]; then exit 1; fi\nfi', false],
  ['[[ "$A" =~ ^[a-z]+$ ]] || exit 1\nA=$(cat title)', false],
  ['echo "$A" | grep -qE "^[a-z]+$" || exit 1', false],
] as const)('%j checks the variable: %s', ([script, expected]) => {
  expect(checkedVariables(`${script}\nlast`)('A', 30)).toBe(expected);
});

test('a variable is checked behind the check alone', () => {
  const isChecked = checkedVariables('a\n[[ "$A" =~ ^[a-z]+$ ]] || exit 1\nb');
  expect([isChecked('A', 0), isChecked('A', 1), isChecked('A', 2)]).toEqual([false, false, true]);
});

const engine = createInfrastructureEngine();
const started = (check: string, condition: string, event = 'comment.body') => `
on: issue_comment
jobs:
  check:
    runs-on: ubuntu-latest
    outputs:
      allowed: \${{ steps.a.outputs.allowed }}
    steps:
      - id: a
        run: |
          ${check}
  work:
    needs: check
    if: ${condition}
    runs-on: ubuntu-latest
    steps:
      - env:
          TEXT: \${{ github.event.${event} }}
        run: echo "NAME=$TEXT" >> "$GITHUB_ENV"
`;
const asks =
  'P=$(gh api repos/$GITHUB_REPOSITORY/collaborators/$GITHUB_ACTOR/permission --jq .permission); [ "$P" == "admin" ] && echo "allowed=true" >> $GITHUB_OUTPUT';

// biome-ignore format: one line for each row
test.for([
  ['who may write to the repository', started(asks, "needs.check.outputs.allowed == 'true'"), 'medium'],
  ['who may write, and something else', started(asks, "needs.check.outputs.allowed == 'true' && github.event.issue.pull_request"), 'medium'],
  ['who may write, or something else', started(asks, "needs.check.outputs.allowed == 'true' || github.event.issue.pull_request"), 'high'],
  ['something else', started('echo "allowed=true" >> $GITHUB_OUTPUT', "needs.check.outputs.allowed == 'true'"), 'high'],
  ['who may not write', started(asks, "needs.check.outputs.allowed == 'false'"), 'high'],
  ['who may write, of what another person wrote', started(asks, "needs.check.outputs.allowed == 'true'", 'issue.title'), 'high'],
] as const)('a job in front asks for %s', async ([, workflow, severity]) => {
  const { findings } = await scanRepository(engine, { '.github/workflows/case.yml': workflow });
  expect(findings.find(({ ruleId }) => ruleId === 'workflow.environment-injection')?.severity).toBe(severity);
});
