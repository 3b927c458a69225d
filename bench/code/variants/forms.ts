/**
 * A form is a few lines of code with holes. Forms are written as plain text, one behind the other:
 *
 *     == name of the form
 *     §out := §list[1]
 *     -- members
 *     what stands beside the entry point
 *     -- other
 *     what stands in another file
 *     -- imports fmt strings
 *     -- otherimports fmt
 *     -- not xss ssti
 *     -- text before|after
 *     -- alone
 *
 * Holes: `§in` (the variable with the data), `§out` (the variable to make), `§before` and `§after` (fixed texts, quoted; `§rawbefore` and
 * `§rawafter` as they are), `§id` (of the program); any other word (`§list`, `§map`, `§type`, `§function`, `§value`, also with a number
 * behind) becomes a fresh name, the same one throughout the form.
 */
export interface Form {
  readonly name: string;
  readonly lines: readonly string[];
  readonly members: readonly string[];
  readonly other: readonly string[];
  readonly imports: readonly string[];
  readonly otherImports: readonly string[];
  /** Classes for which the label would not be honest. */
  readonly not: readonly string[];
  /** The fixed texts that the value is put between before it is used. */
  readonly text: readonly [before: string, after: string] | undefined;
  /** The use is a flaw whatever goes into it, so that only another use is safe. */
  readonly alone: boolean;
}

export function readForms(text: string): Form[] {
  return text
    .split(/^[ \t]*== ?/m)
    .slice(1)
    .map((block) => readForm(block));
}

function readForm(block: string): Form {
  const [name = '', ...lines] = block.replace(/\s+$/, '').split('\n');
  const parts: Record<'lines' | 'members' | 'other', string[]> = { lines: [], members: [], other: [] };
  const words: Record<string, string[]> = {};
  let into = parts.lines;
  let around: readonly [string, string] | undefined;
  for (const line of lines) {
    const option = /^\s*-- (\w+) ?(.*)$/.exec(line);
    if (!option) into.push(line);
    else if (option[1] === 'members' || option[1] === 'other') into = parts[option[1]];
    else if (option[1] === 'text') {
      const [before = '', after = ''] = option[2]!.split('|');
      around = [before, after];
    } else words[option[1]!] = option[2]!.split(' ').filter(Boolean);
  }
  return {
    name: name.trim(),
    lines: parts.lines,
    members: parts.members.length ? [parts.members.join('\n')] : [],
    other: parts.other.length ? [parts.other.join('\n')] : [],
    imports: words['imports'] ?? [],
    otherImports: words['otherimports'] ?? [],
    not: words['not'] ?? [],
    text: around,
    alone: words['alone'] !== undefined,
  };
}

/** The form with its holes filled; words without a value of their own are named by `fresh`. */
export function fillForm(form: Form, holes: Record<string, string>, fresh: (kind: string) => string): Form {
  const known = new Map(Object.entries(holes));
  const fill = (line: string) =>
    line.replace(/§([a-z]+\d?)/g, (_, hole: string) => {
      let value = known.get(hole);
      if (value === undefined) {
        value = fresh(hole.replace(/\d$/, ''));
        known.set(hole, value);
      }
      return value;
    });
  return {
    ...form,
    lines: form.lines.map(fill),
    members: form.members.map(fill),
    other: form.other.map(fill),
  };
}
