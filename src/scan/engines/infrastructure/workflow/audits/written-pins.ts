import type { Workflow } from '../workflow-model.ts';
import { usesOf, versionComment } from './step-places.ts';

/** Commits and the versions that comments give them, in all workflows of a repository. */
export class WrittenPins {
  /** `owner/name@commit` to the first version that is written next to it. */
  readonly #versions = new Map<string, string[]>();
  /** `owner/name@version` to the commits that it is next to. */
  readonly #commits = new Map<string, string[]>();

  constructor(workflows: Iterable<Workflow>) {
    for (const workflow of workflows) {
      for (const { action, ref, line } of usesOf(workflow)) {
        const comment = /^[0-9a-f]{40}$/.test(ref) ? versionComment(workflow, line) : undefined;
        if (comment === undefined) continue;
        add(this.#versions, `${action}@${ref}`, comment);
        add(this.#commits, `${action}@${comment}`, ref);
      }
    }
  }

  /** One commit cannot be two versions, and a full version is one commit. */
  contradiction(action: string, ref: string, comment: string): string | undefined {
    const other = this.#versions.get(`${action}@${ref}`)?.find((version) => !isSameVersion(comment, version));
    if (other !== undefined) return `elsewhere the same commit is called ${other}`;
    if (!/\d+\.\d+\.\d+/.test(comment)) return undefined;
    const commit = this.#commits.get(`${action}@${comment}`)?.find((known) => known !== ref);
    return commit && `elsewhere another commit (${commit.slice(0, 12)}) is called that`;
  }
}

const maxKept = 5;

function add(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key);
  if (!known) map.set(key, [value]);
  else if (known.length < maxKept && !known.includes(value)) known.push(value);
}

/** `v4` is a name of 4.2.2, too. */
export function isSameVersion(left: string, right: string): boolean {
  const [a, b] = [left, right].map((version) => version.replace(/^v/, '').split('.'));
  return a!.every((part, index) => b![index] === undefined || part === b![index]);
}
