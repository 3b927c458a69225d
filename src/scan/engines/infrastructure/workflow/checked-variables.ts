/** More of a script is not asked what it checks. */
const maxLines = 2000;

/**
 * The variables of a script in Bash that hold nothing but a few harmless characters behind each line: `[[ "$NAME" =~ ^[A-Za-z0-9._-]+$ ]] || exit 1`, and
 * `if [[ -z "$NAME" || ! "$NAME" =~ ^[0-9]+$ ]]; then … exit 1; fi`. The expression must cover the whole text, since only then no line break and no quote is left; `grep`
 * looks at each line for itself and proves nothing of the others.
 */
export function checkedVariables(script: string): (name: string, line: number) => boolean {
  const since = new Map<string, number>();
  const lines = script.split('\n').slice(0, maxLines);
  for (const [index, line] of lines.entries()) {
    const holds = isShort.exec(line);
    if (holds && isHarmless(holds[2]!)) mark(holds[1]!, index);
    const opens = /^\s*if\s+\[\[\s+(.*?)\s+\]\]\s*(?:;\s*then\s*(.*))?$/.exec(line);
    if (!opens || opens[1]!.includes('&&')) continue;
    const end = endOfBranch(lines, index, opens[2] ?? '');
    if (end === undefined) continue;
    for (const part of opens[1]!.split('||')) {
      const refused = refuses.exec(part.trim());
      if (refused && isHarmless(refused[2]!)) mark(refused[1]!, end);
    }
  }
  return (name, line) => line > (since.get(name) ?? Number.POSITIVE_INFINITY);

  function mark(name: string, line: number): void {
    since.set(name, Math.min(since.get(name) ?? line, line));
    // What is written to it afterwards was not looked at.
    const assigned = new RegExp(
      `^\\s*(?:export\\s+|local\\s+|readonly\\s+|read\\s.*\\b)?${name}(?:\\+?=|\\s*$)`,
    );
    if (lines.slice(line + 1).some((later) => assigned.test(later))) since.delete(name);
  }
}

const variable = '"?\\$\\{?([A-Za-z_]\\w*)\\}?"?';
const isShort = new RegExp(
  `^\\s*\\[\\[\\s+${variable}\\s+=~\\s+(\\S+)\\s+\\]\\]\\s*\\|\\|\\s*(?:\\{[^}]*\\bexit\\b|exit\\b)`,
);
const refuses = new RegExp(`^!\\s+${variable}\\s+=~\\s+(\\S+)$`);

/** Where the branch ends, if it leaves the script. */
function endOfBranch(lines: readonly string[], start: number, rest: string): number | undefined {
  let leaves = /(?:^|;\s*)exit\b/.test(rest);
  if (/\bfi\b\s*$/.test(rest)) return leaves ? start : undefined;
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at]!.trim();
    if (line === 'fi' || /^fi\b/.test(line)) return leaves ? at : undefined;
    // What is inside of another condition or in another branch may not run.
    if (/^(?:if|for|while|until|case|else|elif)\b/.test(line)) return undefined;
    leaves ||= /^exit\b/.test(line);
  }
  return undefined;
}

/** `^[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*$`: the whole text, of letters, digits and signs that no shell and no runner's file obeys. */
function isHarmless(expression: string): boolean {
  if (!expression.startsWith('^') || !expression.endsWith('$') || /\|/.test(expression)) return false;
  const inside = expression.slice(1, -1);
  const outside = inside
    .replace(/\[(?!\^)[\w./:@+=,#-]+\](?:[+*?]|\{\d*,?\d*\})?/g, '')
    .replace(/\[:[a-z]+:\]/g, '');
  return /^(?:[\w/:@=,#-]|\\\.|[()][+*?]?)*$/.test(outside);
}
