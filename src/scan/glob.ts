/**
 * A path pattern: `*` and `?` within a name, `**` across folders. One without a slash means a name at any depth, one with
 * a slash is relative to the root; a folder that matches includes everything below it. Matching takes at most
 * pattern × path steps, whatever the pattern: patterns come from repositories too.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  const trimmed = pattern.replace(/^\.?\//, '').replace(/\/+$/, '');
  const anchored = pattern.startsWith('/') || trimmed.includes('/');
  const tokens = tokenise(anchored ? trimmed : `**/${trimmed}`);
  return (path) => matches(tokens, path);
}

/** Whether any of the patterns matches; no pattern matches nothing. */
export function compileGlobs(patterns: readonly string[]): (path: string) => boolean {
  const compiled = patterns.map(compileGlob);
  return (path) => compiled.some((matchesPath) => matchesPath(path));
}

type Token = { kind: 'text'; char: string } | { kind: 'any' | 'name' | 'folders' | 'rest' };

function tokenise(pattern: string): Token[] {
  const tokens: Token[] = [];
  for (let i = 0; i < pattern.length; i++) {
    if (pattern.startsWith('**/', i)) {
      tokens.push({ kind: 'folders' });
      i += 2;
    } else if (pattern.startsWith('**', i)) {
      tokens.push({ kind: 'rest' });
      i += 1;
    } else if (pattern[i] === '*') tokens.push({ kind: 'name' });
    else if (pattern[i] === '?') tokens.push({ kind: 'any' });
    else tokens.push({ kind: 'text', char: pattern[i]! });
  }
  return tokens;
}

/** Walks the path once and keeps the set of places in the pattern that it can have reached. */
function matches(tokens: readonly Token[], path: string): boolean {
  const last = tokens.length;
  let states = new Uint8Array(last + 1);
  states[0] = 1;
  skipEmpty(tokens, states, true);
  for (let i = 0; i < path.length; i++) {
    const char = path[i]!;
    if (states[last] && char === '/') return true;
    const next = new Uint8Array(last + 1);
    for (let t = 0; t < last; t++) {
      if (!states[t]) continue;
      const token = tokens[t]!;
      if (token.kind === 'text') next[t + 1] ||= token.char === char ? 1 : 0;
      else if (token.kind === 'any') next[t + 1] ||= char === '/' ? 0 : 1;
      else if (token.kind === 'name') next[t] ||= char === '/' ? 0 : 1;
      else next[t] = 1;
    }
    skipEmpty(tokens, next, char === '/');
    states = next;
  }
  return states[last] === 1;
}

/** `*` and `**` may stand for nothing; a `**` before a slash only where a name begins. */
function skipEmpty(tokens: readonly Token[], states: Uint8Array, atNameStart: boolean): void {
  for (let t = 0; t < tokens.length; t++) {
    if (!states[t]) continue;
    const { kind } = tokens[t]!;
    if (kind === 'name' || kind === 'rest' || (kind === 'folders' && atNameStart)) states[t + 1] = 1;
  }
}
