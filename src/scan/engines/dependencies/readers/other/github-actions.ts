import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `uses: x`, or a step that is written on one line: `{ name: a, uses: x }`. */
const usesField = /^\s*(?:-\s+)*(?:\{(?:[^#]*,)?\s*)?["']?uses["']?:(.*)$/;

/** The `uses:` of GitHub workflows and composite actions. A commit with a `# v1.2.3` behind it is checked as that version. */
export const readGithubActions: ReadFile = (text) => {
  const collector = new DependencyCollector('GitHub Actions');
  // Lines are enough, and a workflow that is not quite valid YAML is still read.
  let blockIndent = -1;
  let isUses = false;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trimEnd();
    if (line.trim() === '') continue;
    // In `- name: >-` the text is indented against the key, not against the dash.
    const indent = /^\s*(?:-\s+)*/.exec(line)![0].length;
    const isBlockText = blockIndent >= 0 && line.length - line.trimStart().length > blockIndent;
    if (isBlockText && !isUses) continue;
    const value = isBlockText ? line : usesField.exec(line)?.[1];
    isUses = false;
    if (!isBlockText) {
      blockIndent = /:\s*[|>][+-]?\d?\s*$/.test(line.slice(-40)) ? indent : -1;
      isUses = blockIndent >= 0 && value !== undefined;
    }
    const match = /^\s*["']?([\w.-]+\/[\w.-]+)((?:\/[\w./-]+)?)@([\w./-]+)["']?\s*(?:#\s*(\S+))?/.exec(
      value ?? '',
    );
    if (!match) continue;
    const [, repository, , ref, comment] = match;
    const pinned = /^[0-9a-f]{40}$/.test(ref!);
    const version = pinned ? (/^v?\d/.test(comment ?? '') ? comment! : '') : ref!;
    const isExact = /^v?\d+\.\d+\.\d+/.test(version);
    collector.add({
      name: repository!,
      version: isExact ? version : pinned ? ref! : '',
      ...(isExact || !/^v?\d+(\.\d+)?$/.test(version) ? {} : { requirement: version.replace(/^v/, '') }),
      line: index + 1,
      scope: 'dev',
      direct: true,
    });
  }
  return collector.finish();
};
