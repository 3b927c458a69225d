/**
 * A path pattern: `*` and `?` within a name, `**` across folders. One without a slash means a name at any depth, one with
 * a slash is relative to the root; a folder that matches includes everything below it. Matching takes at most
 * pattern × path steps, whatever the pattern: patterns come from repositories too.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  const trimmed = pattern.replace(/^\.?\//, '').replace(/\/+$/, '');
  const anchored = pattern.startsWith('/') || trimmed.includes('/');
  return matcherOf(tokenise(anchored ? trimmed : `**/${trimmed}`));
}

/** Whether any of the patterns matches; no pattern matches nothing. */
export function compileGlobs(patterns: readonly string[]): (path: string) => boolean {
  const compiled = patterns.map(compileGlob);
  return (path) => compiled.some((matchesPath) => matchesPath(path));
}

/** What is at a place of a pattern: the code of a character, or one of these. */
const any = -1;
const name = -2;
const folders = -3;
const rest = -4;
const slash = 0x2f;

function tokenise(pattern: string): number[] {
  const tokens: number[] = [];
  for (let i = 0; i < pattern.length; i++) {
    if (pattern.startsWith('**/', i)) {
      addWildcard(tokens, folders);
      i += 2;
    } else if (pattern.startsWith('**', i)) {
      addWildcard(tokens, rest);
      i += 1;
    } else if (pattern[i] === '*') addWildcard(tokens, name);
    else tokens.push(pattern[i] === '?' ? any : pattern.charCodeAt(i));
  }
  return tokens;
}

/** A hundred stars in a row mean what one means, and would cost a hundred times as much. */
function addWildcard(tokens: number[], kind: number): void {
  const before = tokens.at(-1);
  if (before === kind || (before === rest && kind === name)) return;
  tokens.push(kind);
}

/**
 * Walks a path once and keeps the places in the pattern that it can have reached; most of the time those are one or two. The
 * lists of places are made once for all paths: a large repository asks a million times.
 */
function matcherOf(pattern: readonly number[]): (path: string) => boolean {
  const tokens = Int32Array.from(pattern);
  const last = tokens.length;
  const seen = new Float64Array(last + 1);
  let turn = 0;
  let places = new Int32Array(last + 1);
  let next = new Int32Array(last + 1);
  let count = 0;

  /** Adds a place and all that follow it without a character: `**` before a slash only where a name begins. */
  const reach = (list: Int32Array, from: number, atNameStart: boolean): void => {
    for (let place = from; seen[place] !== turn; place++) {
      seen[place] = turn;
      list[count++] = place;
      const token = tokens[place];
      if (token !== name && token !== rest && !(token === folders && atNameStart)) return;
    }
  };

  const needed = longestText(pattern);
  return (path) => {
    // Nearly every path ends here.
    if (!path.includes(needed)) return false;
    turn++;
    count = 0;
    reach(places, 0, true);
    for (let i = 0; i < path.length; i++) {
      const char = path.charCodeAt(i);
      const before = count;
      turn++;
      count = 0;
      for (let p = 0; p < before; p++) {
        const place = places[p]!;
        if (place === last) {
          if (char === slash) return true;
          continue;
        }
        const token = tokens[place]!;
        if (token === char || (token === any && char !== slash)) reach(next, place + 1, char === slash);
        else if (token === rest || token === folders || (token === name && char !== slash))
          reach(next, place, char === slash);
      }
      if (count === 0) return false;
      [places, next] = [next, places];
    }
    return seen[last] === turn;
  };
}

/** The longest run of plain characters: what does not hold it cannot match. */
function longestText(pattern: readonly number[]): string {
  const runs = pattern
    .map((token) => (token >= 0 ? String.fromCharCode(token) : '\0'))
    .join('')
    .split('\0');
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}
