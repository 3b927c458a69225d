import { flaggedCode } from '../../src/scan/likeness/finding-shape.ts';
import type { Finding } from '../../src/scan/model/finding.ts';

/** The same problem as somebody else would have written it: other names, values, blanks, neighbours and folders, but the same fix. */
export interface Variant {
  repo: string;
  finding: Finding;
}

export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const names = (
  'account alpha batch blob body bucket cell chunk client customer detail draft element entity envelope event field folder frame handle holder info input item job key label ' +
  'leaf ledger line link member message model node note order owner packet page part path payload piece place plan point portion post prefix product profile record region ' +
  'report request row sample section seed segment session share signal slot spec stage state step store stream subject table tag target task term ticket token topic trace ' +
  'unit update user value vendor view widget window word'
).split(' ');

/** Words of the languages, and names that libraries give: renaming them would be another program. */
const fixed = new Set(
  (
    'and as assert async await break case catch class const continue def default del do elif else end except export extends false finally fn for foreach from func function global go if ' +
    'impl import in instanceof interface is lambda let loop match mod module mut new nil none None not null or package pass private protected pub public raise range return rescue self ' +
    'static struct super switch this throw throws true True False try type typeof use using val var void when where while with yield unless until then fi done echo eval exec print puts ' +
    'require include unsafe string int bool byte char float double long String Integer Object req res request response ctx os sys http https url html sql json xml env args argv input ' +
    'process window document console location'
  ).split(' '),
);

export function variantOf(base: Finding, repo: string, neighbours: Finding, random: Random): Variant {
  const rename = base.engine === 'code' ? renamer(base, random) : (code: string) => code;
  const { lines: changed, columns } = rewritten(base, rename, random);
  const around = (neighbours.snippet?.text ?? '').split('\n').slice(0, 2);
  const first = Math.max(1, Math.floor(random() * 400));
  const text = [...around, ...changed, ...around].join('\n');
  const startLine = first + around.length;
  return {
    repo,
    finding: {
      ...base,
      id: `${base.id}-${Math.floor(random() * 1e9)}`,
      file: moved(base.file, random),
      line: startLine,
      startLine,
      endLine: startLine + changed.length - 1,
      ...columns,
      ...(base.snippet && { snippet: { startLine: first, text } }),
      ...(base.trace && {
        trace: base.trace.map((step) => ({ ...step, message: renamedInside(step.message, rename) })),
      }),
    },
  };
}

/** The lines in other words; where the rule points at a part of one, so it does in its copy. */
function rewritten(base: Finding, rename: (code: string) => string, random: Random) {
  const lines = flaggedCode(base).split('\n');
  const { startColumn, endColumn } = base;
  const [line] = lines;
  if (
    lines.length > 1 ||
    startColumn === undefined ||
    endColumn === undefined ||
    endColumn > line!.length + 1
  )
    return { lines: lines.map((one) => reshaped(rename(one), base, random)), columns: {} };
  const before = reshaped(rename(line!.slice(0, startColumn - 1)), base, random);
  const inside = spaced(rename(line!.slice(startColumn - 1, endColumn - 1)), random);
  const after = rename(line!.slice(endColumn - 1)) + comment(base, random);
  return {
    lines: [before + inside + after],
    columns: { startColumn: before.length + 1, endColumn: before.length + inside.length + 1 },
  };
}

function renamer(base: Finding, random: Random): (code: string) => string {
  const known = new Map<string, string>();
  return (code) =>
    code.replace(
      /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<![.\w$@>:-])([A-Za-z_$][\w$]*)(?!\s*\(|[\w$]|::|\.[A-Za-z_]\w*\s*\()/g,
      (match, text: string | undefined, name: string | undefined) => {
        if (text !== undefined || name === undefined || fixed.has(name) || /^[A-Z]/.test(name)) return match;
        if (!known.has(name))
          known.set(name, `${names[Math.floor(random() * names.length)]}${base.line % 7}`);
        return (name.startsWith('$') ? '$' : '') + known.get(name)!;
      },
    );
}

function renamedInside(message: string, rename: (code: string) => string): string {
  return message.replace(/`([^`]*)`/g, (_, code: string) => `\`${rename(code)}\``);
}

/** Blanks, another value, another statement around the same expression. */
function reshaped(line: string, base: Finding, random: Random): string {
  const text = line.replace(/^\s*/, (blanks) =>
    ' '.repeat(random() < 0.5 ? blanks.length : Math.floor(random() * 12)),
  );
  if (base.engine !== 'code')
    return text.replace(/\d+/g, (digits) => (random() < 0.3 ? String(Number(digits) + 1) : digits));
  const statement = /^(\s*)(?:const |let |var )?([A-Za-z_$]\w*)\s*(?::=|=)\s*(?=[^=]|$)/;
  return spaced(random() < 0.35 ? text.replace(statement, '$1return ') : text, random);
}

/** Other blanks and another value in the same expression. */
function spaced(code: string, random: Random): string {
  const text = random() < 0.4 ? code.replace(/,\s*/g, ',  ') : code;
  if (random() >= 0.3) return text;
  const value = names[Math.floor(random() * names.length)];
  return text.replace(/(["'])([A-Za-z ]{3,20})\1/, (_, quote: string) => `${quote}${value}${quote}`);
}

function comment({ file }: Finding, random: Random): string {
  if (random() >= 0.3) return '';
  return /\.(?:py|rb|sh)$/.test(file) ? '  # see the ticket' : '  // see the ticket';
}

/** Another folder of the same kind. */
function moved(file: string, random: Random): string {
  const parts = file.split('/');
  const name = parts.pop()!;
  return [...parts, names[Math.floor(random() * names.length)], name].join('/');
}
