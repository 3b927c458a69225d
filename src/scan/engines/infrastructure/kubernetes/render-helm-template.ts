import { maxComputedCharacters } from '../../../formats/document/computed-value.ts';
import { type ConfigNode, child, entries, text } from '../../../formats/document/node.ts';

/** All values that a template puts in. */
const maxRendered = 4 * 1024 * 1024;
const maxIndent = 200;

interface Room {
  characters: number;
}

/**
 * Makes plain YAML of a simple chart template, line for line: values are put in where the chart's own defaults say them, branches that
 * the defaults do not take become empty as control lines do, and every other call becomes a stand-in that no rule can mistake for
 * a value.
 */
export function renderHelmTemplate(template: string, values: ConfigNode | undefined): string {
  const lines = template
    .replace(/\{\{-?\s*\/\*[\s\S]*?\*\/\s*-?\}\}/g, (comment) => comment.replace(/[^\n]/g, ''))
    .split('\n');
  const branches = new Branches(values);
  const room = { characters: maxRendered };
  return lines
    .map((line) => {
      const control = /^\s*\{\{-?\s*(if|else if|else|end|range|with|define|block)\b([^}]*?)-?\}\}\s*$/.exec(
        line,
      );
      if (control) branches.step(control[1]!, control[2]!.trim());
      return control || branches.isSkipped ? '' : renderLine(line, values, room);
    })
    .join('\n');
}

/** Which branches of a template the defaults of its chart take. What cannot be decided counts as taken, on both sides. */
class Branches {
  readonly #values: ConfigNode | undefined;
  /** For each open block: whether its present part is skipped, and whether an earlier part was certainly taken. */
  readonly #open: Array<{ skipped: boolean; taken: boolean }> = [];

  constructor(values: ConfigNode | undefined) {
    this.#values = values;
  }

  get isSkipped(): boolean {
    return this.#open.some(({ skipped }) => skipped);
  }

  step(word: string, condition: string): void {
    const block = this.#open.at(-1);
    if (word === 'end') this.#open.pop();
    else if (word === 'else' || word === 'else if') {
      if (!block) return;
      const holds = word === 'else' ? true : this.#holds(condition);
      block.skipped = block.taken || holds === false;
      block.taken ||= holds === true && word === 'else if';
    } else {
      const holds = word === 'if' || word === 'with' ? this.#holds(condition) : undefined;
      // What a definition holds is used elsewhere, under another indentation.
      this.#open.push({ skipped: word === 'define' || holds === false, taken: holds === true });
    }
  }

  #holds(condition: string): boolean | undefined {
    if (!this.#values) return undefined;
    const negated = /^not\s+(.+)$/.exec(condition)?.[1];
    if (negated !== undefined) {
      const inner = this.#holds(negated);
      return inner === undefined ? undefined : !inner;
    }
    const path = /^\(?\s*\.Values((?:\.\w+)+)\s*\)?$/.exec(condition)?.[1];
    return path === undefined ? undefined : isTruthy(child(this.#values, ...path.slice(1).split('.')));
  }
}

/** As templates see it: what is not there, nothing, zero, and whatever is empty are false. */
function isTruthy(node: ConfigNode | undefined): boolean {
  if (!node || node.kind === 'unknown') return false;
  if (node.kind === 'mapping') return node.entries.length > 0;
  if (node.kind === 'sequence') return node.items.length > 0;
  return !['', 'false', '0', 'null'].includes(String(node.value));
}

/** Stands for what only the one who installs the chart knows; no rule takes it for a value. */
const unknownText = 'TEMPLATED';

function renderLine(line: string, values: ConfigNode | undefined, room: Room): string {
  if (!line.includes('{{')) return line;
  const only = onlyCall(line);
  if (only !== undefined) {
    if (/^(if|else|end|range|with|\$\w+\s*:?=|define|template|block|-?\s*$)/.test(only)) return '';
    const indent = /\bn?indent\s+(\d+)/.exec(only);
    // A whole block of YAML: written in flow style it stays on its line.
    const block = chartValue(only, values);
    const written = block?.kind === 'mapping' ? charged(flowEntries(block), room) : undefined;
    if (written === undefined) return '';
    return `${' '.repeat(Math.min(Number(indent?.[1] ?? 0), maxIndent))}${written}`;
  }
  return line.replace(/\{\{([^{}]*)\}\}/g, (_, inside: string) => {
    const call = callOf(inside);
    if (/^(if|else|end|range|with)\b/.test(call)) return '';
    const value = chartValue(call, values);
    if (value && value.kind !== 'scalar') return charged(flow(value), room) ?? unknownText;
    const plain = text(value) ?? fallbackOf(call);
    if (plain === undefined) return unknownText;
    return charged(/\bquote\b/.test(call) ? JSON.stringify(plain) : plain, room) ?? unknownText;
  });
}

/** What stands in for a value that is not set: a text, a number or a switch. A name there is another value, and what is put together or looked up is nobody's default. */
function fallbackOf(call: string): string | undefined {
  if (/^\(*\s*(?:include|template|printf|lookup|tpl|index|get)\b/.test(call)) return undefined;
  const [, written, bare] = /\bdefault\s+(?:"([\w.-]+)"|(\d[\w.-]*|true|false)\b)/.exec(call) ?? [];
  return written ?? bare;
}

/** The text of a value where there is room for it. */
function charged(written: string | undefined, room: Room): string | undefined {
  if (written === undefined || written.length > Math.min(room.characters, maxComputedCharacters))
    return undefined;
  room.characters -= written.length;
  return written;
}

/** The call that a line consists of. By hand: an expression with blanks on both sides of anything is slow on a line of blanks. */
function onlyCall(line: string): string | undefined {
  const trimmed = line.trim();
  if (!trimmed.startsWith('{{') || trimmed.indexOf('}}') !== trimmed.length - 2) return undefined;
  return callOf(trimmed.slice(2, -2));
}

/** Without the marks that eat the blanks around it; what it names is at its beginning. */
function callOf(inside: string): string {
  return inside.replace(/^-|-$/g, '').trim().slice(0, maxCallLength);
}

const maxCallLength = 400;

const handsOn =
  /^\(*\s*(?:(?:toYaml|toJson|quote|squote|int|int64|toString|upper|lower|trim|default\s+\S+|tpl)\s+)*\(*\s*\$?\.Values((?:\.\w+)+)/;

/** The value that a call hands on; one that goes into something larger, such as `printf "%s:%s" .Values.a .Values.b`, is not what comes out. */
function chartValue(call: string, values: ConfigNode | undefined): ConfigNode | undefined {
  const path = handsOn.exec(call)?.[1];
  return path ? child(values, ...path.slice(1).split('.')) : undefined;
}

// The first entry is on the line itself; the rest cannot be without changing line numbers, so they share it in flow style.
function flowEntries(node: ConfigNode): string | undefined {
  const members = entries(node);
  if (members.length === 0) return '';
  const [first] = members;
  const written = flow(members.length === 1 ? first!.value : node);
  return written && (members.length === 1 ? `${first!.key}: ${written}` : `"<<": ${written}`);
}

/** A value in flow style; undefined where it is too long. */
function flow(node: ConfigNode): string | undefined {
  const pieces: string[] = [];
  let room = maxComputedCharacters;
  const write = (piece: string): boolean => {
    pieces.push(piece);
    room -= piece.length;
    return room >= 0;
  };
  const visit = (part: ConfigNode, depth: number): boolean => {
    if (depth > 20) return write('null');
    if (part.kind === 'mapping')
      return (
        write('{') &&
        entries(part).every(
          ({ key, value }, i) => write(`${i ? ', ' : ''}${JSON.stringify(key)}: `) && visit(value, depth + 1),
        ) &&
        write('}')
      );
    if (part.kind === 'sequence')
      return (
        write('[') &&
        part.items.every((item, i) => (i === 0 || write(', ')) && visit(item, depth + 1)) &&
        write(']')
      );
    return write(part.kind === 'scalar' ? JSON.stringify(part.value) : 'null');
  };
  return visit(node, 0) ? pieces.join('') : undefined;
}
