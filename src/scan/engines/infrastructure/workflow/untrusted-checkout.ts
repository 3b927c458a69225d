import { child, text } from '../../../formats/document/node.ts';
import { patternFits } from '../conditions/pattern-fits.ts';
import type { RunningJob, RunningStep } from './expand-steps.ts';
import { isWithoutRights } from './job-rights.ts';
import type { Job, Step, Workflow } from './workflow-model.ts';

/** Code of a stranger that is fetched into a job with the repository's rights. */
export interface UntrustedCode {
  /** The workflow or action that holds the step. */
  workflow: Workflow;
  job: Job;
  step: Step;
  line: number;
  kind: 'checkout' | 'artifact';
  /** The step that runs it, where there is one. */
  executedBy: Step | undefined;
  /** All that this step does with it is to make it an output, which no script of the job has in it. */
  onlyHandedOn: boolean;
  /** The step that writes a part of it into the environment of later steps. */
  readInto: Step | undefined;
  /** A condition asks who sent it; it narrows the risk but can be raced or fooled. */
  guarded: boolean;
  /** The token of the job only reads, and the job uses no secret: what runs there can still do harm, to caches and runners. */
  withoutRights: boolean;
}

const privilegedTriggers = [
  'pull_request_target',
  'workflow_run',
  'issue_comment',
  'issues',
  'pull_request_review_comment',
];

export function isPrivileged(workflow: Workflow): boolean {
  return privilegedTriggers.some((trigger) => workflow.triggers.has(trigger));
}

/** Finds fetched strangers' code in workflows that run with secrets and a writing token; local actions and called workflows are followed. */
export function untrustedCode(entry: Workflow, jobs: readonly RunningJob[]): UntrustedCode[] {
  if (!isPrivileged(entry)) return [];
  const found: UntrustedCode[] = [];
  for (const { conditions, steps, job: whole, workflow: holder } of jobs) {
    if (conditions.some(sameRepositoryOnly)) continue;
    const withoutRights = isWithoutRights(whole, holder, entry);
    steps.forEach((running, index) => {
      const { workflow, job, step } = running;
      if (sameRepositoryOnly(step.condition)) return;
      const kind = fetches(running, entry);
      if (!kind) return;
      const after = steps.slice(index + (step.run ? 0 : 1)).map((later) => later.step);
      const executedBy = after.find((later) => executes(later, kind, scriptOn(later, kind, step)));
      const readInto = after.find((later) => patternFits(readsIntoEnvironment, text(later.run) ?? ''));
      const guarded = [...conditions, step.condition].some(
        (condition) => isGuarded(condition) || asksGuard(condition, entry),
      );
      const line = refLine(step);
      const onlyHandedOn =
        executedBy !== undefined &&
        kind === 'artifact' &&
        !runsArtifact(executedBy, scriptOn(executedBy, kind, step)) &&
        !isPutIntoScript(executedBy, running.job);
      found.push({
        workflow,
        job,
        step,
        line,
        kind,
        executedBy,
        onlyHandedOn,
        readInto,
        guarded,
        withoutRights,
      });
    });
  }
  return found;
}

/** Every job, own or called, runs only for changes of this repository. */
export function isForOwnChangesOnly(jobs: readonly RunningJob[]): boolean {
  return jobs.length > 0 && jobs.every(({ conditions }) => conditions.some(sameRepositoryOnly));
}

const headReference =
  /github\.event\.pull_request\.head\.|github\.head_ref|github\.event\.pull_request\.merge_commit_sha|refs\/pull\/|pull\/\$\{\{|github\.event\.workflow_run\.(head[_.]|pull_requests)|github\.event\.(issue|pull_request)\.number|github\.event\.number|head[_-]?(sha|ref|branch)|pr[_-]?(head|sha|ref)|headRef(Oid|Name)/i;

const fetchesHead =
  /\bgit\s+(fetch|pull|checkout|switch|clone)\b[^\n]*(pull\/|head_ref|HEAD_REF|head\.ref|head\.sha|HEAD_SHA|PR_HEAD)/;

function fetches({ step, resolve }: RunningStep, entry: Workflow): UntrustedCode['kind'] | undefined {
  if (/^actions\/checkout@/i.test(step.uses)) {
    const ref = resolve(`${text(step.with.get('ref')) ?? ''} ${text(step.with.get('repository')) ?? ''}`);
    return headReference.test(ref) ? 'checkout' : undefined;
  }
  const script = text(step.run) ?? '';
  if (/\bgh\s+pr\s+checkout\b/.test(script)) return 'checkout';
  if (patternFits(fetchesHead, script)) return 'checkout';
  if (!entry.triggers.has('workflow_run')) return undefined;
  if (/^actions\/download-artifact@/i.test(step.uses) && step.with.has('run-id')) return 'artifact';
  if (/^dawidd6\/action-download-artifact@/i.test(step.uses)) return 'artifact';
  if (/\bgh\s+run\s+download\b/.test(script)) return 'artifact';
  if (
    /^actions\/github-script@/i.test(step.uses) &&
    /downloadArtifact/.test(text(step.with.get('script')) ?? '')
  )
    return 'artifact';
  return undefined;
}

// Commands that run what the fetched tree or artifact contains: build scripts, hooks, configuration that is code.
const runsTree =
  /(^|[\s;&|("'`])((npm|pnpm|yarn|bun)(\s+(ci|i|install|run|test|build|exec|start)\b|\s*$|\s*\n)|npx\s|pip3?\s+install\s+(-e|\.|-r|--editable|\S*requirements)|python3?\s+(-m\s+)?(setup\.py|\.|\w+\.py|build|pytest|tox)|pytest\b|tox\b|nox\b|poetry\s+(install|run)|uv\s+(sync|run|pip)|make(\s|$)|cmake\b|ninja\b|gradle\b|\.\/gradlew|mvn\b|\.\/mvnw|go\s+(build|test|run|generate|install)|cargo\s+(build|test|run|install|bench)|bundle\s+(install|exec)|rake\b|composer\s+(install|update|run)|dotnet\s+(build|test|run|restore)|docker\s+(build|compose|buildx)|docker-compose\b|pre-commit\b|terraform\s+(init|plan|apply)|(ba|z)?sh\s+[^-\s][\w./-]*|source\s|\.\s+\.?\/|\.\/[\w./-]+|chmod\s+\+x|eslint\b|jest\b|vitest\b|tsc\b|mix\s|sbt\b|bazel\b|swift\s+(build|test)|flutter\s|just\s|task\s|hugo\b|mkdocs\b|jekyll\b)/m;
const keepsContent = /(cat|<)\s*[^\n]*>>\s*["']?\$\{?GITHUB_OUTPUT/;
const readsIntoEnvironment = /(\bcat\b|\bjq\b|<)\s*[^\n]*(>>|\btee\s+-a)\s*["']?\$\{?GITHUB_(ENV|PATH)/;

function executes(step: Step, kind: UntrustedCode['kind'], script: string): boolean {
  if (step.uses.startsWith('./')) return true;
  if (kind === 'artifact') return runsArtifact(step, script) || patternFits(keepsContent, script);
  if (runsTree.test(script)) return true;
  return /^(docker\/build-push-action|gradle\/(gradle-build-action|actions\/setup-gradle)|cypress-io\/github-action|pre-commit\/action|bahmutov\/npm-install|borales\/actions-yarn|golangci\/golangci-lint-action|jekyll\/|reactivecircus\/)/i.test(
    step.uses,
  );
}

function runsArtifact({ uses }: Step, script: string): boolean {
  return (
    uses.startsWith('./') ||
    /chmod\s+\+x|(^|[\s;&|])((ba|z)?sh\s|source\s|node\s|python3?\s|java\s+-jar|npm\s|yarn\b|pnpm\s|make\b|pip\s+install)/m.test(
      script,
    ) ||
    runsOwnFile(script) ||
    patternFits(readsIntoEnvironment, script)
  );
}

/** `${{ steps.pr.outputs.number }}` in a script of the job, or among what the job hands on to others, of which nothing is known here. */
function isPutIntoScript({ id }: Step, { steps, outputs }: Job): boolean {
  if (id === '') return false;
  const names = (written: string) => written.toLowerCase().includes(`steps.${id.toLowerCase()}.outputs`);
  const scripts = steps.flatMap((step) => [step.run, step.with.get('script')]);
  return [...scripts, ...outputs.values()].some((node) => names(text(node) ?? ''));
}

/** `./run.sh`, in whatever it is wrapped; no file is run that is redirected, or that a command only reads. */
function runsOwnFile(script: string): boolean {
  return script.split(/[\n;&|(`]+/).some((command) => {
    const words = command.trim().split(/\s+/);
    const first = words.find((word) => !/^(?:if|while|until|then|do|else|!|\{|\w+=.*)$/.test(word)) ?? '';
    if (onlyReads.has(first)) return false;
    return words.some((word, at) => /^["']?\.\//.test(word) && !/[<>]$/.test(words[at - 1] ?? ''));
  });
}

const onlyReads = new Set(
  'cat head tail wc jq grep ls cp mv rm mkdir cd pushd test [ [[ echo printf unzip tar du stat file diff cmp sort uniq cut touch sha256sum md5sum tee gh'.split(
    ' ',
  ),
);

/**
 * The lines of a script that may run what was fetched: no comments, and of an artifact in a folder of its own those that name the
 * folder or are behind a step into it.
 */
function scriptOn(step: Step, kind: UntrustedCode['kind'], download: Step): string {
  const lines = (text(step.run) ?? '').split('\n').filter((line) => !/^\s*#/.test(line));
  const folder = kind === 'artifact' ? folderOf(download) : '';
  if (folder === '' || (text(child(step.node, 'working-directory')) ?? '').includes(folder))
    return lines.join('\n');
  const entered = lines.findIndex((line) => /\b(?:cd|pushd)\s/.test(line) && line.includes(folder));
  return lines.filter((line, at) => line.includes(folder) || (entered !== -1 && at >= entered)).join('\n');
}

function folderOf(download: Step): string {
  return (text(download.with.get('path')) ?? '').replace(/\$\{\{[^}]*\}\}/g, '').replace(/^[./]+|\/+$/g, '');
}

/** The head must be of this repository, so that no stranger can send it. */
export function sameRepositoryOnly(condition: string): boolean {
  return (
    /head\.repo\.(full_name|id|owner\.login)\s*==\s*github\.(repository|repository_id|repository_owner)/.test(
      condition,
    ) ||
    /head\.repo\.fork\s*==\s*false|!\s*github\.event\.pull_request\.head\.repo\.fork/.test(condition) ||
    /workflow_run\.head_repository\.full_name\s*==\s*github\.repository/.test(condition) ||
    /workflow_run\.event\s*==\s*'(push|schedule|release|workflow_dispatch)'/.test(condition) ||
    /^[^|]*workflow_run\.event\s*!=\s*'pull_request'[^|]*$/.test(condition)
  );
}

function isGuarded(condition: string): boolean {
  return /author_association|github\.actor\s*==|sender\.login\s*==|user\.login\s*==|labels|label\.name|permission/.test(
    condition,
  );
}

/** `needs.triage.outputs.run`: another job has asked, where what it hands on comes from a step that is named after who sent it. */
function asksGuard(condition: string, { jobs }: Workflow): boolean {
  return [...condition.matchAll(/\bneeds\.([\w-]{1,80})\.outputs\.([\w-]{1,80})/g)].some(([, id, name]) => {
    const output = jobs.find((job) => job.id === id)?.outputs.get(name!);
    return /member|permission|label|association|authori[sz]ed|allowed|trusted|maintainer|collaborator/i.test(
      text(output) ?? '',
    );
  });
}

function refLine(step: Step): number {
  return step.with.get('ref')?.line ?? (step.run ? step.runLine : step.usesLine);
}
