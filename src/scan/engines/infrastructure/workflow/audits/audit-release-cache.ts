import { text } from '../../../../formats/document/node.ts';
import { patternFits } from '../../conditions/pattern-fits.ts';
import type { RunningStep } from '../expand-steps.ts';
import type { Step } from '../workflow-model.ts';
import type { Audit } from './audit.ts';

const publishes =
  /\b(npm|pnpm|yarn|bun|poetry|uv|hatch|flit|cargo) (npm )?publish\b(?![^\n]*--dry-run)|\btwine upload|\bgem push|\bdocker push|\bgh release (create|upload)|\bnuget push|\bmvnw? (\S+ )*deploy\b|\bgradlew?\b[^\n]*\bpublish|\bgoreleaser release|\bsemantic-release\b|\bvsce publish|\bhelm push/;
const publishingActions =
  /^(pypa\/gh-action-pypi-publish|softprops\/action-gh-release|goreleaser\/goreleaser-action|ncipollo\/release-action|js-devtools\/npm-publish|rubygems\/release-gem|crazy-max\/ghaction-docker|svenstaro\/upload-release-action|changesets\/action|cycjimmy\/semantic-release-action|actions\/create-release)@/i;

/** A release that is built with a cache which other runs can fill; local actions and called workflows are followed. */
export const auditReleaseCache: Audit = ({ workflow, jobs }, report) => {
  const isForPullRequestsOnly = [...workflow.triggers].every((trigger) => trigger === 'pull_request');
  if (isForPullRequestsOnly || workflow.jobs.every(({ id }) => id === 'runs')) return;
  for (const { job, steps, workflow: holder } of jobs) {
    if (!steps.some(publishesStep)) continue;
    const cached = steps.find(({ step }) => restoresCache(step));
    if (!cached) continue;
    const place = {
      line: job.node.line,
      endLine: job.node.endLine,
      scope: `job ${job.id}`,
      file: holder.path,
    };
    const name = cached.step.uses.split('@')[0]!;
    report('workflow.setting.release-cache', place, `The cache: ${name}.`, '');
  }
};

function publishesStep({ step }: RunningStep): boolean {
  if (publishingActions.test(step.uses) || patternFits(publishes, text(step.run) ?? '')) return true;
  return /^docker\/(build-push|bake)-action@/i.test(step.uses) && input(step, 'push') === 'true';
}

/** The actions that read a cache, each with when it does. */
const caches: ReadonlyArray<readonly [RegExp, (step: Step) => boolean]> = [
  [/^actions\/cache(\/restore)?@/, (step) => input(step, 'lookup-only') !== 'true'],
  [/^actions\/setup-(node|python|java|dotnet)@/, (step) => !['', 'false'].includes(input(step, 'cache'))],
  [/^actions\/setup-go@/, (step) => input(step, 'cache') !== 'false'],
  [/^swatinem\/rust-cache@/, (step) => input(step, 'lookup-only') !== 'true'],
  [
    /^gradle\/(actions\/setup-gradle|gradle-build-action)@/,
    (step) => input(step, 'cache-disabled') !== 'true',
  ],
  [/^ruby\/setup-ruby@/, (step) => input(step, 'bundler-cache') === 'true'],
  [/^astral-sh\/setup-uv@/, (step) => input(step, 'enable-cache') === 'true'],
  [/^docker\/(build-push|bake)-action@/, (step) => /type=gha/.test(input(step, 'cache-from'))],
  [/^(mozilla-actions\/sccache-action|hendrikmuhs\/ccache-action|pnpm\/action-setup-cache)@/, () => true],
];

function restoresCache(step: Step): boolean {
  const uses = step.uses.toLowerCase();
  return caches.some(([action, isOn]) => action.test(uses) && isOn(step));
}

function input(step: Step, name: string): string {
  return (text(step.with.get(name)) ?? '').trim();
}
