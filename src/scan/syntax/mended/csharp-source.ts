/**
 * What C# compiles on some platforms only, as the grammar can read it: it knows `#if` around whole statements and members, and not around a modifier, a part of an expression, one side of an `else`, a
 * clause of a switch or an attribute. There the first way is taken, as if nothing had been asked.
 */
export function mendedCsharp(text: string): string {
  if (!text.includes('#if')) return text;
  const lines = text.split('\n');
  const codes = lines.map((line) => (directive.test(line) ? '' : line.replace(/\/\/.*/, '').trim()));
  const before = endsBefore(codes);
  const drop = new Set<number>();
  for (const group of groupsIn(lines)) if (!isWhole(codes, before, group)) keepFirst(group, drop);
  return lines.map((line, i) => (drop.has(i) ? line.replace(/[^\r]/g, ' ') : line)).join('\n');
}

/** The lines of `#if`, of each `#elif` and `#else`, and of `#endif`. */
type Group = readonly number[];

function groupsIn(lines: readonly string[]): Group[] {
  const groups: Group[] = [];
  const open: number[][] = [];
  for (const [i, line] of lines.entries()) {
    const word = directive.exec(line)?.[1];
    if (word === 'if') open.push([i]);
    else if (word === 'endif') {
      const group = open.pop();
      if (group && open.length < maxDepth) groups.push([...group, i]);
    } else if (word !== undefined) open.at(-1)?.push(i);
  }
  return groups;
}

/** For each line, whether what comes before it has come to an end. */
function endsBefore(codes: readonly string[]): boolean[] {
  let last = '';
  return codes.map((code) => {
    const ended = ends(last);
    if (code) last = code;
    return ended;
  });
}

/** Nothing that begins outside of a way goes on in it, and the other way round. */
function isWhole(codes: readonly string[], before: readonly boolean[], group: Group): boolean {
  if (!before[group[0]!]) return false;
  return group.slice(1).every((end, i) => {
    const way = codes.slice(group[i]! + 1, end).filter(Boolean);
    return !continues.test(way[0] ?? '') && ends(way.at(-1) ?? '') && isBalanced(way);
  });
}

function ends(code: string): boolean {
  return code === '' || /[;{}:]$|\*\/$/.test(code);
}

function isBalanced(codes: readonly string[]): boolean {
  let depth = 0;
  for (const code of codes) for (const c of code) depth += c === '{' ? 1 : c === '}' ? -1 : 0;
  return depth === 0;
}

function keepFirst(group: Group, drop: Set<number>): void {
  for (const line of group) drop.add(line);
  for (let i = group[1]!; i < group.at(-1)!; i++) drop.add(i);
}

/** What is nested deeper is no program of anybody. */
const maxDepth = 8;
const directive = /^[ \t]{0,200}#[ \t]{0,20}(if|elif|else|endif)\b/;
const continues = /^(?:case\b|default\b|else\b|catch\b|finally\b|where\b|&&|\|\||[[.,:?+])/;
