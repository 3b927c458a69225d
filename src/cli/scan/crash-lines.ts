import { counted } from '../../kernel/counted.ts';
import type { EngineCrash } from '../../scan/model/engine-crash.ts';
import { plain } from '../terminal.ts';

const maxShown = 5;
const maxFrames = 4;

/** What a person needs to report a defect of an engine: where it happened, and nothing of what the files hold. */
export function crashLines(crashes: readonly EngineCrash[]): string[] {
  const lines = crashes.slice(0, maxShown).flatMap(({ engine, path, rule, error, stack }) => {
    const inRule = rule === undefined ? '' : `, rule ${rule}`;
    const head =
      engine === 'scan'
        ? `lorekeep scan: the scan itself crashed: ${plain(error)}`
        : `lorekeep scan: the ${engine} engine crashed (${plain(path)}${inRule}): ${error}`;
    return [head, ...stack.slice(0, maxFrames).map((frame) => `    at ${plain(frame)}`)];
  });
  if (crashes.length > maxShown)
    lines.push(`lorekeep scan: and ${counted(crashes.length - maxShown, 'more crash', 'more crashes')}.`);
  return [...lines, 'This is a defect of Lorekeep: please report it with these lines.'];
}
