import type { FileContext } from './file-context.ts';
import type { Doubt } from './surroundings.ts';

/** More of a file of settings is not read. */
const maxSettings = 65_536;

/**
 * A file of settings in which most secrets are `test` or `changeme`: developers run with it, and what is random in it was made up like the others or opens a service's
 * test account. Which of them is meant is not known, so the rest stays reported.
 */
export function doubtOfFiller({ syntax }: FileContext, bytes: Buffer): Doubt | undefined {
  if (syntax !== 'shell' && syntax !== 'config') return undefined;
  const file = bytes.toString('latin1', 0, maxSettings);
  let filled = 0;
  let open = 0;
  for (const [, name, value] of file.matchAll(setting)) {
    if (!secretWords.test(name!)) continue;
    if (filler.test(value!)) filled++;
    else open++;
  }
  return filled >= 5 && filled > open
    ? { limit: 'medium', reason: 'most secrets of the file are fillers, so developers run with it' }
    : undefined;
}

const setting =
  /^(?:export[ \t]+)?([A-Za-z_][\w.-]{0,100})[ \t]{0,8}[:=][ \t]{0,8}["']?([^\s"'#]{1,200})["']?[ \t]*$/gm;
const secretWords = /(?:secret|token|key|password|passwd|pass)(?:$|[_.-])/i;
const filler =
  /^(?:test\d*|x{3,}|example|sample|dummy|fake|foo|bar|change-?_?me|todo|none|null|placeholder|secret|password|some\w*|your\w*|<.*>)$/i;
