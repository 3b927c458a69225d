import { readFileSync } from 'node:fs';
import { rulesFolder } from '../../rules/rule-library.ts';

/** A published weakness of an action: by versions, or by references where versions do not tell. */
interface ActionAdvisory {
  action: string;
  introduced?: string;
  fixed?: string;
  refs?: string[];
  summary: string;
  /** Where those who published it rate it no worse: who can use it must be let in already, or little is gained. */
  severity?: 'medium';
  /** An input that, where it is given, leaves nothing of the weakness but its version. */
  unlessGiven?: string;
}

/** What is publicly known about actions, by `owner/name` in lower case. */
export interface ActionKnowledge {
  advisories: readonly ActionAdvisory[];
  /** What takes the place of an action that nobody maintains. */
  archived: Readonly<Record<string, string>>;
  renamed: Readonly<Record<string, string>>;
  /** What runners can do by themselves in the place of an action. */
  superfluous: Readonly<Record<string, string>>;
  /** Commits that were published by an attacker, with what they did. */
  maliciousCommits: Readonly<Record<string, string>>;
  popular: { owners: readonly string[]; actions: readonly string[] };
  /** Commits of releases: commit to version. */
  releases: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Actions that install a tool: the inputs that choose its version, and what is installed without one. */
  tools: Readonly<Record<string, { inputs: string[]; default?: string }>>;
}

export const actionFiles = [
  'advisories',
  'archived',
  'renamed',
  'superfluous',
  'malicious-commits',
  'popular',
  'releases',
  'unpinned-tools',
] as const;

export function readActionKnowledge(): ActionKnowledge {
  const [advisories, archived, renamed, superfluous, maliciousCommits, popular, releases, tools] =
    actionFiles.map((name): unknown =>
      JSON.parse(readFileSync(new URL(`actions/${name}.json`, rulesFolder), 'utf8')),
    );
  return {
    advisories,
    archived,
    renamed,
    superfluous,
    maliciousCommits,
    popular,
    releases,
    tools,
  } as ActionKnowledge;
}

/** Whether a version or reference has the weakness; a tag like `v2` follows the newest of its line. */
export function isAffected({ introduced, fixed, refs }: ActionAdvisory, ref: string): boolean {
  if (refs?.includes(ref)) return true;
  const version = versionParts(ref);
  if (!version || fixed === undefined) return false;
  return isBefore(version, versionParts(fixed)!) && !isBefore(version, versionParts(introduced ?? '0')!);
}

/** Numbers of a version; those that are not given are as high as can be. */
function versionParts(version: string): number[] | undefined {
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(version);
  return match?.slice(1).map((part) => (part === undefined ? Number.POSITIVE_INFINITY : Number(part)));
}

function isBefore(left: readonly number[], right: readonly number[]): boolean {
  for (const [index, part] of left.entries()) {
    // A bound such as `6` means the first version of that line.
    const bound = right[index] === Number.POSITIVE_INFINITY ? 0 : right[index]!;
    if (part !== bound) return part < bound;
  }
  return false;
}
