/**
 * Parts of the event that a stranger writes freely. Numbers, ids, hashes, logins and repository names are omitted: their
 * alphabet cannot leave a word of a shell.
 */
const freeText: readonly RegExp[] = [
  /^github\.head_ref$/,
  /^github\.event\.(issue|pull_request|discussion)\.(title|body)$/,
  /^github\.event\.(comment|review|review_comment|discussion_comment|answer)\.body$/,
  /^github\.event\.pull_request\.head\.(ref|label)$/,
  /^github\.event\.pull_request\.head\.repo\.(default_branch|description|homepage)$/,
  /^github\.event\.pull_request\.milestone\.(title|description)$/,
  /^github\.event\.workflow_run\.(head_branch|display_title|name)$/,
  /^github\.event\.workflow_run\.head_commit\.(message|(author|committer)\.(name|email))$/,
  /^github\.event\.workflow_run\.head_repository\.description$/,
  /^github\.event\.workflow_run\.pull_requests\.[^.]+\.head\.ref$/,
  /^github\.event\.check_suite\.(head_branch|pull_requests\..*)$/,
  /^github\.event\.check_run\.check_suite\.head_branch$/,
  /^github\.event\.head_commit\.(message|(author|committer)\.(name|email))$/,
  /^github\.event\.commits\.[^.]+\.(message|(author|committer)\.(name|email))$/,
  /^github\.event\.pages\.[^.]+\.(page_name|title|summary)$/,
  /^github\.event\.changes\.(title|body)\.from$/,
];

/** Whole objects that contain such text. */
const containers: readonly RegExp[] = [
  /^github$/,
  /^github\.event$/,
  /^github\.event\.(issue|pull_request|discussion|comment|review|head_commit|commits|workflow_run|pages|changes)(\.[*\d]+)?$/,
  /^github\.event\.pull_request\.head$/,
];

export function isUntrustedContext(path: readonly string[]): boolean {
  const name = path.join('.');
  return freeText.some((pattern) => pattern.test(name));
}

/** True for an object that holds untrusted text somewhere; dangerous where the whole of it is written out. */
export function holdsUntrustedText(path: readonly string[]): boolean {
  const name = path.join('.');
  return containers.some((pattern) => pattern.test(name));
}

/** Shell variables that the runner fills with a stranger's text. */
export const untrustedVariables: ReadonlySet<string> = new Set(['GITHUB_HEAD_REF']);

/** Outputs of well-known actions that carry text of a stranger. */
export function untrustedOutput(uses: string, output: string): boolean {
  const action = uses.split('@')[0]!.toLowerCase();
  return untrustedActions.some(([name, outputs]) => name.test(action) && outputs.test(output));
}

const maxPattern = 300;

/** An action that gives the part of a text that a pattern fits: where that holds word characters and what the pattern spells out, nothing else can come out. */
export function givesWordsOnly(uses: string, pattern: string): boolean {
  if (!/^actions-ecosystem\/action-regex-match@/i.test(uses)) return false;
  if (pattern === '' || pattern.length > maxPattern || pattern.includes('${{')) return false;
  const parts = pattern.match(/\\.|\[(?:\\.|[^\]\\])*\]|./gs) ?? [];
  return parts.every((part) => {
    if (part.startsWith('\\')) return /^\\(?:[wdbBs]|[^A-Za-z0-9])$/.test(part);
    return part.length > 1 ? /^\[(?:\\[wd]|[\w./:-])*\]$/.test(part) : !/[.[]/.test(part);
  });
}

const untrustedActions: ReadonlyArray<readonly [RegExp, RegExp]> = [
  [/^tj-actions\/changed-files$/, /files$|^(added|modified|deleted|renamed|all)/],
  [/^tj-actions\/branch-names$/, /branch|ref/],
  [
    /^(trilom\/file-changes-action|jitterbit\/get-changed-files|lots0logs\/gh-action-get-changed-files|ahmadnassri\/action-changed-files)$/,
    /./,
  ],
  [/^dorny\/paths-filter$/, /_files$/],
  [/^(xt0rted\/pull-request-comment-branch|alessbell\/pull-request-comment-branch)$/, /head_ref/],
  [/^eficode\/resolve-pr-refs$/, /head_ref/],
  [/^peter-evans\/find-comment$/, /comment-body/],
  [/^khan\/pull-request-comment-trigger$/, /comment_body/],
  [
    /^(actions-ecosystem\/action-regex-match|actions-ecosystem\/action-get-merged-pull-request)$/,
    /title|body|match|group/,
  ],
  [/^(potiuk\/get-workflow-origin)$/, /branch/],
  [/^(martinhaintz\/ga-file-list|the-coding-turtle\/ga-file-list)$/, /./],
];
