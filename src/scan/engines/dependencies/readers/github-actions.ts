import { DependencyCollector } from './dependency-collector.ts';
import type { ReadFile } from './reader.ts';

/** The `uses:` of GitHub workflows and composite actions. A commit with a `# v1.2.3` behind it is judged as that version. */
export const readGithubActions: ReadFile = (text) => {
  const collector = new DependencyCollector('GitHub Actions');
  // Lines are enough, and a workflow that is not quite valid YAML is still read.
  let blockIndent = -1;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trimEnd();
    const indent = line.length - line.trimStart().length;
    if (line.trim() === '') continue;
    if (blockIndent >= 0 && indent > blockIndent) continue;
    blockIndent = /:\s*[|>][+-]?\d?\s*$/.test(line.slice(-40)) ? indent : -1;
    const match =
      /^\s*(?:-\s+)?uses:\s*["']?([\w.-]+\/[\w.-]+)((?:\/[\w./-]+)?)@([\w./-]+)["']?\s*(?:#\s*(\S+))?/.exec(
        line,
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
