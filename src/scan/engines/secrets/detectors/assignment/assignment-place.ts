import type { NameKind } from '../../values/assignment-name.ts';
import { type Layer, textOf } from '../candidate.ts';
import type { Assignment } from './assignment.ts';

/** In code only a literal is a value; a bare word there is an expression. */
export function isReadable(assignment: Assignment, layer: Layer): boolean {
  if (assignment.quoted) return true;
  if (assignment.operator === 'note')
    return layer.context.syntax !== 'code' || isInComment(assignment, layer);
  if (assignment.operator === 'argument' || assignment.operator === 'compare') return false;
  if (isCounted(assignment, layer)) return false;
  if (layer.bytes[assignment.nameStart] === 0x2d) return true;
  const { syntax } = layer.context;
  if (isConnectionField(assignment, layer)) return true;
  // `PGPASSWORD=x psql …`: the command follows its setting.
  const beforeCommand =
    layer.bytes[assignment.valueStart - 1] === 0x3d &&
    (syntax === 'shell' || (syntax !== 'code' && isUpperCase(layer, assignment)));
  if (assignment.continues && !beforeCommand)
    return assignment.operator === 'space' && isCredentialLine(assignment, layer);
  if (assignment.operator === 'space')
    return (syntax === 'config' && isCredentialLine(assignment, layer)) || setsVariable(assignment, layer);
  return syntax !== 'code' || isQueryParameter(assignment, layer) || isDefault(assignment, layer);
}

/** `// Password - x`: a note may be anywhere; in the code itself `pw | (mask & x)` is arithmetic. */
function isInComment({ nameStart }: Assignment, { bytes }: Layer): boolean {
  const before = textOf(bytes, Math.max(0, nameStart - 200), nameStart);
  return /(?:^|[\s;{}])(?:\/\/|\/\*|#|--|\*)/.test(before.slice(before.lastIndexOf('\n') + 1));
}

/** `"password": 20786`: where names are quoted, a value that is a text would be quoted too; this is a number, as in the vocabulary of a model. */
function isCounted({ nameEnd, valueStart, valueEnd }: Assignment, { bytes }: Layer): boolean {
  return bytes[nameEnd] === 0x22 && /^\d{1,12}$/.test(textOf(bytes, valueStart, valueEnd));
}

/** `ENV PASSWORD x` in a Dockerfile. */
function setsVariable({ nameStart }: Assignment, { bytes, context }: Layer): boolean {
  if (context.syntax !== 'shell') return false;
  return /(?:^|\n)[ \t]*(?:ENV|setenv)[ \t]+$/.test(textOf(bytes, Math.max(0, nameStart - 40), nameStart));
}

/** `${app.password:x}` and `${PASSWORD:-x}`: what stands in where nothing is set, in Spring and in shells. */
function isDefault({ nameStart, nameEnd, valueStart }: Assignment, { bytes }: Layer): boolean {
  return textOf(bytes, nameStart - 2, nameStart) === '${' && /^:-?$/.test(textOf(bytes, nameEnd, valueStart));
}

export function isQueryParameter(assignment: Assignment, layer: Layer): boolean {
  const before = layer.bytes[assignment.nameStart - 1];
  return before === 0x3f || before === 0x26;
}

/** `Server=x;User Id=y;Password=z` and `host=x user=y password=z`: the field is behind another one. */
export function isConnectionField({ nameStart, valueStart }: Assignment, { bytes }: Layer): boolean {
  if (bytes[valueStart - 1] !== 0x3d) return false;
  const before = bytes.toString('latin1', Math.max(0, nameStart - 160), nameStart);
  return connectionFieldBefore.test(before);
}

/** `machine x login y password z`, or a directive that begins its line. */
function isCredentialLine(assignment: Assignment, layer: Layer): boolean {
  const start = Math.max(0, assignment.nameStart - 200);
  const line = textOf(layer.bytes, start, assignment.nameStart);
  const before = line.slice(line.lastIndexOf('\n') + 1);
  return /^\s*$/.test(before)
    ? !assignment.continues
    : /\b(?:login|account|user|machine)\s+(?!(?:and|or|name|with|the|a|of|for|to)\s)\S+\s+$/i.test(before);
}

/** A quoted text behind blanks is a value for passwords only: `password "x"`, `IDENTIFIED BY PASSWORD 'x'`. */
export function fitsOperator(kind: NameKind, assignment: Assignment, layer: Layer): boolean {
  if (assignment.operator !== 'space' || setsVariable(assignment, layer)) return true;
  if (assignment.quoted && isKeyword(assignment, layer)) return true;
  if (kind !== 'password') return false;
  if (assignment.quoted && (isUpperCase(layer, assignment) || isStatement(layer, assignment))) return true;
  return layer.context.syntax !== 'code' && isCredentialLine(assignment, layer);
}

/** `{:password "x"}` in Clojure. */
function isKeyword({ nameStart }: Assignment, { bytes }: Layer): boolean {
  return bytes[nameStart - 1] === 0x3a && /[\s{(]/.test(textOf(bytes, nameStart - 2, nameStart - 1));
}

/** `#define password "x"`, `set password "x"`, `create role app login password 'x'`. */
function isStatement({ bytes }: Layer, { nameStart }: Assignment): boolean {
  const before = textOf(bytes, Math.max(0, nameStart - 160), nameStart);
  return /(?:^|[\n"'`])[ \t]*(?:#[ \t]*define|set|(?:create|alter)[ \t]+(?:user|role|login)\b[^\n;]{0,120})[ \t]+$/i.test(
    before,
  );
}

function isUpperCase(layer: Layer, assignment: Assignment): boolean {
  return /^[A-Z_]+$/.test(textOf(layer.bytes, assignment.nameStart, assignment.nameEnd));
}

const connectionFieldBefore =
  /(?:^|[;"'`\s])(?:(?:server|data source|host|addr|address|database|initial catalog|driver|provider|uid|user id|user|username|accountname|sharedaccesskeyname|endpoint)[ ]?=[^;\n]*; ?|(?:host|hostaddr|port|dbname|database|user|username|sslmode|server)=[^\s;]+[ ])$/i;
